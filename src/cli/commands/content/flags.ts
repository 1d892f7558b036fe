import type { Command } from '@commander-js/extra-typings';

import { applyCodes, planCodes } from '../../changes/change-flags.ts';
import { commaListParser } from '../../flags/parsers.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';

const more = `
A sheet has a row for each field of a content, whose source is the content's
own, and a column for each locale. An empty cell changes nothing. A locale has
to be enabled in the Publisher Dashboard before.

Examples:
  publisher-commerce content pull --ids news-1,news-2 --out content.xlsx
  publisher-commerce content check content.xlsx
  publisher-commerce content apply content.xlsx
`;

/** Returns what stands behind the flags of a command. */
function helpOf(codes: string, example: string): string {
  return `\n${codes}\n\nExample:\n  publisher-commerce content ${example}`;
}

/** `content`: the translations of portal content as a sheet. */
export function declareContent(command: Command) {
  return command
    .description('Reads, checks and sends the translations of portal content as a sheet.')
    .addHelpText('after', more);
}

export function declareContentPull(command: Command) {
  return command
    .summary('write portal content to a sheet')
    .description('Writes portal content and its translations to a sheet.')
    .requiredOption(
      '--ids <list>',
      'ids of the content: news-1,news-2; required',
      commaListParser(/./, 'ids, such as news-1,news-2'),
    );
}

export function declareContentStatus(command: Command) {
  return command
    .summary('show what each locale of a sheet lacks')
    .description('Shows how many translations each locale of a sheet has and lacks.')
    .argument('<sheet>', 'sheet to read: CSV or .xlsx');
}

/** What the help of a subcommand has below its flags. */
export const help = {
  pull: helpOf(exitCodes(), 'pull --ids news-1 --out content.xlsx'),
  status: helpOf(
    exitCodes({ done: 'nothing is missing', different: 'translations are missing' }),
    'status content.xlsx --list',
  ),
  check: helpOf(
    exitCodes({ done: 'nothing was found, but of low rank', different: 'there are findings' }),
    'check content.xlsx',
  ),
  plan: helpOf(planCodes, 'plan content.xlsx --review review.xlsx'),
  apply: helpOf(applyCodes, 'apply content.xlsx').replace('\n', ''),
};
