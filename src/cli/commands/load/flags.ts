import type { Command, OptionValues } from '@commander-js/extra-typings';

import { maxConcurrencyFlag, sourceFlag } from '../../flags/flags.ts';
import { addBatchFlags } from '../../flags/request-options.ts';

const more = `
Any number of workers, on any number of machines, load each row exactly once.
It needs two more packages: npm install pg pg-boss@12.35.0

The variable DATABASE_URL names the database, for example
postgres://loader@db.example.com/finance
While it restarts or fails over, it is retried for as long as the service is.

Examples:
  publisher-commerce load plan --month last
  publisher-commerce load work
  publisher-commerce load status
  publisher-commerce load verify --online
  publisher-commerce load sync --start 2026-01-01 --env-file service.env
`;

/** `load`: loads transactions into PostgreSQL. */
export function declareLoad(command: Command) {
  return command
    .description('Loads transactions into PostgreSQL, with any number of workers.')
    .addHelpText('after', more);
}

/** Adds the flags of a subcommand that sends requests. */
export function addRequestFlags<Flags extends OptionValues>(command: Command<[], Flags>) {
  const flags = addDatabaseFlags(command).addOption(sourceFlag).addOption(maxConcurrencyFlag);
  return addBatchFlags(flags);
}

/** Adds the flags that select the tables. */
export function addDatabaseFlags<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  return command
    .option('--database-url <url>', 'PostgreSQL: postgres://user@host:5432/name (default: DATABASE_URL)')
    .option('--schema <name>', 'schema of the tables (default publisher_commerce)');
}
