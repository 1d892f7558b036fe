import { type Command, Option } from '@commander-js/extra-typings';

import { applyCodes, planCodes } from '../../changes/change-flags.ts';
import { commaListParser } from '../../flags/parsers.ts';
import { addLocaleFlags, locales } from '../../strings/string-flags.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
A sheet has a row for each string and a column for each locale. An empty cell
changes nothing, and nothing is deleted.

Examples:
  publisher-commerce translations pull --out translations.xlsx
  publisher-commerce translations check translations.xlsx
  publisher-commerce translations plan translations.xlsx --base sent-out.xlsx
  publisher-commerce translations apply translations.xlsx --base sent-out.xlsx
`;

export const pullHelp = `
The columns are kind (static or dynamic), key, type, external_id and field,
then one for each locale, en first. An empty cell is a missing translation. A
cell of a CSV that a spreadsheet would run as a formula starts with ', which
plan and apply remove.

${exitCodes({ interrupted: 'interrupted' })}

Examples:
  publisher-commerce translations pull --out translations.xlsx
  publisher-commerce translations pull --out german.csv --locales de --missing
`;

export const statusHelp = `
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

export const checkHelp = `
It compares each cell with its source: placeholders, ICU arguments and tags
that are lost, added or translated; spaces and line breaks; what is the same as
the source, or written in other letters than its locale; and keys that resemble
each other.

${exitCodes({
  done: 'nothing was found, but of low rank',
  usage: 'wrong usage, or a sheet that is wrong',
  different: 'there are findings',
})}

Examples:
  publisher-commerce translations check back.xlsx --locales ja,ko
  publisher-commerce translations check back.csv --base sent-out.csv
`;

export const planHelp = `
An empty cell changes nothing. What changes is checked, as by check.

${planCodes}

Examples:
  publisher-commerce translations plan translations.xlsx --review review.xlsx
  publisher-commerce translations plan back.xlsx --base sent-out.xlsx
`;

export const applyHelp = `
${applyCodes}

Examples:
  publisher-commerce translations apply translations.csv
  publisher-commerce translations apply plan.json --yes --json
`;

/** `translations`: the strings of the store as a sheet. */
export function declareTranslations(command: Command) {
  return command
    .description('Reads, checks and sends the translations of the store as a sheet.')
    .addHelpText('after', more);
}

export function declareTranslationsPull(command: Command) {
  return command
    .summary('write the translations of the service to a sheet')
    .description('Writes the translations of the service to a sheet.')
    .option('--one-key', 'name a string in one column key: static.KEY, or type/externalId/field');
}

export function declareTranslationsStatus(command: Command) {
  return command
    .summary('show what each locale lacks, in the service or a sheet')
    .description('Shows how many translations each locale has and lacks.')
    .argument('[file]', 'sheet to read instead of the service: CSV or .xlsx');
}

/** Adds the flags that say what of a sheet is sent. */
export function addStoreFlags(command: Command<[string]>) {
  return addLocaleFlags(command)
    .option('--new-locales <list>', 'locales that the service does not have yet: ja,ko', locales)
    .option('--new-keys', 'allow strings that the service does not have yet')
    .addOption(keysFlag);
}

export const keysFlag = new Option(
  '--keys <list>',
  'only these keys, or external ids: store.title,gems-100',
).argParser(commaListParser(/./, 'keys, such as store.title,store.buy'));
