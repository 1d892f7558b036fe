import type { Command, OptionValues } from '@commander-js/extra-typings';

import { addApply, addPlan, addShow, addUndo, applyCodes, planCodes } from '../changes/command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type FlagsOf, jsonFlag, quietFlag } from '../flags.ts';
import { commaList, list } from '../parsers.ts';
import { addBatchFlags } from '../request-options.ts';
import { addTableFlags, sheetFile } from '../table/table-flags.ts';

const names = { name: 'translations', things: 'translations' };

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

Example:
  publisher-commerce translations check back.xlsx --locales ja,ko
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

// The flags of the subcommands.
export type PullFlags = FlagsOf<typeof declarePull>;
export type StatusFlags = FlagsOf<typeof declareStatus>;
export type CheckFlags = FlagsOf<typeof declareCheck>;

/** `translations`: the strings of the store as a sheet. */
export function declareTranslations(command: Command) {
  return command
    .description('Reads, checks and sends the translations of the store as a sheet.')
    .addHelpText('after', more);
}

export function declarePull(command: Command) {
  const pull = command
    .summary('write the translations of the service to a sheet')
    .description('Writes the translations of the service to a sheet.');
  return addPullFlags(pull).addHelpText('after', pullHelp);
}

/** Adds the flags of pull. */
export function addPullFlags<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  const pull = command
    .requiredOption('--out <file>', 'sheet to write: CSV, or a workbook (.xlsx); required', sheetFile)
    .option('--locales <list>', 'only these locales: de,fr,pt-BR (default: all)', locales)
    .option('--missing', 'only what lacks a translation')
    .option('--force', 'replace the file of --out if it exists');
  return addBatchFlags(pull);
}

export function declareStatus(command: Command) {
  const status = command
    .summary('show what each locale lacks, in the service or a sheet')
    .description('Shows how many translations each locale has and lacks.')
    .argument('[file]', 'sheet to read instead of the service: CSV or .xlsx');
  return addStatusFlags(status).addHelpText('after', statusHelp);
}

/** Adds the flags of status. */
export function addStatusFlags<Args extends unknown[], Flags extends OptionValues>(
  command: Command<Args, Flags>,
) {
  const status = addTableFlags(command)
    .option('--locales <list>', 'locales to count: de,fr,ja (default: all but en)', locales)
    .option('--list', 'name what is missing')
    .option('--ignore-column <name>', 'a column that is not read; repeatable', list);
  return addBatchFlags(status);
}

export function declareCheck(command: Command) {
  return addCheckFlags(command).addHelpText('after', checkHelp);
}

/** Adds what check takes. */
export function addCheckFlags(command: Command) {
  const check = command
    .summary('look for mistakes in every cell of a sheet, without the service')
    .description('Looks for mistakes in every cell of a sheet; it needs neither the service nor a token.')
    .argument('<sheet>', 'sheet to check: CSV, or a workbook (.xlsx)');
  return addTableFlags(check)
    .option('--locales <list>', 'only these locales: ja,ko', locales)
    .option('--ignore-column <name>', 'a column that is not read; repeatable', list)
    .option('--all', 'print every finding, not only 20')
    .addOption(jsonFlag)
    .addOption(quietFlag);
}

export function declarePlan(command: Command) {
  return addStoreFlags(addPlan(command, names)).addHelpText('after', planHelp);
}

export function declareApply(command: Command) {
  return addStoreFlags(addApply(command, names)).addHelpText('after', applyHelp);
}

export function declareShow(command: Command) {
  return addShow(command, names);
}

export function declareUndo(command: Command) {
  return addUndo(command, names);
}

/** Adds the flags of a sheet with a column for each locale. */
export function addLocaleFlags<Flags extends OptionValues>(command: Command<[string], Flags>) {
  return command
    .option('--locales <list>', 'only these locales: ja,ko', locales)
    .option('--skip-checks', 'do not look for mistakes in what changes');
}

function addStoreFlags<Flags extends OptionValues>(command: Command<[string], Flags>) {
  return addLocaleFlags(command)
    .option('--new-locales <list>', 'locales that the service does not have yet: ja,ko', locales)
    .option('--new-keys', 'allow strings that the service does not have yet')
    .option('--keys <list>', 'only these keys, or external ids: store.title,gems-100', keys);
}

const locales = commaList(/^[\w-]+$/, 'locales, such as de,pt-BR');
const keys = commaList(/./, 'keys, such as store.title,store.buy');
