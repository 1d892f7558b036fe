import type { Command } from 'commander';

import type { CommandModule } from '../command-module.ts';
import type { ExitCode } from '../command-error.ts';
import {
  addEnvFileFlag,
  addEnvironmentFlag,
  addJsonFlag,
  addLimitFlags,
  addOutputFlags,
  addRangeFlags,
  loadEnvFile,
} from '../flags.ts';
import type { LoadFlags } from './load-flags.ts';

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

const planHelp = `
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

const workHelp = `
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

const syncHelp = `
Continues where the loads end, or have their first gap: loads from --look-back
before that until now. The data begins at --start, or with the first load if it
is earlier. Running it again adds nothing twice. If two run at once, the second
one does nothing. A sync that was killed counts as running for 30 seconds.

Stored rows that the service no longer returns, in two reads, are marked as
missing, and not counted any more: load verify lists them.

Exit codes: 0 done, or another sync is running, 1 failed, or jobs have failed,
            2 wrong usage, 3 the table differs from its receipts, or rows were
            marked as missing, 4 another sync is running, with --fail-if-busy,
            130 or 143 interrupted

Examples:
  publisher-commerce load sync --start 2026-01-01
  publisher-commerce load sync --look-back 2d --quiet --env-file service.env
`;

const statusHelp = `
Exit codes: 0 done, 1 failed, 2 wrong usage

Examples:
  publisher-commerce load status
  watch -n 2 publisher-commerce load status
  publisher-commerce load status --json
`;

const verifyHelp = `
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

/** `load`: loads transactions into PostgreSQL. */
export const loadCommand: CommandModule = { define, run };

function define(load: Command): void {
  load
    .description('Loads transactions into PostgreSQL, with any number of workers.')
    .addHelpText('after', more);
  const plan = load
    .command('plan')
    .summary('split a range into jobs, and create or migrate the tables')
    .description('Splits a range of transactions into jobs, and creates or migrates the tables.');
  addLimitFlags(addPlanFlags(addRangeFlags(plan, 'load')));
  const work = load
    .command('work')
    .summary('work on the jobs of open loads until they are done')
    .description('Works on the jobs of open loads, together with other workers, until they are done.')
    .option('--load <id>', 'work on this load only (default: all open loads)');
  addWorkerFlags(work);
  const sync = load
    .command('sync')
    .summary('for cron: load what is new since the last load, and verify')
    .description('Loads what is new and late rows, and verifies the table.')
    .option('--start <time>', 'start of the data, required if there is no load yet: ISO 8601 or a date')
    .option('--end <time>', 'end of the load, excluded (default: now)')
    .option('--look-back <duration>', 'for late rows: 90m, 24h, 2d (default 24h)')
    .option('--fail-if-busy', 'exit with 4 instead of 0 if another sync is running');
  addWorkerFlags(addPlanFlags(sync));
  const status = load
    .command('status')
    .summary('show jobs done, speed, time left and workers')
    .description('Shows the open loads, or the latest one, and the workers of the last seven days.')
    .option('--load <id>', 'show this load (default: the open loads, or the latest one)');
  const verify = load
    .command('verify')
    .summary('compare the table with its receipts, or with the service')
    .description('Compares the table with its receipts, and with the service.')
    .option('--online', 'also compare the number of rows of each day with the service')
    .option('--deep', 'also request all rows again, and compare each');
  addLimitFlags(verify);
  addCommonFlags(plan, planHelp);
  addCommonFlags(work, workHelp);
  addCommonFlags(sync, syncHelp);
  addEnvFileFlag(addJsonFlag(addDatabaseFlags(status))).addHelpText('after', statusHelp);
  addCommonFlags(verify, verifyHelp);
}

/** Adds the flags of a subcommand that sends requests, and its help. */
function addCommonFlags(command: Command, help: string): void {
  addOutputFlags(addEnvironmentFlag(addDatabaseFlags(command)));
  addEnvFileFlag(command).addHelpText('after', help);
}

function addDatabaseFlags(command: Command): Command {
  return command
    .option('--database-url <url>', 'PostgreSQL: postgres://user@host:5432/name (default: DATABASE_URL)')
    .option('--schema <name>', 'schema of the tables (default publisher_commerce)');
}

/** Adds the flags that decide how a load is split. */
function addPlanFlags(command: Command): Command {
  return command
    .option('--rows-per-job <rows>', 'about how many rows a job has, 1 to 100000 (default 10000)')
    .option('--limit <rows>', 'rows a page, 1 to 10000 (default 10000)');
}

/** Adds the flags of a worker. */
function addWorkerFlags(command: Command): Command {
  return addLimitFlags(
    command.option('--concurrency <number>', 'jobs to work on at the same time, 1 to 32 (default 2)'),
  );
}

async function run(command: Command): Promise<ExitCode> {
  const flags = command.opts<LoadFlags>();
  if (flags.envFile !== undefined) loadEnvFile(flags.envFile);
  if (command.name() === 'status') return (await import('./status.ts')).runStatus(flags);
  const { runPlan, runSync, runVerify, runWork } = await import('./run-load.ts');
  if (command.name() === 'plan') return runPlan(flags);
  if (command.name() === 'work') return runWork(flags);
  return command.name() === 'sync' ? runSync(flags) : runVerify(flags);
}
