import type { WriteSheet } from 'hucre/xlsx';
import { colToLetter, rangeRef } from 'hucre/xlsx';

import { instantOf } from '../../../../client/api/instant.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../../../client/money/currency-digits.ts';
import { personalColumns } from '../../../../ledger/column-choice.ts';
import { type LedgerColumn, ledgerColumns } from '../../../../ledger/index.ts';
import type { SummedRow } from '../../../ledger-files/ledger-row.ts';
import {
  dateEntry,
  emptyEntry,
  type Entry,
  headEntry,
  momentFormat,
  moneyEntry,
  type Row,
  sentenceEntry,
  sheetOf,
  tablePage,
  textEntry,
} from '../../../tables/workbook-cells.ts';
import { usdDigits } from '../../../terminal/format.ts';
import { moneyColumnLabels, typeLabel } from '../../../terminal/labels.ts';
import { describeLeftOut, type ListedTransactions } from '../report-document.ts';

/** Returns the sheet of the transactions. */
export function transactionsSheet(transactions: ListedTransactions): WriteSheet {
  const { rows, currencyDigits, personal } = transactions;
  const [first] = rows;
  // Amounts are in major units only: every file has them, at least in the smallest unit. Personal columns are listed only
  // on request: a workbook is mailed to people who need none.
  const columns = ledgerColumns.filter(
    ({ name, type }) =>
      type === 'decimal' ||
      (type !== 'integer' && (!first || name in first) && (personal || !personalColumns.includes(name))),
  );
  const above = rowsLeftOut(transactions);
  const headRow = above.length + 1;
  const lastRow = headRow + rows.length;
  // The columns after the amounts, which are on the screen only, would make print too small to read.
  const lastAmount = colToLetter(columns.findLastIndex(({ type }) => type === 'decimal'));
  const entries = rows.map((row) => columns.map((column) => entryOf(row, column, currencyDigits)));
  return sheetOf('Transactions', [...above, columns.map(headOf), ...entries], {
    freezePane: { rows: headRow },
    pageSetup: {
      ...tablePage,
      printArea: `$A$1:$${lastAmount}$${lastRow}`,
      printTitlesRow: `$1:$${headRow}`,
    },
    autoFilter: { range: rangeRef(above.length, 0, lastRow - 1, columns.length - 1) },
    rowDefs: new Map([[above.length, { height: 28 }]]),
  });
}

/** Returns a line that says which transactions are only in the file; none if the workbook lists them all. */
export function rowsLeftOut(transactions: ListedTransactions): readonly Row[] {
  return describeLeftOut(transactions).map((line) => [
    sentenceEntry(`${line}. Every sum is of all of them.`, 'warning'),
  ]);
}

/** In two lines, so that the columns fit on the width of a page. */
function headOf(column: LedgerColumn): Entry {
  const label = labelOf(column);
  const { style, value } = headEntry(label, column.minor !== null);
  const { width } = headEntry(longestWord(label), false);
  return { value, style: { ...style, alignment: { ...style.alignment, wrapText: true } }, width };
}

/** Returns the name of a column in words: `Transaction id`. */
function labelOf({ name, minor }: LedgerColumn): string {
  if (name === 'timestamp') return 'Time (UTC)';
  const words = name.replaceAll('_', ' ');
  return moneyColumnLabels.get(minor ?? '') ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function longestWord(label: string): string {
  return label.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));
}

function entryOf(
  row: SummedRow,
  { name, type, minor, isUsd }: LedgerColumn,
  currencyDigits: CurrencyDigits,
): Entry {
  if (minor !== null)
    return moneyEntry(
      BigInt(row[minor]),
      isUsd ? usdDigits : findMinorUnitDigits(row.currency_code, currencyDigits),
    );
  const value = row[name];
  if (value === null || value === undefined) return emptyEntry;
  if (type === 'timestamp') {
    const milliseconds = instantOf(value) / 1000;
    if (Number.isFinite(milliseconds)) return dateEntry(milliseconds, momentFormat);
  }
  return textEntry(name === 'type' ? typeLabel(row.type) : String(value));
}
