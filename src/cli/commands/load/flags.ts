import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

import { exitCodes } from '../../terminal/exit-codes.ts';
import {
  addRangeFlags,
  envFileFlag,
  type FlagsOf,
  jsonFlag,
  quietFlag,
  maxConcurrencyFlag,
  currencyDigitsFlag,
  sourceFlag,
} from '../../flags/flags.ts';
import { duration, integer, list, text, time, zeroOr } from '../../flags/parsers.ts';
import { addBatchFlags, retryForFlag } from '../../flags/request-options.ts';

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

const planHelp = `
A range that has an open load is not planned again: that load is returned.
To find jobs of about the same size, it counts the rows of parts of the range:
four to seven requests for each job. With --rate-limit 600, the thousand jobs
of ten million rows take about ten minutes to plan. One plan waits for another,
for 30 seconds if that one was killed.

${exitCodes({ interrupted: 'interrupted' })}

Examples:
  publisher-commerce load plan --month 2026-10
  publisher-commerce load plan --start 2026-01-01 --end 2026-07-01
`;

const workHelp = `
Run it on as many machines as you like, also while others work. It ends when no
job is left, and waits 30 seconds for those of a worker that died. A job that
failed five times is listed; the next worker that starts tries it again. The
limits are those of this process: divide the service's limit by the number of
workers.

${exitCodes({
  done: 'done, or no load is open',
  failed: 'failed, or jobs have failed',
  different: 'rows are in quarantine, or stored rows were not found',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce load work --concurrency 4
  publisher-commerce load work --load 3 --rate-limit 120
`;

const syncHelp = `
Continues where the loads end, or have their first gap: loads from --look-back
before that until now, and verifies the days that it read. The data begins at
--start, or with the first load if it is earlier. Open plans are left to load
work. Running it again adds nothing twice. If two run at once, the second one
does nothing. A sync that was killed counts as running for 30 seconds.

Stored rows that the service no longer returns are marked as missing: load
verify lists them, and sums include them until a later load, at least
--remove-after afterwards, does not find them either. Until then, and for 30
days after it, each sync looks for them.

${exitCodes({
  done: 'done, or another sync is running',
  failed: 'failed, or jobs have failed',
  different: 'the table differs from its receipts, or stored rows were not found',
  busy: 'another sync is running, with --fail-if-busy',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce load sync --start 2026-01-01
  publisher-commerce load sync --look-back 2d --quiet --env-file service.env
`;

const recountHelp = `
For rows that were deleted from the table, by hand or with a partition: load
sync and load verify find their days different from the receipts of the jobs
from then on. It requests the days again, stores what the table lacks, and
records what was missing: load verify and load status name it. What load erase
emptied stays empty.

--start and --end are days in UTC.

${exitCodes({
  failed: 'failed, or jobs have failed',
  different: 'rows are in quarantine, or stored rows were not found',
  interrupted: 'interrupted: run it again',
})}

Examples:
  publisher-commerce load recount --month 2026-10
  publisher-commerce load recount --start 2026-10-03 --end 2026-10-05
`;

const statusHelp = `
With --max-lag, it ends with 3, and one line for each, if the finished loads of
a source reach less far than that before now, a load did not find rows that the
service has and no other load has its range, jobs have failed, or rows are in
quarantine.

${exitCodes({ different: 'something is wrong, with --max-lag' })}

Examples:
  publisher-commerce load status
  publisher-commerce load status --max-lag 30h --quiet
  watch -n 2 publisher-commerce load status
  publisher-commerce load status --json
`;

const verifyHelp = `
Compared are, over the ranges of all loads:
  always       every column of each row, with the row as received;
               rows and sums of each day, currency and type, computed again,
               with the receipts of all jobs
  --online     also the number of rows of each day, with the service's count:
               one request a day. Finds late and deleted rows, unless as many
               of both are on one day
  --deep       also every row and column, with the rows that the service
               returns now: requests everything again

Rows that the last read did not find are listed: counts and sums include them
until another load does not find them either.

--online and --deep need PUBLISHER_BASE_URL and PUBLISHER_TOKEN in the
environment. Nothing is written: to store what differs, plan the range again.

${exitCodes({
  done: 'no difference in what was compared',
  different: 'something differs, is in quarantine, was not found or is not done yet',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce load verify
  publisher-commerce load verify --online --env-file service.env
  publisher-commerce load verify --deep --rate-limit 60
`;

const eraseHelp = `
It empties the personal columns and the same parts of the rows as received,
also in old rows and in quarantine, and keeps ids, times, the country and
amounts. Later loads store the rows without them too. It cannot be undone.

${exitCodes({ failed: 'failed, or you said no', interrupted: 'interrupted: run it again' })}

Examples:
  publisher-commerce load erase --customer player-7
  publisher-commerce load erase --before 2024-01-01 --yes
`;

const concurrencyFlag = new Option(
  '--concurrency <number>',
  'jobs to work on at the same time, 1 to 32 (default 2)',
).argParser(integer(1, 32));

const removeAfterFlag = new Option(
  '--remove-after <duration>',
  'how long a row must be missing before another load removes it (default 20h)',
).argParser(zeroOr(duration(366)));

// The flags of the subcommands.
export type LoadPlanFlags = FlagsOf<typeof declarePlan>;
export type WorkFlags = FlagsOf<typeof declareWork>;
export type SyncFlags = FlagsOf<typeof declareSync>;
export type RecountFlags = FlagsOf<typeof declareRecount>;
export type LoadStatusFlags = FlagsOf<typeof declareStatus>;
export type EraseFlags = FlagsOf<typeof declareErase>;
export type VerifyFlags = FlagsOf<typeof declareVerify>;

