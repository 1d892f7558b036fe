import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

import { jsonFlag, quietFlag } from '../flags/flags.ts';
import { fileParser, parseList } from '../flags/parsers.ts';
import { addBatchFlags } from '../flags/request-options.ts';
import { addTableFlags } from '../tables/table-flags.ts';
import { exitCodes } from '../terminal/exit-codes.ts';

/** The exit codes of plan. */
export const planCodes = exitCodes({
  done: 'nothing to do',
  usage: 'wrong usage, or a sheet that is wrong',
  different: 'there are changes, or conflicts',
  interrupted: 'interrupted',
});

/** The exit codes of apply and undo. */
export const applyCodes = exitCodes({
  done: 'done, or nothing to do',
  failed: 'failed, or you said no',
  usage: 'wrong usage, or a file that is wrong',
  different: 'something was not sent, or is not as it was sent',
  interrupted: 'interrupted',
});

const applyHelp = `
It shows the plan, asks, and reads again what it is about to change: what
somebody has changed meanwhile is not overwritten. Each change is compared
after it was sent. A failure ends it: the same command goes on. What was sent
is in the record beside the file, which undo takes.
`;

const undoHelp = `
It takes back exactly what those runs changed, where the service still has
what they set: to what the last run beside them has set that is not taken
back. What somebody has changed since is listed, and stays. Of a sheet, it
takes back all runs of the pull of its last one.
`;

/** What the commands of a subject say, and have of their own. */
export interface Names {
  /** Its command: `prices`. */
  readonly name: string;
  /** What a sheet has: `price points`. */
  readonly things: string;
}

export function addPlan(command: Command, { name, things }: Names) {
  const plan = command
    .summary('compare a sheet with the service, and change nothing')
    .description(`Compares a sheet of ${things} with the service, and shows what apply would change.`)
    .argument('<sheet>', `the wanted ${things}: CSV, or a workbook (.xlsx)`)
    .option('--out <file>', `write the plan to this file, for ${name} apply: .json`, fileParser('.json'))
    .option('--review <file>', 'write it for a colleague too: .xlsx or .csv', fileParser('.xlsx', '.csv'))
    .option('--force', 'replace the files of --out and --review if they exist');
  return addBatchFlags(addSheetFlags(plan));
}

export function addApply(command: Command, { name, things }: Names) {
  const apply = command
    .summary('make the service match a sheet, or do what a plan says')
    .description(`Makes the ${things} of the service match a sheet, or does what a plan says.`)
    .argument('<file>', `a sheet, or a plan that ${name} plan has written (.json)`)
    .option('--yes', 'do not ask; required without a terminal')
    .option(
      '--record <file>',
      'record of what is sent: .jsonl (default: beside the file)',
      fileParser('.jsonl'),
    );
  return addBatchFlags(addSheetFlags(apply)).addHelpText('after', applyHelp);
}

export function addShow(command: Command, { name }: Names) {
  return command
    .summary('print a plan or a record, without the service')
    .description('Prints a plan or a record; it needs neither the service nor a token.')
    .argument('<file>', 'a plan (.json) or a record (.jsonl)')
    .addOption(allFlag)
    .addOption(jsonFlag)
    .addOption(quietFlag)
    .addHelpText('after', `\n${exitCodes()}\n\nExample:\n  publisher-commerce ${name} show plan.json`);
}

export function addUndo(command: Command, { name }: Names) {
  const undo = command
    .summary('take back what runs of apply changed')
    .description('Takes back what runs of apply changed, by their records.')
    .argument('<file...>', 'records of runs (.jsonl), or a sheet or plan: its last change')
    .option('--dry-run', 'show what it would take back, and send nothing')
    .option('--yes', 'do not ask; required without a terminal')
    .option(
      '--record <file>',
      'record of what is sent: .jsonl (default: beside the file)',
      fileParser('.jsonl'),
    )
    .addOption(allFlag);
  const example = [
    '\nExamples:',
    `  publisher-commerce ${name} undo sheet.csv`,
    `  publisher-commerce ${name} undo sheet.csv.20261101T060000Z.record.jsonl`,
  ].join('\n');
  return addBatchFlags(undo).addHelpText('after', `${undoHelp}\n${applyCodes}\n${example}`);
}

const allFlag = new Option('--all', 'print every line, not only 20 of each kind');

/** Adds the flags that say how a sheet is read, and what of it is wanted. */
function addSheetFlags<Flags extends OptionValues>(command: Command<[string], Flags>) {
  return addTableFlags(command)
    .option('--base <sheet>', 'the sheet as it was sent out: only what differs from it is wanted')
    .addOption(new Option('--theirs', 'in a conflict, keep what the service has').conflicts('mine'))
    .option('--mine', 'in a conflict, send what the sheet says')
    .option('--ignore-column <name>', 'a column that is not read; repeatable', parseList)
    .addOption(allFlag);
}

/** The flags of plan. */
export type PlanFlags = ReturnType<ReturnType<typeof addPlan>['opts']>;
/** The flags of apply. */
export type ApplyFlags = ReturnType<ReturnType<typeof addApply>['opts']>;
/** The flags of show. */
export type ShowFlags = ReturnType<ReturnType<typeof addShow>['opts']>;
/** The flags of undo. */
export type UndoFlags = ReturnType<ReturnType<typeof addUndo>['opts']>;

/** The flags that say how the table of a sheet is read. */
export type TableFlags = Pick<SheetFlags, 'encoding' | 'delimiter' | 'sheet' | 'skipFirst' | 'ignoreColumn'>;

/** The flags that say how a sheet is read, and what of it is wanted. */
export type SheetFlags = Pick<ApplyFlags, Extract<keyof PlanFlags, keyof ApplyFlags>> & {
  /** Percent from which a change is large. */
  readonly maxChange?: number | undefined;
  /** Whether the items of the sheet have exactly its cells. */
  readonly exact?: boolean | undefined;
};
