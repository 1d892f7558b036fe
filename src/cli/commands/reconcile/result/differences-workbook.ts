import { CommandError } from '../../../terminal/command-error.ts';
import {
  count,
  date,
  type Entry,
  head,
  money,
  type Row,
  sheetOf,
  tablePage,
  text,
  writeWorkbook,
} from '../../../tables/workbook-cells.ts';
import { differencesOf, totalsOf } from '../sums/compare-sums.ts';
import { type Difference, differenceLabel, subtract, type Sum, type Total } from '../sums/difference.ts';
import { evidenceSheet } from './evidence-sheet.ts';
import type { ReadFiles } from '../read-files.ts';
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
  return writeWorkbook([
    sheetOf('Totals', [totalHeads, ...totalsOf(reconciliation).map(totalRow)], options),
    sheetOf('Differences', [differenceHeads, ...differences.map(differenceRow)], options),
    evidenceSheet(summary, ledgers),
  ]);
}

const totalHeads: Row = [
  head('Currency', false),
  ...['Ledger rows', 'Finance rows', 'Difference in rows', 'Ledger', 'Finance', 'Finance less ledger'].map(
    (label) => head(label, true),
  ),
];

const differenceHeads: Row = [
  head('Difference', false),
  head('Id', false),
  head('Day', false),
  head('Ledger', true),
  head('Ledger currency', false),
  head('Finance', true),
  head('Finance currency', false),
  head('Finance less ledger', true),
  head('Problem', false),
  head('Types of ledger rows', false),
  head('Time of the first', false),
  head('Ledger files', false),
];

function totalRow({ ledger, finance }: Total): Row {
  return [
    text(ledger.currencyCode),
    ...[ledger.rows, finance.rows, finance.rows - ledger.rows].map((rows) => count(BigInt(rows))),
    ...[ledger, finance, subtract(finance, ledger)].map(moneyOf),
  ];
}

function differenceRow({ what, id, day, ledger, finance, problem }: Difference): Row {
  return [
    text(differenceLabel(what)),
    text(id ?? ''),
    day === null ? text('') : date(day, 'yyyy-mm-dd'),
    moneyOf(ledger),
    text(ledger?.currencyCode ?? ''),
    moneyOf(finance),
    text(finance?.currencyCode ?? ''),
    moneyOf(subtract(finance, ledger)),
    text(problem ?? ''),
    text(ledger?.origin?.types ?? ''),
    text(ledger?.origin?.time ?? ''),
    text(ledger?.origin?.files ?? ''),
  ];
}

function moneyOf(sum: Sum | null): Entry {
  return sum ? money(BigInt(sum.amount), sum.digits) : text('');
}
