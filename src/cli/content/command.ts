import type { Command } from '@commander-js/extra-typings';

import { addApply, addPlan, addShow, addUndo, applyCodes, planCodes } from '../changes/command.ts';
import { exitCodes } from '../exit-codes.ts';
import { commaList } from '../parsers.ts';
import { addCheckFlags, addLocaleFlags, addPullFlags, addStatusFlags } from '../translations/command.ts';

const names = { name: 'content', things: 'translations of portal content' };

const more = `
A sheet has a row for each field of a content, whose source is the content's
own, and a column for each locale. An empty cell changes nothing. A locale has
to be enabled in the Publisher Dashboard before.

Examples:
  publisher-commerce content pull --ids news-1,news-2 --out content.xlsx
  publisher-commerce content check content.xlsx
  publisher-commerce content apply content.xlsx
`;

/** `content`: the translations of portal content as a sheet. */
export function declareContent(command: Command) {
  return command
    .description('Reads, checks and sends the translations of portal content as a sheet.')
    .addHelpText('after', more);
}

export function declarePull(command: Command) {
  const pull = command
    .summary('write portal content to a sheet')
    .description('Writes portal content and its translations to a sheet.')
    .requiredOption(
      '--ids <list>',
      'ids of the content: news-1,news-2; required',
      commaList(/./, 'ids, such as news-1,news-2'),
    );
  const example = '\nExample:\n  publisher-commerce content pull --ids news-1 --out content.xlsx';
  return addPullFlags(pull).addHelpText('after', `\n${exitCodes()}\n${example}`);
}

export function declareStatus(command: Command) {
  const status = command
    .summary('show what each locale of a sheet lacks')
    .description('Shows how many translations each locale of a sheet has and lacks.')
    .argument('<sheet>', 'sheet to read: CSV or .xlsx');
  const codes = exitCodes({ done: 'nothing is missing', different: 'translations are missing' });
  const example = '\nExample:\n  publisher-commerce content status content.xlsx --list';
  return addStatusFlags(status).addHelpText('after', `\n${codes}\n${example}`);
}

export function declareCheck(command: Command) {
  const codes = exitCodes({ done: 'nothing was found', different: 'there are findings' });
  const example = '\nExample:\n  publisher-commerce content check content.xlsx';
  return addCheckFlags(command).addHelpText('after', `\n${codes}\n${example}`);
}

export function declarePlan(command: Command) {
  const example = '\nExample:\n  publisher-commerce content plan content.xlsx --review review.xlsx';
  return addLocaleFlags(addPlan(command, names)).addHelpText('after', `\n${planCodes}\n${example}`);
}

export function declareApply(command: Command) {
  const example = '\nExample:\n  publisher-commerce content apply content.xlsx';
  return addLocaleFlags(addApply(command, names)).addHelpText('after', `${applyCodes}\n${example}`);
}

export function declareShow(command: Command) {
  return addShow(command, names);
}

export function declareUndo(command: Command) {
  return addUndo(command, names);
}
