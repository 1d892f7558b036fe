import type { Command } from 'commander';

/** The flags of all subcommands of `load`. */
export interface LoadFlags {
  readonly start?: string;
  readonly end?: string;
  readonly month?: string;
  readonly databaseUrl?: string;
  readonly schema?: string;
  readonly rowsPerJob?: string;
  readonly limit?: string;
  readonly load?: string;
  readonly concurrency?: string;
  readonly lookBack?: string;
  readonly rateLimit?: string;
  readonly maxConcurrency?: string;
  readonly online?: true;
  readonly deep?: true;
  readonly failIfBusy?: true;
  readonly environment?: string;
  readonly envFile?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** Adds the flags that name the database. */
export function addDatabaseFlags(command: Command): Command {
  return command
    .option('--database-url <url>', 'PostgreSQL: postgres://user@host:5432/name (default: DATABASE_URL)')
    .option('--schema <name>', 'schema of the tables (default publisher_commerce)');
}

/** Adds the flags that decide how a load is split. */
export function addPlanFlags(command: Command): Command {
  return command
    .option('--rows-per-job <rows>', 'about how many rows a job has, 1 to 100000 (default 10000)')
    .option('--limit <rows>', 'rows a page, 1 to 10000 (default 5000)');
}

/** Adds the flags of a worker. */
export function addWorkerFlags(command: Command): Command {
  return addLimitFlags(
    command.option('--concurrency <number>', 'jobs to work on at the same time, 1 to 32 (default 2)'),
  );
}

/** Adds the flags that limit requests. */
export function addLimitFlags(command: Command): Command {
  return command
    .option('--rate-limit <number>', 'requests per minute of this process (default: no limit)')
    .option('--max-concurrency <number>', 'requests of this process at the same time (default: no limit)');
}

/** Adds the flags that select the service. */
export function addServiceFlags(command: Command): Command {
  return command.option(
    '--environment <name>',
    'production or sandbox (default: PUBLISHER_ENVIRONMENT, else production)',
  );
}

/** Adds the flags of the output, and the file of environment variables. */
export function addOutputFlags(command: Command, { quiet = false } = {}): Command {
  command.option('--json', 'print the result, or the error, as JSON');
  if (quiet) command.option('--quiet', 'print errors only');
  return command.option(
    '--env-file <file>',
    'read environment variables from this file; variables already set take precedence',
  );
}
