import { planLoad } from '../../postgres/index.ts';
import { exitCode, type ExitCode, UsageError } from '../command-error.ts';
import { createInterrupt } from '../interrupt.ts';
import { counted } from '../format.ts';
import { readRange } from '../read-time.ts';
import { createOutput, explained, saysWaiting } from './load-output.ts';
import { connectToService, type LoadFlags, readDatabase, readPlanFlags } from './load-flags.ts';

/** `load plan`: splits a range into jobs. @throws CommandError */
export async function runPlan(flags: LoadFlags): Promise<ExitCode> {
  const range = readRange(flags);
  if (!range) throw new UsageError('--month, or --start and --end, are required: they select what to load');
  const { print, say } = createOutput(flags);
  using interrupt = createInterrupt();
  const { signal } = interrupt;
  const { load, jobs, rows, existed } = await explained(flags, signal, async () => {
    const target = readDatabase(flags, process.env);
    const plan = readPlanFlags(flags);
    const service = connectToService(flags, process.env, say);
    const onWait = saysWaiting(say);
    return await planLoad({ ...target, ...service, ...range, ...plan, signal, onWait });
  });
  const size = `${counted(jobs, 'job')}, ${counted(rows, 'row')}`;
  print({ load, jobs }, [
    existed ? `Load ${load} of this range is already open: ${size}` : `Load ${load}: ${size}`,
    'Now start workers: publisher-commerce load work',
  ]);
  return exitCode.done;
}
