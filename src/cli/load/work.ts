import type { Command } from 'commander';

import { workLoad, type WorkResult } from '../../postgres/index.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { createInterrupt, interrupted } from '../interrupt.ts';
import { addEnvFileFlag, addEnvironmentFlag, addOutputFlags, readInteger } from '../flags.ts';
import { counted } from '../format.ts';
import { createOutput, explained, printFailedJobs, toContinue } from './load-output.ts';
import {
  addDatabaseFlags,
  addWorkerFlags,
  type LoadFlags,
  type LoadSubcommand,
  readWorker,
} from './load-flags.ts';
import { watchLoads } from './watch-loads.ts';

const more = `
Run it on as many machines as you like, also while others work. It ends when no
job is left. A job that failed five times is listed; the next worker that
starts tries it again. The limits are those of this process: divide the
service's limit by the number of workers.

Exit codes: 0 done, or no load is open, 1 failed, or jobs have failed,
            2 wrong usage, 130 or 143 interrupted

Examples:
  publisher-commerce load work --concurrency 4
  publisher-commerce load work --load 3 --rate-limit 120
`;

/** `load work`: works on the jobs of open loads. */
export const workSubcommand: LoadSubcommand = {
  name: 'work',
  summary: 'work on the jobs of open loads until they are done',
  define,
  run,
};

function define(command: Command): void {
  command
    .description('Works on the jobs of open loads, together with other workers, until they are done.')
    .option('--load <id>', 'work on this load only (default: all open loads)');
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
      const load = readInteger('load', flags.load);
      const { target, options } = readWorker(flags, signal, say);
      return await watchLoads(target, { load, progress, quiet: flags.quiet }, () =>
        workLoad({ ...options, load }),
      );
    },
    toContinue,
  );
  if (signal.aborted && !result.finished) throw interrupted(signal, toContinue);
  print(result, describeWork(result, flags.load));
  if (result.finished) return exitCode.done;
  printFailedJobs(result.failedJobs);
  return exitCode.failed;
}

/** What a worker has done. */
export function describeWork(
  { loads, jobs, rows, missingRows }: WorkResult,
  load?: string,
): readonly string[] {
  if (loads.length === 0) {
    const plan = 'Nothing to do: no load is open. Plan one: publisher-commerce load plan';
    return [load === undefined ? plan : `Nothing to do: load ${load} is finished`];
  }
  const names = `${loads.length === 1 ? 'Load' : 'Loads'} ${loads.join(', ')}`;
  return [
    `${names}: this worker did ${counted(jobs, 'job')} with ${counted(rows, 'row')}`,
    ...(missingRows > 0 ? [`Marked as missing: ${describeMissing(missingRows)}`] : []),
  ];
}

/** That rows were marked as missing. */
export function describeMissing(rows: number): string {
  return `the service no longer has ${counted(rows, 'stored row')}`;
}
