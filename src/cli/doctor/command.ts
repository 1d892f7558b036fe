import { type Command, Option } from 'commander';

import type { CommandModule } from '../command-module.ts';
import { addEnvFileFlag, addEnvironmentFlag, addJsonFlag } from '../flags.ts';

const more = `
Only requests that read are sent, whatever the flags. No row of a player and no
token is printed or written.

Exit codes: 0 no problem, 1 no connection, 2 wrong usage, 3 problems

Examples:
  publisher-commerce doctor --env-file service.env
  publisher-commerce doctor --environment sandbox --out doctor.md
  publisher-commerce doctor --demo --json
`;

/** `doctor`: finds out how the service behaves where the specification is silent. */
export const doctorCommand: CommandModule = {
  define,
  run: async (command) => (await import('./run-doctor.ts')).runDoctor(command.opts()),
};

function define(command: Command): void {
  command.description('Finds out by reading how your service behaves where its specification is silent.');
  addEnvironmentFlag(command);
  command
    .addOption(
      new Option('--demo', 'examine the built-in sandbox: no account is needed').conflicts('environment'),
    )
    .option('--start <time>', 'start of a range with rows (default: found by itself)')
    .option('--end <time>', 'end of that range')
    .option('--content-id <id>', 'a content item to read')
    .option('--max-requests <number>', 'most requests to send (default: 60)')
    .option('--max-rows <number>', 'most rows to read (default: 20000)')
    .option('--rate <number>', 'requests per second (default: 5)')
    .option('--out <file>', 'also write the report to this file, as Markdown: .md')
    .option('--force', 'replace the file if it exists');
  addJsonFlag(command);
  addEnvFileFlag(command).addHelpText('after', more);
}
