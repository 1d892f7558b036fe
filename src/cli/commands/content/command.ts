import { applyCodes, changeCommands, planCodes } from '../../changes/change-commands.ts';
import { groupOf } from '../../flags/command-module.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { commaList } from '../../flags/parsers.ts';
import { stringCommands } from '../../strings/string-commands.ts';
import { addLocaleFlags, localesFlag } from '../../strings/string-flags.ts';

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

const strings = () => import('./content-strings.ts');

/** `content`: the translations of portal content as a sheet. */
export const contentCommand = groupOf(
  (command) =>
    command
      .description('Reads, checks and sends the translations of portal content as a sheet.')
      .addHelpText('after', more),
  {
    ...stringCommands({
      declarePull: (command) =>
        command
          .summary('write portal content to a sheet')
          .description('Writes portal content and its translations to a sheet.')
          .requiredOption(
            '--ids <list>',
            'ids of the content: news-1,news-2; required',
            commaList(/./, 'ids, such as news-1,news-2'),
          ),
      declareStatus: (command) =>
        command
          .summary('show what each locale of a sheet lacks')
          .description('Shows how many translations each locale of a sheet has and lacks.')
          .argument('<sheet>', 'sheet to read: CSV or .xlsx'),
      pullHelp: helpOf(exitCodes(), 'pull --ids news-1 --out content.xlsx'),
      statusHelp: helpOf(
        exitCodes({ done: 'nothing is missing', different: 'translations are missing' }),
        'status content.xlsx --list',
      ),
      checkHelp: helpOf(
        exitCodes({ done: 'nothing was found', different: 'there are findings' }),
        'check content.xlsx',
      ),
      kind: async () => (await strings()).portalContent,
      itemsOf: async ({ ids = [] }) => (await strings()).itemsOfIds(ids),
    }),
    ...changeCommands({
      name: 'content',
      things: 'translations of portal content',
      addFlags: addLocaleFlags,
      undoFlags: [localesFlag],
      planHelp: helpOf(planCodes, 'plan content.xlsx --review review.xlsx'),
      applyHelp: helpOf(applyCodes, 'apply content.xlsx').replace('\n', ''),
      open: async (flags) => (await strings()).contentResource(flags),
    }),
  },
);
