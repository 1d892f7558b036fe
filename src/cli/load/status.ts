import type { Command } from 'commander';

import { loadStatus } from '../../postgres/index.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { readInteger } from '../read-integer.ts';
import { explained } from './explain-load-failure.ts';
import { addDatabaseFlags, addOutputFlags, type LoadFlags } from './load-flags.ts';
import { createOutput } from './load-output.ts';
import type { LoadSubcommand } from './load-subcommand.ts';
import { readDatabase } from './read-flags.ts';
import { renderStatus } from './render-status.ts';

const more = `
Exit codes: 0 done, 1 failed, 2 wrong usage

Examples:
  publisher-commerce load status
  watch -n 2 publisher-commerce load status
  publisher-commerce load status --json
`;

/** `load status`: shows loads and workers. */
export const statusSubcommand: LoadSubcommand = {
  name: 'status',
  summary: 'show jobs done, speed, time left and workers',
  define,
  run,
};

function define(command: Command): void {
  command
    .description('Shows the open loads, or the latest one, and the workers of the last seven days.')
    .option('--load <id>', 'show this load (default: the open loads, or the latest one)');
  addDatabaseFlags(command);
  addOutputFlags(command).addHelpText('after', more);
}

async function run(flags: LoadFlags): Promise<ExitCode> {
  const never = new AbortController().signal;
  const status = await explained(flags, never, async () =>
    loadStatus({ ...readDatabase(flags, process.env), load: readInteger('load', flags.load) }),
  );
  createOutput(flags).print(status, renderStatus(status, new Date()));
  return exitCode.done;
}
