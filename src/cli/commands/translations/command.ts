import { type Command, Option } from '@commander-js/extra-typings';

import { applyCodes, changeCommands, planCodes } from '../../changes/change-commands.ts';
import { groupOf } from '../../flags/command-module.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { commaList } from '../../flags/parsers.ts';
import { stringCommands } from '../../strings/string-commands.ts';
import { addLocaleFlags, locales, localesFlag } from '../../strings/string-flags.ts';

const more = `
A sheet has a row for each string and a column for each locale. An empty cell
changes nothing, and nothing is deleted.

Examples:
  publisher-commerce translations pull --out translations.xlsx
  publisher-commerce translations check translations.xlsx
  publisher-commerce translations plan translations.xlsx --base sent-out.xlsx
  publisher-commerce translations apply translations.xlsx --base sent-out.xlsx
`;

const pullHelp = `
The columns are kind (static or dynamic), key, type, external_id and field,
then one for each locale, en first. An empty cell is a missing translation. A
cell of a CSV that a spreadsheet would run as a formula starts with ', which
plan and apply remove.

${exitCodes({ interrupted: 'interrupted' })}

Examples:
  publisher-commerce translations pull --out translations.xlsx
  publisher-commerce translations pull --out german.csv --locales de --missing
`;

const statusHelp = `
A translation is missing if another locale has it. One that equals the English
one may be a name, or is not translated yet.

${exitCodes({
  done: 'nothing is missing',
  usage: 'wrong usage, or a file that is wrong',
  different: 'translations are missing',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce translations status --locales de,fr,ja --list
  publisher-commerce translations status translations.csv --json
`;

const checkHelp = `
It compares each cell with its source: placeholders, ICU arguments and tags
that are lost, added or translated; spaces and line breaks; what is the same as
the source, or written in other letters than its locale; and keys that resemble
each other.

${exitCodes({
  done: 'nothing was found',
  usage: 'wrong usage, or a sheet that is wrong',
  different: 'there are findings',
})}

Examples:
  publisher-commerce translations check back.xlsx --locales ja,ko
  publisher-commerce translations check back.csv --base sent-out.csv
`;

const planHelp = `
An empty cell changes nothing. What changes is checked, as by check.

${planCodes}

Examples:
  publisher-commerce translations plan translations.xlsx --review review.xlsx
  publisher-commerce translations plan back.xlsx --base sent-out.xlsx
`;

const applyHelp = `
${applyCodes}

Examples:
  publisher-commerce translations apply translations.csv
  publisher-commerce translations apply plan.json --yes --json
`;

function addStoreFlags(command: Command<[string]>) {
  return addLocaleFlags(command)
    .option('--new-locales <list>', 'locales that the service does not have yet: ja,ko', locales)
    .option('--new-keys', 'allow strings that the service does not have yet')
    .addOption(keysFlag);
}

const keysFlag = new Option(
  '--keys <list>',
  'only these keys, or external ids: store.title,gems-100',
).argParser(commaList(/./, 'keys, such as store.title,store.buy'));

/** `translations`: the strings of the store as a sheet. */
export const translationsCommand = groupOf(
  (command) =>
    command
      .description('Reads, checks and sends the translations of the store as a sheet.')
      .addHelpText('after', more),
  {
    ...stringCommands({
      declarePull: (command) =>
        command
          .summary('write the translations of the service to a sheet')
          .description('Writes the translations of the service to a sheet.')
          .option('--one-key', 'name a string in one column key: static.KEY, or type/externalId/field'),
      declareStatus: (command) =>
        command
          .summary('show what each locale lacks, in the service or a sheet')
          .description('Shows how many translations each locale has and lacks.')
          .argument('[file]', 'sheet to read instead of the service: CSV or .xlsx'),
      ...{ pullHelp, statusHelp, checkHelp },
      kind: async () => (await import('./store-strings.ts')).storeStrings,
    }),
    ...changeCommands({
      name: 'translations',
      things: 'translations',
      addFlags: addStoreFlags,
      undoFlags: [localesFlag, keysFlag],
      ...{ planHelp, applyHelp },
      open: async (flags) => (await import('./store-strings.ts')).translationsResource(flags),
    }),
  },
);
