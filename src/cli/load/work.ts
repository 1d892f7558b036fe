import { workLoad, type WorkResult } from '../../postgres/index.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { createInterrupt, interrupted } from '../interrupt.ts';
import { readInteger } from '../flags.ts';
import { counted } from '../format.ts';
import { createOutput, explained, printFailedJobs, toContinue } from './load-output.ts';
import { type LoadFlags, readWorker } from './load-flags.ts';
import { watchLoads } from './watch-loads.ts';

/** `load work`: works on the jobs of open loads. @throws CommandError */
export async function runWork(flags: LoadFlags): Promise<ExitCode> {
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
