import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';

/** Returns the records of a CSV with a header line; every value is a string. */
export function readCsv(path: string): Record<string, string>[] {
  return parse<Record<string, string>>(readFileSync(path), { columns: true, bom: true, trim: true });
}
