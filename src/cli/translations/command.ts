import type { Command } from 'commander';

import type { ExitCode } from '../command-error.ts';
import type { CommandModule } from '../command-module.ts';
import { addServiceFlags } from '../connection.ts';
import { addOutputFlags } from '../flags.ts';
import { addTableFlags } from '../table/table-flags.ts';
import type { TranslationFlags } from './translation-flags.ts';

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

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 or 143 interrupted

Examples:
  publisher-commerce translations pull --out translations.csv
  publisher-commerce translations pull --out german.csv --locales de --force
`;

const statusHelp = `
A translation is missing if another locale has it. One that equals the English
one may be a name, or is not translated yet.

Exit codes: 0 nothing is missing, 1 failed, 2 wrong usage or a file that is
            wrong, 3 translations are missing, 130 or 143 interrupted

Examples:
  publisher-commerce translations status --locales de,fr,ja --list
  publisher-commerce translations status translations.csv --json
`;

const pushHelp = `
Only what is new or changed is sent. An empty cell changes nothing, and nothing
is deleted. It shows the changes and asks; afterwards it reads the service
again and compares.

Exit codes: 0 done, or nothing to do, 1 failed, or you said no, 2 wrong usage
            or a file that is wrong, 3 the service has something else than was
            sent, or --dry-run found changes, 130 or 143 interrupted

Examples:
  publisher-commerce translations push translations.csv --dry-run
  publisher-commerce translations push translations.xlsx --yes --json
`;

/** `translations`: the strings of the store as a file. */
export const translationsCommand: CommandModule = { define, run };

function define(translations: Command): void {
  translations
    .description('Reads, checks and sends the translations of the store as a file.')
    .addHelpText('after', more);
  const pull = translations
    .command('pull')
    .summary('write all translations of the service to a file')
    .description('Writes all translations of the service to a CSV file.')
    .requiredOption('--out <file>', 'file to write; required')
    .option('--locales <list>', 'columns besides en: de,fr,pt-BR (default: all locales)')
    .option('--force', 'replace the file if it exists');
  const status = translations
    .command('status')
    .summary('show what each locale lacks, in the service or a file')
    .description('Shows how many translations each locale has and lacks.')
    .argument('[file]', 'file to read instead of the service: CSV or .xlsx')
    .option('--locales <list>', 'locales to check: de,fr,ja (default: all but en)')
    .option('--list', 'name what is missing');
  const push = translations
    .command('push')
    .summary('send what is new or changed in a file to the service')
    .description('Sends the translations that are new or changed in a file to the service.')
    .argument('<file>', 'file to read: CSV, or a workbook (.xlsx)')
    .option('--yes', 'send without asking')
    .option('--dry-run', 'show the changes, and send nothing');
  addServiceFlags(addOutputFlags(pull)).addHelpText('after', pullHelp);
  addServiceFlags(addOutputFlags(addTableFlags(status))).addHelpText('after', statusHelp);
  addServiceFlags(addOutputFlags(addTableFlags(push))).addHelpText('after', pushHelp);
}

async function run(command: Command): Promise<ExitCode> {
  const flags = command.opts<TranslationFlags>();
  const [file] = command.args;
  if (command.name() === 'pull') return (await import('./pull.ts')).runPull(flags);
  if (command.name() === 'status') return (await import('./status.ts')).runStatus(file, flags);
  // Commander has rejected a command line without the file.
  return (await import('./push.ts')).runPush(file ?? '', flags);
}
