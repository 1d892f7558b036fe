import type { Command } from 'commander';

import { verifyLoad } from '../../postgres/index.ts';
import { exitCode, type ExitCode } from '../command-error.ts';
import { addEnvFileFlag, addEnvironmentFlag, addLimitFlags, addOutputFlags } from '../flags.ts';
import { createInterrupt } from '../interrupt.ts';
import { createOutput, explained } from './load-output.ts';
import {
  addDatabaseFlags,
  connectToService,
  type LoadFlags,
  type LoadSubcommand,
  readDatabase,
} from './load-flags.ts';
import { renderLoadVerification } from './render-verification.ts';

const more = `
Compared are, over the ranges of all loads:
  always       every column of each row, with the row as received;
               rows and sums of each currency and type, computed again, with
               the receipts of all jobs
  --online     also the number of rows of each day, with the service's count:
               one request a day. Finds late and deleted rows, unless as many
               of both are on one day
  --deep       also every row and column, with the rows that the service
               returns now: requests everything again

Rows that are marked as missing, since the service no longer has them, are
listed. They are no difference, and in no count or sum.

--online and --deep need PUBLISHER_BASE_URL and PUBLISHER_TOKEN in the
environment. Nothing is written: to store what differs, plan the range again.

Exit codes: 0 no difference in what was compared, 1 failed, 2 wrong usage,
            3 something differs, is in quarantine or is not done yet,
            130 or 143 interrupted

Examples:
  publisher-commerce load verify
  publisher-commerce load verify --online --env-file service.env
  publisher-commerce load verify --deep --rate-limit 60
`;

/** `load verify`: compares the table with itself, its receipts and the service. */
export const verifySubcommand: LoadSubcommand = {
  name: 'verify',
  summary: 'compare the table with its receipts, or with the service',
  define,
  run,
};

function define(command: Command): void {
  command
    .description('Compares the table with its receipts, and with the service.')
    .option('--online', 'also compare the number of rows of each day with the service')
    .option('--deep', 'also request all rows again, and compare each');
  addLimitFlags(command);
  addDatabaseFlags(command);
  addEnvironmentFlag(command);
  addOutputFlags(command);
  addEnvFileFlag(command).addHelpText('after', more);
}

async function run(flags: LoadFlags): Promise<ExitCode> {
  const { print, say } = createOutput(flags);
  using interrupt = createInterrupt();
  const { signal } = interrupt;
  const verification = await explained(flags, signal, async () => {
    const target = readDatabase(flags, process.env);
    const { deep } = flags;
    const service = flags.online || deep ? connectToService(flags, process.env, say) : undefined;
    return await verifyLoad({ ...target, ...service, deep, signal });
  });
  print(verification, renderLoadVerification(verification), !verification.agrees);
  return verification.agrees ? exitCode.done : exitCode.different;
}
