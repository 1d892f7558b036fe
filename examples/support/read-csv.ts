import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';

/** The records of a CSV with a head, as spreadsheets write it; every value is text. */
export function readCsv(path: string): Record<string, string>[] {
  return parse<Record<string, string>>(readFileSync(path), { columns: true, bom: true, trim: true });
}
