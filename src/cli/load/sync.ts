import type { Command } from 'commander';

import { syncLoad, type SyncResult } from '../../postgres/index.ts';
import { exitCode, type ExitCode, UsageError } from '../command-error.ts';
import { createInterrupt, interrupted } from '../interrupt.ts';
import { addEnvFileFlag, addEnvironmentFlag, addOutputFlags, readDuration, readTime } from '../flags.ts';
import { counted } from '../format.ts';
import {
  createOutput,
  describeHolder,
  explained,
  printFailedJobs,
  saysWaiting,
  toContinue,
} from './load-output.ts';
import {
  addDatabaseFlags,
  addPlanFlags,
  addWorkerFlags,
  type LoadFlags,
  type LoadSubcommand,
  readPlanFlags,
  readWorker,
} from './load-flags.ts';
import { renderLoadVerification } from './render-verification.ts';
import { watchLoads } from './watch-loads.ts';
import { describeMissing, describeWork } from './work.ts';

const more = `
Continues where the loads end, or have their first gap: loads from --look-back
before that until now. The data begins at --start, or with the first load if it
is earlier. Running it again adds nothing twice. If two run at once, the second
one does nothing. A sync that was killed counts as running for 30 seconds.

Stored rows that the service no longer returns, in two reads, are marked as
missing, and not counted any more: load verify lists them.

Exit codes: 0 done, or another sync is running, 1 failed, or jobs have failed,
            2 wrong usage, 3 the table differs from its receipts, or rows were
            marked as missing, 4 another sync is running, with --fail-if-busy,
            130 or 143 interrupted

Examples:
  publisher-commerce load sync --start 2026-01-01
  publisher-commerce load sync --look-back 2d --quiet --env-file service.env
`;

/** `load sync`: plans what is new, works and verifies. */
export const syncSubcommand: LoadSubcommand = {
  name: 'sync',
  summary: 'for cron: load what is new since the last load, and verify',
  define,
  run,
};

function define(command: Command): void {
  command
    .description('Loads what is new and late rows, and verifies the table.')
    .option('--start <time>', 'start of the data, required if there is no load yet: ISO 8601 or a date')
    .option('--end <time>', 'end of the load, excluded (default: now)')
    .option('--look-back <duration>', 'for late rows: 90m, 24h, 2d (default 24h)')
    .option('--fail-if-busy', 'exit with 4 instead of 0 if another sync is running');
  addPlanFlags(command);
  addWorkerFlags(command);
  addDatabaseFlags(command);
  addEnvironmentFlag(command);
  addOutputFlags(command);
  addEnvFileFlag(command).addHelpText('after', more);
}

async function run(flags: LoadFlags): Promise<ExitCode> {
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
