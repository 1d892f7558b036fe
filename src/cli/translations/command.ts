import type { Command } from '@commander-js/extra-typings';

import { exitCodes } from '../exit-codes.ts';
import { type FlagsOf } from '../flags.ts';
import { addBatchFlags } from '../request-options.ts';
import { addTableFlags, csvFile } from '../table/table-flags.ts';

const more = `
Examples:
  publisher-commerce translations pull --out translations.csv
  publisher-commerce translations status --locales de,fr,ja
  publisher-commerce translations push translations.csv --dry-run
`;

const pullHelp = `
The columns are kind (static or dynamic), key, type, external_id and field,
then one for each locale, en first. An empty cell is a missing translation. A
locale that the service does not have yet gets an empty column. A cell that a
spreadsheet would run as a formula starts with ', which push removes.

${exitCodes({ interrupted: 'interrupted' })}

Examples:
  publisher-commerce translations pull --out translations.csv
  publisher-commerce translations pull --out german.csv --locales de --force
`;

const statusHelp = `
A translation is missing if another locale has it. One that equals the English
one may be a name, or is not translated yet.

${exitCodes({
  done: 'nothing is missing',
  usage: 'wrong usage or a file that is wrong',
  different: 'translations are missing',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce translations status --locales de,fr,ja --list
  publisher-commerce translations status translations.csv --json
`;

const pushHelp = `
Only what is new or changed is sent. An empty cell changes nothing, and nothing
is deleted. It shows the changes and asks; afterwards it reads the service
again and compares.

${exitCodes({
  done: 'done, or nothing to do',
  failed: 'failed, or you said no',
  usage: 'wrong usage or a file that is wrong',
  different: 'the service has something else than was sent, or --dry-run found changes',
  interrupted: 'interrupted',
})}

Examples:
  publisher-commerce translations push translations.csv --dry-run
  publisher-commerce translations push translations.xlsx --yes --json
`;

// The flags of the subcommands.
export type PullFlags = FlagsOf<typeof declarePull>;
export type StatusFlags = FlagsOf<typeof declareStatus>;
export type PushFlags = FlagsOf<typeof declarePush>;

/** `translations`: the strings of the store as a file. */
export function declareTranslations(command: Command) {
  return command
    .description('Reads, checks and sends the translations of the store as a file.')
    .addHelpText('after', more);
}

export function declarePull(command: Command) {
  const pull = command
    .summary('write all translations of the service to a file')
    .description('Writes all translations of the service to a CSV file.')
    .requiredOption('--out <file>', 'file to write; required', csvFile)
    .option('--locales <list>', 'columns besides en: de,fr,pt-BR (default: all locales)')
    .option('--force', 'replace the file if it exists');
  return addBatchFlags(pull).addHelpText('after', pullHelp);
}

export function declareStatus(command: Command) {
  const status = command
    .summary('show what each locale lacks, in the service or a file')
    .description('Shows how many translations each locale has and lacks.')
    .argument('[file]', 'file to read instead of the service: CSV or .xlsx')
    .option('--locales <list>', 'locales to check: de,fr,ja (default: all but en)')
    .option('--list', 'name what is missing');
  return addBatchFlags(addTableFlags(status)).addHelpText('after', statusHelp);
}

export function declarePush(command: Command) {
  const push = command
    .summary('send what is new or changed in a file to the service')
    .description('Sends the translations that are new or changed in a file to the service.')
    .argument('<file>', 'file to read: CSV, or a workbook (.xlsx)')
    .option('--yes', 'send without asking')
    .option('--dry-run', 'show the changes, and send nothing');
  return addBatchFlags(addTableFlags(push)).addHelpText('after', pushHelp);
}
