import { createReadStream } from 'node:fs';

import type { Transaction } from '../../../client/api/transactions.ts';
import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import { flatten, type LedgerRow } from '../../../ledger/index.ts';
import { maxRowBytes, unreadableRow } from '../../files/unreadable-file.ts';
import { lineEncoder, type RowEncoder } from './row-encoder.ts';

/** Returns the encoder of JSONL files: transactions as received. */
export function createJsonlEncoder(): RowEncoder {
  return lineEncoder('', (transaction) => `${JSON.stringify(transaction)}\n`);
}

/** Yields the rows of a JSONL file in batches. @throws UnreadableFileError naming the row */
export async function* readJsonl(
  path: string,
  // Every transaction has all columns.
  _needed: readonly (keyof LedgerRow)[],
  currencyDigits: CurrencyDigits | undefined,
): AsyncGenerator<readonly LedgerRow[], void, undefined> {
  let row = 0;
  for await (const lines of readLines(path)) {
    yield lines.map((line) => {
      row += 1;
      return rowOf(line, row, currencyDigits);
    });
  }
}

function rowOf(line: string, number: number, currencyDigits: CurrencyDigits | undefined): LedgerRow {
  try {
    // `flatten` throws if the line is not a transaction with amounts.
    const row = flatten(JSON.parse(line) as Transaction, { currencyDigits });
    const { timestamp, type, transaction_id: id, currency_code: currency } = row;
    if ([timestamp, type, id, currency].every((value) => typeof value === 'string')) return row;
  } catch (error) {
    throw unreadableRow(number, error instanceof Error ? error.message : String(error));
  }
  throw unreadableRow(number, 'its timestamp, type, id or currency is not a string');
}

const lineFeed = 0x0a;

/**
 * Yields the lines of a file, a batch per chunk, as UTF-8. Only a line feed ends a line: `node:readline` also splits at
 * U+2028, which JSON allows in a string.
 *
 * @throws TypeError when a line is not valid UTF-8
 * @throws UnreadableFileError when a line is too long
 */
export async function* readLines(path: string): AsyncGenerator<readonly string[], void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest: Buffer[] = [];
  let restBytes = 0;
  let lines = 0;
  // Without an encoding, the chunks are buffers.
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const first = chunk.indexOf(lineFeed);
    const end = chunk.lastIndexOf(lineFeed);
    // Only a line that began in an earlier chunk can be too long.
    restBytes += first < 0 ? chunk.length : first;
    if (restBytes > maxRowBytes) throw unreadableRow(lines + 1, `must not exceed ${maxRowBytes} bytes`);
    rest.push(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) continue;
    const batch = decoder.decode(Buffer.concat(rest)).split('\n');
    lines += batch.length;
    yield batch;
    rest = [chunk.subarray(end + 1)];
    restBytes = chunk.length - end - 1;
  }
  const last = decoder.decode(Buffer.concat(rest));
  if (last !== '') yield [last];
}
