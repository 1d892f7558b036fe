import type { Receipt, ReceiptSum } from '../../ledger/index.ts';
import { moneyColumnOf, moneyFields } from '../../ledger/money-fields.ts';
import { ReceiptSums } from '../../ledger/receipt-sums.ts';
import type { Difference } from './difference.ts';
import type { FileTotals } from './file-totals.ts';

/** Returns the differences between a receipt and what its file contains. */
export function compareTotals(
  receipt: Receipt,
  totals: FileTotals,
  duplicates: number,
): readonly Difference[] {
  const values = [
    ['rows', receipt.rows, totals.rows],
    ['rowsOutsideRange', 0, totals.rowsOutsideRange],
    ['duplicates', 0, duplicates],
    ['firstTimestamp', receipt.firstTimestamp, totals.firstTimestamp],
    ['lastTimestamp', receipt.lastTimestamp, totals.lastTimestamp],
    ['unknownCurrencies', wellFormed(receipt.unknownCurrencies), wellFormed(totals.unknownCurrencies)],
  ] as const;
  return [
    ...values
      .filter(([, expected, found]) => expected !== found)
      .map(([what, expected, found]) => ({ what, expected: shown(expected), found: shown(found) })),
    // Earlier receipts have codes that no file can have.
    ...compareSums(new ReceiptSums(receipt.sums).toJSON(), totals.sums),
    ...totals.wrongDecimals.differences,
  ];
}

function compareSums(expected: readonly ReceiptSum[], found: readonly ReceiptSum[]): readonly Difference[] {
  const pairs = new Map<string, { expected?: ReceiptSum; found?: ReceiptSum }>();
  for (const sum of expected) pairs.set(keyOf(sum), { expected: sum });
  for (const sum of found) pairs.set(keyOf(sum), { ...pairs.get(keyOf(sum)), found: sum });
  return [...pairs.values()].flatMap(({ expected, found }) => {
    const { currencyCode = '', type = '' } = expected ?? found ?? {};
    const difference = (column: string, one: string, other: string): readonly Difference[] =>
      one === other ? [] : [{ what: 'sum', currencyCode, type, column, expected: one, found: other }];
    return [
      ...difference('rows', String(expected?.rows ?? 0), String(found?.rows ?? 0)),
      ...moneyFields.flatMap((field) =>
        difference(moneyColumnOf[field], expected?.[field] ?? '0', found?.[field] ?? '0'),
      ),
    ];
  });
}

function wellFormed(codes: readonly string[]): string {
  return [...new Set(codes.map((code) => code.toWellFormed()))].join(', ');
}

function keyOf({ currencyCode, type }: ReceiptSum): string {
  return JSON.stringify([currencyCode, type]);
}

function shown(value: string | number | null): string {
  return value === null || value === '' ? 'none' : String(value);
}