/** `load`: loads transactions into PostgreSQL. */
export function declareLoad(command: Command) {
  return command
    .description('Loads transactions into PostgreSQL, with any number of workers.')
    .addHelpText('after', more);
}

export function declarePlan(command: Command) {
  const plan = command
    .summary('split a range into jobs, and create or migrate the tables')
    .description('Splits a range of transactions into jobs, and creates or migrates the tables.');
  const ranged = addSizeFlags(addColumnFlags(addRangeFlags(plan, 'load')))
    .addOption(currencyDigitsFlag)
    .option('--change-currency-digits', 'replace the decimals of earlier loads: only the view changes');
  return addRequestFlags(ranged).addHelpText('after', planHelp);
}

export function declareWork(command: Command) {
  const work = command
    .summary('work on the jobs of open loads until they are done')
    .description('Works on the jobs of open loads, together with other workers, until they are done.')
    .option('--load <id>', 'work on this load only (default: all open loads)', integer())
    .addOption(concurrencyFlag)
    .addOption(removeAfterFlag);
  return addRequestFlags(work).addHelpText('after', workHelp);
}

export function declareSync(command: Command) {
  const range = command
    .summary('for cron: load what is new since the last load, and verify')
    .description('Loads what is new and late rows, and verifies the table.')
    .option('--start <time>', 'start of the data, required if there is no load yet: ISO 8601 or a date', time)
    .option('--end <time>', 'end of the load, excluded (default: now)', time)
    .option('--look-back <duration>', 'for late rows: 90m, 24h, 2d (default 24h)', duration(366))
    .option('--fail-if-busy', 'exit with 4 instead of 0 if another sync is running');
  return addRequestFlags(
    addSizeFlags(addColumnFlags(range))
      .addOption(concurrencyFlag)
      .addOption(removeAfterFlag)
      .addOption(currencyDigitsFlag),
  ).addHelpText('after', syncHelp);
}

export function declareRecount(command: Command) {
  const recount = command
    .summary('make the receipts of days agree with the table, after rows were deleted')
    .description('Reads days again, stores what the table lacks, and makes their receipts agree with it.');
  return addRequestFlags(
    addSizeFlags(addRangeFlags(recount, 'recount')).addOption(concurrencyFlag).addOption(removeAfterFlag),
  ).addHelpText('after', recountHelp);
}

export function declareStatus(command: Command) {
  const status = command
    .summary('show jobs done, speed, time left and workers')
    .description('Shows the open loads, or the latest one, and the workers of the last seven days.')
    .option('--load <id>', 'show this load (default: the open loads, or the latest one)', integer())
    .option('--max-lag <duration>', 'exit with 3 if the loads end earlier than that: 30h, 2d', duration(366));
  return addDatabaseFlags(status)
    .addOption(retryForFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addOption(envFileFlag)
    .addHelpText('after', statusHelp);
}

export function declareVerify(command: Command) {
  const verify = command
    .summary('compare the table with its receipts, or with the service')
    .description('Compares the table with its receipts, and with the service.')
    .option('--online', 'also compare the number of rows of each day with the service')
    .option('--deep', 'also request all rows again, and compare each');
  return addRequestFlags(verify).addHelpText('after', verifyHelp);
}

export function declareErase(command: Command) {
  const erase = command
    .summary('erase a player, or all players of rows before a time')
    .description('Erases a player, or all players of rows before a time, from all tables.')
    .addOption(
      new Option('--customer <id>', 'player to erase, as the service has it')
        .conflicts('before')
        .argParser(text),
    )
    .option('--before <time>', 'erase all players of earlier rows: ISO 8601 or a date', time)
    .option('--yes', 'do not ask');
  return addDatabaseFlags(erase)
    .addOption(sourceFlag)
    .addOption(retryForFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addOption(envFileFlag)
    .addHelpText('after', eraseHelp);
}

/** Adds the flags of a subcommand that sends requests. */
function addRequestFlags<Flags extends OptionValues>(command: Command<[], Flags>) {
  const flags = addDatabaseFlags(command).addOption(sourceFlag).addOption(maxConcurrencyFlag);
  return addBatchFlags(flags);
}

function addDatabaseFlags<Flags extends OptionValues>(command: Command<[], Flags>) {
  return command
    .option('--database-url <url>', 'PostgreSQL: postgres://user@host:5432/name (default: DATABASE_URL)')
    .option('--schema <name>', 'schema of the tables (default publisher_commerce)');
}

/** Adds the flags of what is stored. */
function addColumnFlags<Flags extends OptionValues>(command: Command<[], Flags>) {
  return command
    .option('--drop <column>', 'do not store a column; as in the first load; repeatable', list)
    .option('--hash <column>', 'store it as HMAC-SHA256 with PUBLISHER_HASH_KEY; repeatable', list);
}

/** Adds the flags that decide how a load is split. */
function addSizeFlags<Flags extends OptionValues>(command: Command<[], Flags>) {
  const rowsPerJob = 'about how many rows a job has, 1 to 100000 (default 10000)';
  return command
    .option('--rows-per-job <rows>', rowsPerJob, integer(1, 100_000))
    .option('--limit <rows>', 'rows a page, 1 to 10000 (default 10000)', integer(1, 10_000));
}
