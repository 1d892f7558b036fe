import { chosenColumns } from './column-choice.ts';
import type { ExportSettings } from './export-settings.ts';
import type { EncoderOptions } from './formats/row-encoder.ts';
import { createHashValue } from './hash-key.ts';

/** Returns what an export writes of each row. */
export function encoderOptions(settings: ExportSettings): EncoderOptions {
  const { hash, bom } = settings;
  return {
    columns: chosenColumns(settings),
    hash: hash.length === 0 ? undefined : { names: hash, value: createHashValue(process.env) },
    bom,
  };
}
