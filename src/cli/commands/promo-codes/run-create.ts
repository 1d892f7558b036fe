import { PublisherError } from '../../../client/errors/index.ts';
import { printable } from '../../../client/errors/printable.ts';
import { describeFindings, type Finding, notReviewed } from '../../changes/finding.ts';
import { identityOf, removeLeftovers } from '../../files/atomic-file.ts';
import { lockFile, OutputFile, ownerOnly, replaceFile, statsOf } from '../../files/output-file.ts';
import { connect } from '../../service/connection.ts';
import { readTableFormat } from '../../tables/table-flags.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  explainError,
  UsageError,
} from '../../terminal/command-error.ts';
import { confirm } from '../../terminal/confirm.ts';
import { counted } from '../../terminal/format.ts';
import { interruptible } from '../../terminal/interrupt.ts';
import { createOutput } from '../../terminal/output.ts';
import { createProgress } from '../../terminal/progress.ts';
import { renderMore } from '../../terminal/terminal-table.ts';
import {
  type Code,
  type CodeState,
  formatCodes,
  isAllRejected,
  type NewCode,
  readCodes,
  readNames,
} from './codes-file.ts';
import { createCodes, type Creation } from './create-codes.ts';
import { printCreation } from './create-result.ts';
import type { CreateFlags } from './flags.ts';
import { findingOfName } from './name-finding.ts';
import { randomNames } from './random-names.ts';

/** `promo-codes create`: creates codes, and keeps the state of each in a file. @throws CommandError */
export async function runCreate(flags: CreateFlags): Promise<ExitCode> {
  const { coupon, out, resume, batch } = flags;
  if (flags.retryUnknown && !resume) throw new UsageError('--retry-unknown: requires --resume');
  const connection = connect(flags);
  // The lock is made in its folder.
  await statsOf({ flag: 'out', path: out });
  const lock = lockFile(out, 'a run of promo-codes create');
  try {
    const { codes, file } = await (resume ? readEarlier(flags) : newCodes(flags));
    const left = codes.filter(({ state }) => willBeSent(state, flags));
    const what = `${counted(left.length, 'code')} of the coupon ${printable(coupon, 200)} at ${connection.name}`;
    const findings = flags.skipChecks ? [] : findingsOf(left);
    if (flags.dryRun) return showOnly(flags, what, left, findings);
    const count = printFindings(flags, findings);
    if (findings.length > 0 && flags.yes) throw notReviewed(findings);
    const create = async (signal: AbortSignal): Promise<PublisherError | undefined> => {
      if (left.length > 0 && !(await confirm(`${count}Create ${what}?`, flags.yes ?? false, signal)))
        throw new CommandError('declined', 'nothing was sent');
      // Somebody may have changed it while the question was open.
      await file.checkUnchanged();
      if (!resume) await file.replace(formatCodes(coupon, codes), ownerOnly);
      return sendAll(left, { client: connection.client, coupon, codes, batch, signal }, flags);
    };
    const error = await interruptible(
      create,
      explainError,
      `${out} has the state of each code: continue with --resume`,
    );
    return printCreation(flags, connection, codes, error);
  } finally {
    lock.release();
  }
}

/** The codes of a run, and the file that has their states. */
interface ListOfCodes {
  readonly codes: readonly Code[];
  readonly file: OutputFile;
}

async function readEarlier({ coupon, out }: CreateFlags): Promise<ListOfCodes> {
  const target = { flag: 'out', path: out, ifChanged: 'run it again' };
  if (!(await statsOf(target))) throw new UsageError(`--resume: ${out} does not exist`);
  await removeLeftovers(out);
  const file = new OutputFile(target, await identityOf(out));
  return { codes: await readCodes(out, coupon), file };
}

