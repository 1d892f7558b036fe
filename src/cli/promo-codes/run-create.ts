import { access } from 'node:fs/promises';
import { dirname } from 'node:path';

import { BasePublisherError } from '../../client/errors/index.ts';
import { explainError, type ExitCode, UsageError } from '../command-error.ts';
import { connect } from '../connection.ts';
import { interruptible } from '../interrupt.ts';
import { checkTarget, lockFile, notWritten, removeLeftovers, statsOf } from '../output-file.ts';
import { createProgress } from '../progress.ts';
import { type Code, readCodes, readNames, writeCodes } from './codes-file.ts';
import type { CreateFlags } from './command.ts';
import { createCodes, type Creation } from './create-codes.ts';
import { printResult } from './create-result.ts';
import { randomNames } from './random-names.ts';

/** `promo-codes create`: creates codes, and keeps the state of each in a file. @throws CommandError */
export async function runCreate(flags: CreateFlags): Promise<ExitCode> {
  const { coupon, out, resume, batch } = flags;
  if (flags.retryUnknown && !resume) throw new UsageError('--retry-unknown: requires --resume');
  const connection = connect(flags);
  // The lock would create the folder.
  await access(dirname(out)).catch((error: unknown) => {
    throw notWritten(out, error);
  });
  const lock = lockFile(out, 'a run of promo-codes create');
  try {
    const codes = await (resume ? readEarlier(flags) : newCodes(flags));
    const error = await interruptible(
      (signal) => sendAll(codes, { client: connection.client, coupon, batch, signal }, flags),
      explainError,
      `${out} has the state of each code: continue with --resume`,
    );
    return printResult(flags, connection, codes, error);
  } finally {
    lock.release();
  }
}

async function readEarlier({ coupon, out }: CreateFlags): Promise<readonly Code[]> {
  if (!(await statsOf({ flag: 'out', path: out }))) throw new UsageError(`--resume: ${out} does not exist`);
  await removeLeftovers(out);
  return readCodes(out, coupon);
}

/** Stores the codes before the first request: otherwise a crash would lose names that exist. */
async function newCodes(flags: CreateFlags): Promise<readonly Code[]> {
  const { coupon, out, force = false } = flags;
  const wanted = await wantedCodes(flags);
  const target = { flag: 'out', path: out };
  // What cannot be read is a file of something else.
  const earlier = (await statsOf(target)) ? await readCodes(out).catch(() => []) : [];
  // It may be the only list of codes that exist: not even --force replaces it.
  if (earlier.some(({ state }) => state === 'pending' || state === 'unknown')) {
    const advice = 'Continue it with --resume, choose another file, or delete it';
    throw new UsageError(`--out: ${out} is of a run that did not finish. ${advice}`);
  }
  await checkTarget(target, force);
  const codes = wanted.map((code): Code => ({ ...code, state: 'pending', message: '' }));
  await writeCodes(out, coupon, codes);
  return codes;
}

async function wantedCodes(flags: CreateFlags): Promise<readonly Omit<Code, 'state' | 'message'>[]> {
  const { count, length, prefix = '', maxRedemptions } = flags;
  const defaults = { maxRedemptions, active: !flags.inactive };
  if (flags.from !== undefined) return readNames(flags.from, defaults, flags.skipFirst);
  if (count === undefined) throw new UsageError('--count: is required, or --from with your own names');
  return randomNames({ count, length, prefix }).map((name) => ({ name, ...defaults }));
}

/** Sends what is left. Returns the failure that ended it. */
async function sendAll(
  codes: readonly Code[],
  { batch: size, ...creation }: Omit<Creation, 'save'> & { readonly batch: number },
  { coupon, out, quiet, retryUnknown }: CreateFlags,
): Promise<BasePublisherError | undefined> {
  const save = (): Promise<void> => writeCodes(out, coupon, codes);
  const left = codes.filter(({ state }) => state === 'pending' || (retryUnknown && state === 'unknown'));
  const progress = createProgress(quiet ?? false, 'codes');
  try {
    for (let start = 0; start < left.length; start += size) {
      await createCodes(left.slice(start, start + size), { ...creation, save });
      progress.update(Math.min(start + size, left.length), left.length);
    }
    return undefined;
  } catch (error) {
    if (error instanceof BasePublisherError) return error;
    throw error;
  } finally {
    progress.stop();
  }
}
