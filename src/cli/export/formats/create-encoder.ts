import type { ExportFormat } from '../export-format.ts';
import type { EncoderOptions, RowEncoder } from './row-encoder.ts';

/** Where an encoder continues. */
export interface EncoderState {
  /** Number of rows in the file. */
  readonly rows: number;
  readonly state: unknown;
}

/** Returns the encoder of a format; only the libraries of that format are loaded. */
export async function createEncoder(
  format: ExportFormat,
  options: EncoderOptions,
  resume?: EncoderState,
): Promise<RowEncoder> {
  if (format === 'jsonl') return new (await import('./jsonl-encoder.ts')).JsonlEncoder(resume?.rows);
  if (format === 'csv') return new (await import('./csv-encoder.ts')).CsvEncoder(options, resume?.rows);
  return new (await import('./parquet-encoder.ts')).ParquetEncoder(options, resume?.state);
}
