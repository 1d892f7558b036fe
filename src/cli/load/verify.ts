import type { Command } from 'commander';

import { verifyLoad } from '../../postgres/index.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { createInterrupt } from '../interrupt.ts';
import { explained } from './explain-load-failure.ts';
import { addDatabaseFlags, addOutputFlags, addServiceFlags, type LoadFlags } from './load-flags.ts';
import { createOutput } from './load-output.ts';
import type { LoadSubcommand } from './load-subcommand.ts';
import { connectToService, readDatabase } from './read-flags.ts';
import { renderLoadVerification } from './render-load-verification.ts';

const more = `
Rows and sums are computed again from the table, over the ranges of all loads,
and compared with the receipts of all jobs.

--online needs PUBLISHER_BASE_URL and PUBLISHER_TOKEN in the environment.

Exit codes: 0 everything agrees, 1 failed, 2 wrong usage, 3 something differs,
            is in quarantine or is not done yet, 130 interrupted

Examples:
  publisher-commerce load verify
  publisher-commerce load verify --online --env-file service.env
`;

/** `load verify`: compares the table with its receipts. */
export const verifySubcommand: LoadSubcommand = {
  name: 'verify',
  summary: 'compute counts and sums again, and compare them with the receipts',
  define,
  run,
};

function define(command: Command): void {
  command
    .description('Computes counts and sums from the table again, and compares them with the receipts.')
    .option('--online', 'also ask the service how many rows each range has now: finds late rows');
  addDatabaseFlags(command);
  addServiceFlags(command);
  addOutputFlags(command).addHelpText('after', more);
}

async function run(flags: LoadFlags): Promise<ExitCode> {
  const { print, say } = createOutput(flags);
  using interrupt = createInterrupt();
  const { signal } = interrupt;
  const verification = await explained(flags, signal, async () => {
    const target = readDatabase(flags, process.env);
    const service = flags.online ? connectToService(flags, process.env, say) : undefined;
    return await verifyLoad({ ...target, ...service, signal });
  });
  print(verification, renderLoadVerification(verification, flags.online ?? false));
  return verification.agrees ? exitCode.done : exitCode.different;
}
