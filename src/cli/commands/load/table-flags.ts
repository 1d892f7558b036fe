import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

import { envFileFlag } from '../../flags/env-file.ts';
import { type FlagsOf, jsonFlag, quietFlag, sourceFlag } from '../../flags/flags.ts';
import { durationParser, integerParser, parseText, parseTime } from '../../flags/parsers.ts';
import { retryForFlag } from '../../flags/request-options.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { addDatabaseFlags, addRequestFlags } from './flags.ts';

const statusHelp = `
Each alarm is a line: what is wrong, and the command that acknowledges it. With
--max-lag, so is a source whose finished loads reach less far than that before
now.

${exitCodes({ different: 'there are alarms' })}

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
environment. No row is changed: to store what differs, plan the range again.

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

const acknowledgeHelp = `
An alarm ends when its cause is gone, or when somebody acknowledges it. It
comes back if it is of another thing, such as another row, or a day whose count
differs by another number. The table acknowledgements has each note.

${exitCodes({})}

Examples:
  publisher-commerce load acknowledge 1f0c9a3e --note 'reported on 3 May'
  publisher-commerce load acknowledge 1f0c9a3e --undo
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

// The flags of the subcommands.
export type LoadStatusFlags = FlagsOf<typeof declareLoadStatus>;
export type LoadVerifyFlags = FlagsOf<typeof declareLoadVerify>;
export type AcknowledgeFlags = FlagsOf<typeof declareAcknowledge>;
export type EraseFlags = FlagsOf<typeof declareErase>;

export function declareLoadStatus(command: Command) {
  const status = command
    .summary('show jobs done, speed, time left and workers')
    .description('Shows the open loads, or the latest one, and the workers of the last seven days.')
    .option('--load <id>', 'show this load (default: the open loads, or the latest one)', integerParser())
    .option(
      '--max-lag <duration>',
      'exit with 3 if the loads end earlier than that: 30h, 2d',
      durationParser(366),
    );
  return addTableFlags(status).addHelpText('after', statusHelp);
}

export function declareLoadVerify(command: Command) {
  const verify = command
    .summary('compare the table with its receipts, or with the service')
    .description('Compares the table with its receipts, and with the service.')
    .option('--online', 'also compare the number of rows of each day with the service')
    .option('--deep', 'also request all rows again, and compare each');
  return addRequestFlags(verify).addHelpText('after', verifyHelp);
}

export function declareAcknowledge(command: Command) {
  const acknowledge = command
    .summary('end alarms that nobody has to act on')
    .description('Acknowledges alarms of load status and load sync.')
    .argument('<id...>', 'ids of alarms')
    .addOption(new Option('--note <why>', 'why nobody has to act').conflicts('undo').argParser(parseText))
    .option('--undo', 'take the acknowledgement back');
  return addTableFlags(acknowledge).addHelpText('after', acknowledgeHelp);
}

export function declareErase(command: Command) {
  const erase = command
    .summary('erase a player, or all players of rows before a time')
    .description('Erases a player, or all players of rows before a time, from all tables.')
    .addOption(
      new Option('--customer <id>', 'player to erase, as the service has it')
        .conflicts('before')
        .argParser(parseText),
    )
    .option('--before <time>', 'erase all players of earlier rows: ISO 8601 or a date', parseTime)
    .option('--yes', 'do not ask');
  return addTableFlags(erase.addOption(sourceFlag)).addHelpText('after', eraseHelp);
}

/** Adds the flags of a subcommand that sends no requests. */
function addTableFlags<Args extends unknown[], Flags extends OptionValues>(command: Command<Args, Flags>) {
  return addDatabaseFlags(command)
    .addOption(retryForFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addOption(envFileFlag);
}
