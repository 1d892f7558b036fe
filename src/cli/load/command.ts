import type { Command } from 'commander';

import type { CommandModule } from '../command-module.ts';
import type { ExitCode } from '../command-error.ts';
import { loadEnvFile } from '../flags.ts';
import type { LoadFlags } from './load-flags.ts';
import { subcommands } from './subcommands.ts';

const more = `
Any number of workers, on any number of machines, load each row exactly once.
It needs two more packages: npm install pg pg-boss@12.35.0

The variable DATABASE_URL names the database, for example
postgres://loader@db.example.com/finance

Examples:
  publisher-commerce load plan --month last
  publisher-commerce load work
  publisher-commerce load status
  publisher-commerce load verify --online
  publisher-commerce load sync --start 2026-01-01 --env-file service.env
`;

/** `load`: loads transactions into PostgreSQL. */
export const loadCommand: CommandModule = { define, run };

function define(command: Command): void {
  command
    .description('Loads transactions into PostgreSQL, with any number of workers.')
    .addHelpText('after', more);
  for (const subcommand of subcommands) {
    subcommand.define(command.command(subcommand.name).summary(subcommand.summary));
  }
}

async function run(command: Command): Promise<ExitCode> {
  const subcommand = subcommands.find(({ name }) => name === command.name());
  if (!subcommand) throw new Error(`there is no subcommand ${command.name()}`);
  const flags = command.opts<LoadFlags>();
  if (flags.envFile !== undefined) loadEnvFile(flags.envFile);
  return await subcommand.run(flags);
}
