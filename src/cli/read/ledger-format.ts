import { extname } from 'node:path';

import type { ReceiptFile } from '../../ledger/index.ts';
import { UsageError } from '../usage-error.ts';

type Format = ReceiptFile['format'];

const formats: readonly Format[] = ['jsonl', 'csv', 'parquet'];

/**
 * Returns the format of a ledger file to read, by its extension.
 *
 * @throws UsageError if the extension is none of a format
 */
export function ledgerFormatOf(file: string): Format {
  const format = formats.find((one) => extname(file).toLowerCase() === `.${one}`);
  if (format === undefined) throw new UsageError(`${file}: must end in .jsonl, .csv or .parquet`);
  return format;
}
