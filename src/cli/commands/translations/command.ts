import { type Command, Option } from '@commander-js/extra-typings';

import { applyCodes, changeCommands, planCodes } from '../../changes/change-commands.ts';
import { type CommandModule, commandOf, groupOf } from '../../flags/command-module.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { type FlagsOf, jsonFlag, quietFlag } from '../../flags/flags.ts';
import { commaList, list } from '../../flags/parsers.ts';
import { addBatchFlags } from '../../flags/request-options.ts';
import { addTableFlags, sheetFile } from '../../tables/table-flags.ts';
import type { StringKind } from '../../strings/strings.ts';

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

// The flags of the subcommands.
export type PullFlags = FlagsOf<typeof addPullFlags> & {
  readonly ids?: readonly string[];
  readonly oneKey?: boolean;
};
export type StatusFlags = FlagsOf<typeof addStatusFlags>;
export type CheckFlags = FlagsOf<typeof addCheckFlags>;

function addPullFlags(command: Command) {
  const pull = command
    .requiredOption('--out <file>', 'sheet to write: CSV, or a workbook (.xlsx); required', sheetFile)
    .option('--locales <list>', 'only these locales: de,fr,pt-BR (default: all)', locales)
    .option('--missing', 'only what lacks a translation')
    .option('--force', 'replace the file of --out if it exists');
  return addBatchFlags(pull);
}

function addStatusFlags<Args extends unknown[]>(command: Command<Args>) {
  const status = addTableFlags(command)
    .option('--locales <list>', 'locales to count: de,fr,ja (default: all but en)', locales)
    .option('--list', 'name what is missing')
    .option('--ignore-column <name>', 'a column that is not read; repeatable', list);
  return addBatchFlags(status);
}

function addCheckFlags(command: Command) {
  const check = command
    .summary('look for mistakes in every cell of a sheet, without the service')
    .description('Looks for mistakes in every cell of a sheet; it needs neither the service nor a token.')
    .argument('<sheet>', 'sheet to check: CSV, or a workbook (.xlsx)');
  return addTableFlags(check)
    .option('--base <sheet>', 'the sheet as it was sent out, for what a translation tool has left out')
    .option('--locales <list>', 'only these locales: ja,ko', locales)
    .option('--ignore-column <name>', 'a column that is not read; repeatable', list)
    .option('--all', 'print every finding, not only 20')
    .addOption(jsonFlag)
    .addOption(quietFlag);
}

/** Adds the flags of a sheet with a column for each locale. */
export function addLocaleFlags(command: Command<[string]>) {
  return command.addOption(localesFlag).option('--skip-checks', 'do not look for mistakes in what changes');
}

function addStoreFlags(command: Command<[string]>) {
  return addLocaleFlags(command)
    .option('--new-locales <list>', 'locales that the service does not have yet: ja,ko', locales)
    .option('--new-keys', 'allow strings that the service does not have yet')
    .addOption(keysFlag);
}

const locales = commaList(/^[\w-]+$/, 'locales, such as de,pt-BR');
/** The locales of a sheet that are wanted. */
export const localesFlag = new Option('--locales <list>', 'only these locales: ja,ko').argParser(locales);
const keysFlag = new Option(
  '--keys <list>',
  'only these keys, or external ids: store.title,gems-100',
).argParser(commaList(/./, 'keys, such as store.title,store.buy'));

/** What the commands of strings say and do. */
interface StringCommands<File extends string | undefined> {
  readonly declarePull: (command: Command) => Command;
  readonly declareStatus: (command: Command) => Command<[File]>;
  readonly pullHelp: string;
  readonly statusHelp: string;
  readonly checkHelp: string;
  readonly kind: () => Promise<StringKind>;
  /** What pull reads, where the service cannot list what it has. */
  readonly itemsOf?: (flags: PullFlags) => Promise<readonly string[]>;
}

/** The commands pull, status and check of strings with a column for each locale. */
export function stringCommands<File extends string | undefined>({
  kind,
  itemsOf,
  ...declared
}: StringCommands<File>): Readonly<Record<'pull' | 'status' | 'check', CommandModule>> {
  return {
    pull: commandOf(
      (command) => addPullFlags(declared.declarePull(command)).addHelpText('after', declared.pullHelp),
      async (flags) =>
        (await import('../../strings/run-pull.ts')).runPull(await kind(), flags, await itemsOf?.(flags)),
    ),
    status: commandOf(
      (command) => addStatusFlags(declared.declareStatus(command)).addHelpText('after', declared.statusHelp),
      async (flags, file) =>
        (await import('../../strings/run-status.ts')).runStatus(await kind(), file, flags),
    ),
    check: commandOf(
      (command) => addCheckFlags(command).addHelpText('after', declared.checkHelp),
      async (flags, sheet) =>
        (await import('../../strings/run-check.ts')).runCheck(await kind(), sheet, flags),
    ),
  };
}

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
