import { findDuplicates, type LedgerKeyRow, type Receipt, type ReceiptFile } from '../../ledger/index.ts';
import { readLedger } from '../read/read-ledger.ts';
import type { StoredRow } from '../read/stored-row.ts';
import { compareTotals } from './compare-totals.ts';
import type { Difference } from './difference.ts';
import { FileTotals } from './file-totals.ts';

/**
 * Reads the rows of a file, and returns their differences from the receipt.
 *
 * @param onRow Called with each row
 * @throws UnreadableFileError
 */
export async function compareRows(
  path: string,
  receipt: Receipt,
  format: ReceiptFile['format'],
  onRow?: (row: StoredRow) => void,
): Promise<readonly Difference[]> {
  const totals = new FileTotals(receipt);
  let found: string | undefined;
  for await (const rows of readLedger(path, format)) {
    // JSON has the fields of a transaction, and no columns.
    if (format !== 'jsonl') found ??= rows[0] && Object.keys(rows[0]).join(', ');
    for (const row of rows) {
      totals.add(row);
      onRow?.(row);
    }
  }
  const duplicates =
    totals.duplicates ?? (await findDuplicates(() => keysOf(path, format), { rows: totals.rows }));
  const expected = receipt.columns.join(', ');
  const columns: readonly Difference[] =
    found === undefined || found === expected ? [] : [{ what: 'columns', expected, found }];
  return [...columns, ...compareTotals(receipt, totals, duplicates)];
}

async function* keysOf(path: string, format: ReceiptFile['format']): AsyncGenerator<LedgerKeyRow> {
  for await (const rows of readLedger(path, format)) {
    for (const { timestamp, type, transaction_id: id } of rows) yield { timestamp, type, id };
  }
}
