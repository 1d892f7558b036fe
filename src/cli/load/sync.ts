import { syncLoad, type SyncResult } from '../../postgres/index.ts';
import { exitCode, type ExitCode, UsageError } from '../command-error.ts';
import { createInterrupt, interrupted } from '../interrupt.ts';
import { counted } from '../format.ts';
import { readDuration, readTime } from '../read-time.ts';
import {
  createOutput,
  describeHolder,
  explained,
  printFailedJobs,
  saysWaiting,
  toContinue,
} from './load-output.ts';
import { type LoadFlags, readPlanFlags, readWorker } from './load-flags.ts';
import { renderLoadVerification } from './render-verification.ts';
import { watchLoads } from './watch-loads.ts';
import { describeMissing, describeWork } from './work.ts';

/** `load sync`: plans what is new, works and verifies. @throws CommandError */
export async function runSync(flags: LoadFlags): Promise<ExitCode> {
  const { print, progress, say } = createOutput(flags);
  using interrupt = createInterrupt();
  const { signal } = interrupt;
  const result = await explained(
    flags,
    signal,
    async () => {
      const { start, end, lookBack } = flags;
      const range = {
        startDate: start === undefined ? undefined : readTime('--start:', start),
        endDate: end === undefined ? undefined : readTime('--end:', end),
        lookBack: readLookBack(lookBack),
      };
      if (range.startDate && range.endDate && range.endDate <= range.startDate)
        throw new UsageError('--end: must be after --start');
      const plan = readPlanFlags(flags);
      const { target, options } = readWorker(flags, signal, say);
      return await watchLoads(target, { progress, quiet: flags.quiet }, () =>
        syncLoad({ ...options, ...range, ...plan, onWait: saysWaiting(say) }),
      );
    },
    toContinue,
  );
  const { holder, work, verification } = result;
  if (!holder && verification === null) throw interrupted(signal, toContinue);
  print(result, describeSync(result));
  if (holder && flags.failIfBusy) {
    process.stderr.write(`publisher-commerce: another sync is running: ${describeHolder(holder)}\n`);
    return exitCode.busy;
  }
  if (work?.finished === false) {
    printFailedJobs(work.failedJobs);
    return exitCode.failed;
  }
  // Also with --quiet, as cron has it.
  const warn = (what: string): void =>
    void process.stderr.write(`publisher-commerce: ${what}: run publisher-commerce load verify\n`);
  const missing = work?.missingRows ?? 0;
  if (verification?.agrees === false) warn('the table differs from its receipts');
  if (missing > 0) warn(describeMissing(missing));
  return verification?.agrees === false || missing > 0 ? exitCode.different : exitCode.done;
}

/** The library counts milliseconds: its message would name a number that nobody has typed. */
function readLookBack(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const lookBack = readDuration('--look-back', value);
  if (lookBack > 366 * 86_400_000) throw new UsageError('--look-back: must be up to 366d');
  return lookBack;
}

function describeSync({ holder, planned, work, verification }: SyncResult): readonly string[] {
  if (holder) return [`Another sync is running: ${describeHolder(holder)}. Nothing was done`];
  return [
    ...(planned ? [describePlan(planned)] : []),
    ...(work && work.loads.length > 0 ? describeWork(work) : ['Nothing is new']),
    ...(verification ? renderLoadVerification(verification) : []),
  ];
}

function describePlan({ load, jobs, rows, existed }: NonNullable<SyncResult['planned']>): string {
  const size = `${counted(jobs, 'job')}, ${counted(rows, 'row')}`;
  return existed ? `Load ${load} was open: ${size}` : `Planned load ${load}: ${size}`;
}
