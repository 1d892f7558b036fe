import type { Receipt } from '../../ledger/index.ts';
import { moneyFields } from '../../ledger/money-fields.ts';
import { grouped } from '../grouped.ts';
import type { ReportTotals } from './report-totals.ts';

/** Returns the first figure that differs from the receipt, in one line; `undefined` if all are equal. */
export function findDifference(receipt: Receipt, totals: ReportTotals): string | undefined {
  const { rows } = totals.total;
  if (rows !== receipt.rows) return `it has ${grouped(rows)} rows, its receipt ${grouped(receipt.rows)}`;
  let recordedRows = 0;
  for (const recorded of receipt.sums) {
    const { currencyCode, type } = recorded;
    const found = totals.of(currencyCode, type);
    const different = moneyFields.find((field) => String(found?.sum(field) ?? 0n) !== recorded[field]);
    if (different) return `the sum of ${different} of ${currencyCode} ${type} differs from its receipt`;
    if (found?.rows !== recorded.rows) return `the rows of ${currencyCode} ${type} differ from its receipt`;
    recordedRows += recorded.rows;
  }
  return recordedRows === rows ? undefined : 'some of its currencies and types are not in its receipt';
}
