import type { Transaction } from '../../api/transactions.ts';
import { flatten } from '../../ledger/index.ts';
import { readLines } from './read-lines.ts';
import { type StoredRow, unreadableRow } from './stored-row.ts';

/** Yields the rows of a JSONL file in batches. @throws UnreadableFileError naming the row */
export async function* readJsonl(path: string): AsyncGenerator<readonly StoredRow[], void, undefined> {
  let row = 0;
  for await (const lines of readLines(path)) {
    yield lines.map((line) => {
      row += 1;
      return rowOf(line, row);
    });
  }
}

function rowOf(line: string, number: number): StoredRow {
  try {
    // `flatten` throws if the line is not a transaction with amounts.
    const row: StoredRow = flatten(JSON.parse(line) as Transaction);
    const { timestamp, type, transaction_id: id, currency_code: currency } = row;
    if ([timestamp, type, id, currency].every((value) => typeof value === 'string')) return row;
  } catch (error) {
    throw unreadableRow(number, error instanceof Error ? error.message : String(error));
  }
  throw unreadableRow(number, 'its timestamp, type, id or currency is not a string');
}
