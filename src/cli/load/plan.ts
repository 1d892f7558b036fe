import type { Command } from 'commander';

import { planLoad } from '../../postgres/index.ts';
import { exitCode, type ExitCode, UsageError } from '../command-error.ts';
import { createInterrupt } from '../interrupt.ts';
import {
  addEnvFileFlag,
  addEnvironmentFlag,
  addLimitFlags,
  addOutputFlags,
  addRangeFlags,
  readRange,
} from '../flags.ts';
import { counted } from '../format.ts';
import { createOutput, explained, saysWaiting } from './load-output.ts';
import {
  addDatabaseFlags,
  addPlanFlags,
  connectToService,
  type LoadFlags,
  type LoadSubcommand,
  readDatabase,
  readPlanFlags,
} from './load-flags.ts';

const more = `
A range that has an open load is not planned again: that load is returned.
To find jobs of about the same size, it counts the rows of parts of the range:
four to seven requests for each job. With --rate-limit 600, the thousand jobs
of ten million rows take about ten minutes to plan. One plan waits for another,
for 30 seconds if that one was killed.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 or 143 interrupted

Examples:
  publisher-commerce load plan --month 2026-10
  publisher-commerce load plan --start 2026-01-01 --end 2026-07-01
`;

/** `load plan`: splits a range into jobs. */
export const planSubcommand: LoadSubcommand = {
  name: 'plan',
  summary: 'split a range into jobs, and create or migrate the tables',
  define,
  run,
};

function define(command: Command): void {
  command.description('Splits a range of transactions into jobs, and creates or migrates the tables.');
  addRangeFlags(command, 'load');
  addPlanFlags(command);
  addLimitFlags(command);
  addDatabaseFlags(command);
  addEnvironmentFlag(command);
  addOutputFlags(command);
  addEnvFileFlag(command).addHelpText('after', more);
}

async function run(flags: LoadFlags): Promise<ExitCode> {
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
