import { extname } from 'node:path';

import type { ReceiptFile } from '../../../ledger/index.ts';
import { UsageError } from '../../terminal/command-error.ts';

/** The format of a ledger file. */
export type LedgerFormat = ReceiptFile['format'];

/** The formats of a ledger file. */
export const ledgerFormats = ['jsonl', 'csv', 'parquet'] as const satisfies readonly LedgerFormat[];

/** Returns the format of a file by its extension; `undefined` if it is none of a format. */
export function formatByExtension(file: string): LedgerFormat | undefined {
  return ledgerFormats.find((format) => extname(file).toLowerCase() === `.${format}`);
}

/**
 * Returns the format of a ledger file to read, by its extension.
 *
 * @throws UsageError if the extension is none of a format
 */
export function ledgerFormatOf(file: string): LedgerFormat {
  const format = formatByExtension(file);
  if (format === undefined) throw new UsageError(`${file}: must end in .jsonl, .csv or .parquet`);
  return format;
}
