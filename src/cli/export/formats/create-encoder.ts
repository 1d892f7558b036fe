import { chosenColumns, createHashValue, type ExportSettings } from '../export-settings.ts';
import type { LedgerFormat } from '../../read/ledger-format.ts';
import type { EncoderOptions, RowEncoder } from './row-encoder.ts';

/** Where an encoder continues. */
interface EncoderState {
  /** Number of rows in the file. */
  readonly rows: number;
  readonly state: unknown;
}

/** Returns the encoder of a format; only the libraries of that format are loaded. */
export async function createEncoder(
  format: LedgerFormat,
  options: EncoderOptions,
  resume?: EncoderState,
): Promise<RowEncoder> {
  if (format === 'jsonl') return new (await import('./text-encoders.ts')).JsonlEncoder(resume?.rows);
  if (format === 'csv') return new (await import('./text-encoders.ts')).CsvEncoder(options, resume?.rows);
  return new (await import('./parquet-encoder.ts')).ParquetEncoder(options, resume?.state);
}

/** Returns what an export writes of each row. */
export function encoderOptions(settings: ExportSettings): EncoderOptions {
  const { hash, bom } = settings;
  return {
    columns: chosenColumns(settings),
    hash: hash.length === 0 ? undefined : { names: hash, value: createHashValue(process.env) },
    bom,
  };
}
