import { type Command, Option } from '@commander-js/extra-typings';

import { type FlagsOf, jsonFlag, quietFlag } from '../flags/flags.ts';
import { commaListParser, parseList } from '../flags/parsers.ts';
import { addBatchFlags } from '../flags/request-options.ts';
import { addTableFlags, sheetFile } from '../tables/table-flags.ts';

// The flags of the commands of strings.
export type PullFlags = FlagsOf<typeof addPullFlags> & {
  readonly ids?: readonly string[];
  readonly oneKey?: boolean;
};
export type StatusFlags = FlagsOf<typeof addStatusFlags>;
export type CheckFlags = FlagsOf<typeof addCheckFlags>;

export function addPullFlags(command: Command) {
  const pull = command
    .requiredOption('--out <file>', 'sheet to write: CSV, or a workbook (.xlsx); required', sheetFile)
    .option('--locales <list>', 'only these locales: de,fr,pt-BR (default: all)', locales)
    .option('--missing', 'only what lacks a translation')
    .option('--force', 'replace the file of --out if it exists');
  return addBatchFlags(pull);
}

export function addStatusFlags<Args extends unknown[]>(command: Command<Args>) {
  const status = addTableFlags(command)
    .addOption(localeFlag)
    .option('--locales <list>', 'locales to count: de,fr,ja (default: all but en)', locales)
    .option('--list', 'name what is missing')
    .option('--ignore-column <name>', 'a column that is not read; repeatable', parseList);
  return addBatchFlags(status);
}

export function addCheckFlags(command: Command) {
  const check = command
    .summary('look for mistakes in every cell of a sheet, without the service')
    .description('Looks for mistakes in every cell of a sheet; it needs neither the service nor a token.')
    .argument('<sheet>', 'sheet to check: CSV, or a workbook (.xlsx)');
  return addTableFlags(check)
    .option('--base <sheet>', 'the sheet as it was sent out, for what a translation tool has left out')
    .addOption(localeFlag)
    .option('--locales <list>', 'only these locales: ja,ko', locales)
    .option('--ignore-column <name>', 'a column that is not read; repeatable', parseList)
    .option('--all', 'print every finding, not only 20')
    .addOption(jsonFlag)
    .addOption(quietFlag);
}

/** Adds the flags of a sheet with a column for each locale. */
export function addLocaleFlags(command: Command<[string]>) {
  return command
    .addOption(localeFlag)
    .addOption(localesFlag)
    .option('--skip-checks', 'do not look for mistakes in what changes');
}

/** The language of a file that does not say it. */
const localeFlag = new Option(
  '--locale <locale>',
  'language of a column value, or of JSON with one language: de',
);

/** Parses locales: `de,pt-BR`. */
export const locales = commaListParser(/^[\w-]+$/, 'locales, such as de,pt-BR');
/** The locales of a sheet that are wanted. */
export const localesFlag = new Option('--locales <list>', 'only these locales: ja,ko').argParser(locales);
