import { formatByExtension, ledgerFormats } from '../read/ledger-format.ts';
import { UsageError } from '../usage-error.ts';

/** A format of an export. */
export type ExportFormat = (typeof ledgerFormats)[number];

/**
 * Returns the format of `--format`; `undefined` if it is missing.
 *
 * @throws UsageError if it is unknown.
 */
export function readFormat(given: string | undefined): ExportFormat | undefined {
  if (given === undefined) return undefined;
  const format = ledgerFormats.find((one) => one === given);
  if (format === undefined) throw new UsageError('--format: must be jsonl, csv or parquet');
  return format;
}

/**
 * Returns the format of a file by its extension.
 *
 * @throws UsageError if the extension is none of a format.
 */
export function formatOf(out: string): ExportFormat {
  const format = formatByExtension(out);
  if (format !== undefined) return format;
  if (out === '-') throw new UsageError('--format: is required with --out -: jsonl or csv');
  throw new UsageError('--out: must end in .jsonl, .csv or .parquet; otherwise add --format');
}
