import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

import { addRangeFlags, currencyDigitsFlag, type FlagsOf } from '../../flags/flags.ts';
import { durationParser, integerParser, parseList, parseTime, zeroOr } from '../../flags/parsers.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { addRequestFlags } from './flags.ts';

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
work. It counts the days from 30 before the last row on, and reads those again
that have more rows at the service. Running it again adds nothing twice. If
two run at once, the second one does nothing. A sync that was killed counts as
running for 30 seconds.

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

const concurrencyFlag = new Option(
  '--concurrency <number>',
  'jobs to work on at the same time, 1 to 32 (default 2)',
).argParser(integerParser(1, 32));

const removeAfterFlag = new Option(
  '--remove-after <duration>',
  'how long a row must be missing before another load removes it (default 20h)',
).argParser(zeroOr(durationParser(366)));

// The flags of the subcommands.
export type LoadPlanFlags = FlagsOf<typeof declarePlan>;
export type WorkFlags = FlagsOf<typeof declareWork>;
export type SyncFlags = FlagsOf<typeof declareSync>;
export type RecountFlags = FlagsOf<typeof declareRecount>;

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
    .option('--load <id>', 'work on this load only (default: all open loads)', integerParser())
    .addOption(concurrencyFlag)
    .addOption(removeAfterFlag);
  return addRequestFlags(work).addHelpText('after', workHelp);
}

export function declareSync(command: Command) {
  const range = command
    .summary('for cron: load what is new since the last load, and verify')
    .description('Loads what is new and late rows, and verifies the table.')
    .option(
      '--start <time>',
      'start of the data, required if there is no load yet: ISO 8601 or a date',
      parseTime,
    )
    .option('--end <time>', 'end of the load, excluded (default: now)', parseTime)
    .option('--look-back <duration>', 'for late rows: 90m, 24h, 2d (default 24h)', durationParser(366))
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

/** Adds the flags of what is stored. */
function addColumnFlags<Flags extends OptionValues>(command: Command<[], Flags>) {
  return command
    .option('--drop <column>', 'do not store a column; as in the first load; repeatable', parseList)
    .option('--hash <column>', 'store it as HMAC-SHA256 with PUBLISHER_HASH_KEY; repeatable', parseList);
}

/** Adds the flags that decide how a load is split. */
function addSizeFlags<Flags extends OptionValues>(command: Command<[], Flags>) {
  const rowsPerJob = 'about how many rows a job has, 1 to 100000 (default 10000)';
  return command
    .option('--rows-per-job <rows>', rowsPerJob, integerParser(1, 100_000))
    .option('--limit <rows>', 'rows a page, 1 to 10000 (default 10000)', integerParser(1, 10_000));
}