/** Returns new codes, which are stored before the first request: otherwise a crash would lose names that exist. */
async function newCodes(flags: CreateFlags): Promise<ListOfCodes> {
  const { out, force = false } = flags;
  const wanted = await wantedCodes(flags);
  const target = { flag: 'out', path: out, others: [flags.from] };
  const found = await statsOf(target);
  if (found && found.size > 0 && !(await isAllRejected(out))) {
    const advice = 'Continue it with --resume, or choose another file';
    throw new UsageError(
      `--out: ${out} already exists, and may have codes that exist, or are pending. ${advice}`,
    );
  }
  const file = await OutputFile.check(target, force);
  return { codes: wanted.map((code): Code => ({ ...code, state: 'pending', message: '' })), file };
}

async function wantedCodes(flags: CreateFlags): Promise<readonly NewCode[]> {
  const { count, length, prefix = '', maxRedemptions } = flags;
  const defaults = { maxRedemptions, active: !flags.inactive };
  if (flags.from !== undefined)
    return readNames(readTableFormat(flags.from, flags), defaults, flags.ignoreColumn);
  if (count === undefined) throw new UsageError('--count: is required, or --from with your own names');
  return randomNames({ count, length, prefix }).map((name) => ({ name, ...defaults, aside: {} }));
}

function willBeSent(state: CodeState, { retryUnknown }: CreateFlags): boolean {
  return state === 'pending' || (state === 'unknown' && (retryUnknown ?? false));
}

/** What is suspicious about a name; it may be meant. */
interface NameFinding extends Pick<Finding, 'message' | 'rank'> {
  readonly name: string;
}

function findingsOf(codes: readonly Code[]): readonly NameFinding[] {
  return codes.flatMap(({ name }) => {
    const message = findingOfName(name);
    return message === undefined ? [] : [{ name, message }];
  });
}

function linesOf(findings: readonly NameFinding[]): readonly string[] {
  return describeFindings(findings, ({ name, message }) => `${name} ${message}`);
}

/** Prints them, and returns what the question says of them. */
function printFindings(flags: CreateFlags, findings: readonly NameFinding[]): string {
  const { print, say } = createOutput(flags);
  const lines = linesOf(findings);
  // With --json, stdout is for the document alone.
  if (flags.json) lines.forEach(say);
  else print({}, lines, true);
  return findings.length === 0 ? '' : `${counted(findings.length, 'finding')}. `;
}

/** Prints what would be created. */
function showOnly(
  flags: CreateFlags,
  what: string,
  left: readonly Code[],
  findings: readonly NameFinding[],
): ExitCode {
  const names = left.slice(0, 10).map(({ name }) => name);
  createOutput(flags).print({ coupon: flags.coupon, codes: left.length, names, findings }, [
    ...linesOf(findings),
    `It would create ${what}:`,
    ...names.map((name) => `  ${printable(name, 200)}`),
    ...renderMore(left.length - names.length).map((line) => `  ${line}`),
  ]);
  return left.length === 0 ? exitCode.done : exitCode.different;
}

/** Sends what is left. Returns the failure that ended it. */
async function sendAll(
  left: readonly Code[],
  {
    batch: size,
    codes,
    ...creation
  }: Omit<Creation, 'save'> & {
    readonly batch: number;
    /** All codes of the file. */
    readonly codes: readonly Code[];
  },
  { coupon, out, quiet }: CreateFlags,
): Promise<PublisherError | undefined> {
  // Whatever has become of the file: only this run knows what was created.
  const save = (): Promise<void> => replaceFile(out, formatCodes(coupon, codes), { mode: ownerOnly });
  const progress = createProgress(quiet ?? false, 'codes');
  try {
    for (let start = 0; start < left.length; start += size) {
      await createCodes(left.slice(start, start + size), { ...creation, save });
      progress.update(Math.min(start + size, left.length), left.length);
    }
    return undefined;
  } catch (error) {
    if (error instanceof PublisherError) return error;
    throw error;
  } finally {
    progress.stop();
  }
}
