import { flagOf } from '../../../flags/flags.ts';
import {
  countEntry,
  dateEntry,
  decimalEntry,
  type Entry,
  headEntry,
  moneyEntry,
  type Row,
  sheetOf,
  tablePage,
  textEntry,
  writeWorkbook,
} from '../../../tables/workbook-cells.ts';
import { CommandError } from '../../../terminal/command-error.ts';
import type { ReadFiles } from '../read-files.ts';
import { differencesOf, totalsOf } from '../sums/compare-sums.ts';
import { type Difference, differenceLabel, subtract, type Sum, type Total } from '../sums/difference.ts';
import { evidenceSheet } from './evidence-sheet.ts';
import type { Summary } from './summary.ts';

/** Without the row of the names, what a sheet can have. */
const maxRows = 1_048_575;

/** Returns the totals, all differences and the evidence as a workbook. @throws CommandError if they do not fit into a sheet */
export function renderDifferencesWorkbook(
  summary: Summary,
  { reconciliation, ledgers }: ReadFiles,
): Promise<Uint8Array> {
  const differences = [...differencesOf(reconciliation)];
  if (differences.length > maxRows) {
    throw new CommandError('write_failed', 'A sheet has no space for all differences: write them as CSV');
  }
  const options = { pageSetup: tablePage, freezePane: { rows: 1 } };
  const leftOut = summary.leftOutRows.rows.map(({ id, amount, currency, row, by, isInLedger }): Row => [
    textEntry(id),
    decimalEntry(amount),
    textEntry(currency),
    textEntry(row),
    textEntry(flagOf(by)),
    textEntry(isInLedger ? 'yes' : 'no'),
  ]);
  return writeWorkbook([
    sheetOf('Totals', [totalHeads, ...totalsOf(reconciliation).map(totalRow)], options),
    sheetOf('Differences', [differenceHeads, ...differences.map(differenceRow)], options),
    ...(leftOut.length === 0 ? [] : [sheetOf('Left out', [leftOutHeads, ...leftOut], options)]),
    evidenceSheet(summary, ledgers),
  ]);
}

const leftOutHeads: Row = [
  headEntry('Id', false),
  headEntry('Finance', true),
  headEntry('Finance currency', false),
  headEntry('Row', false),
  headEntry('Left out by', false),
  headEntry('Id in the export', false),
];

const totalHeads: Row = [
  headEntry('Currency', false),
  ...['Ledger rows', 'Finance rows', 'Difference in rows', 'Ledger', 'Finance', 'Finance less ledger'].map(
    (label) => headEntry(label, true),
  ),
];

const differenceHeads: Row = [
  headEntry('Difference', false),
  headEntry('Id', false),
  headEntry('Day', false),
  headEntry('Ledger', true),
  headEntry('Ledger currency', false),
  headEntry('Finance', true),
  headEntry('Finance currency', false),
  headEntry('Finance less ledger', true),
  headEntry('Problem', false),
  headEntry('Types of ledger rows', false),
  headEntry('Time of the first', false),
  headEntry('Ledger files', false),
  headEntry('Ledger rows', false),
  headEntry('Finance rows', false),
];

function totalRow({ ledger, finance }: Total): Row {
  return [
    textEntry(ledger.currencyCode),
    ...[ledger.rows, finance.rows, finance.rows - ledger.rows].map((rows) => countEntry(BigInt(rows))),
    ...[ledger, finance, subtract(finance, ledger)].map(moneyOf),
  ];
}

function differenceRow(difference: Difference): Row {
  const { what, id, day, ledger, finance, problem, ledgerRows, financeRows } = difference;
  return [
    textEntry(differenceLabel(what)),
    textEntry(id ?? ''),
    day === null ? textEntry('') : dateEntry(day, 'yyyy-mm-dd'),
    moneyOf(ledger),
    textEntry(ledger?.currencyCode ?? ''),
    moneyOf(finance),
    textEntry(finance?.currencyCode ?? ''),
    moneyOf(subtract(finance, ledger)),
    textEntry(problem ?? ''),
    textEntry(ledger?.origin?.types ?? ''),
    textEntry(ledger?.origin?.time ?? ''),
    textEntry(ledger?.origin?.files ?? ''),
    textEntry(ledgerRows ?? ''),
    textEntry(financeRows ?? ''),
  ];
}

function moneyOf(sum: Sum | null): Entry {
  return sum ? moneyEntry(BigInt(sum.amount), sum.digits) : textEntry('');
}
