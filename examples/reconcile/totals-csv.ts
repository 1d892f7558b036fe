import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { stringify } from 'csv-stringify/sync';

import { InputError } from '../support/input-error.ts';
import { readCsv } from '../support/read-csv.ts';
import { figures, type LedgerTotals, type Sums } from './ledger-totals.ts';

/** Writes totals as CSV: day, currency and the figures, as integers in the smallest unit. */
export function writeTotals(path: string, totals: LedgerTotals): void {
  const lines = [...totals]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([key, sums]) => [...key.split(' '), ...figures.map((figure) => sums[figure])]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stringify(lines, { header: true, columns: ['day', 'currency', ...figures] }));
}

/** Reads such a file; the order of its columns does not matter. */
export function readTotals(path: string): LedgerTotals {
  const records = readCsv(path);
  const totals: LedgerTotals = new Map();
  for (const [index, record] of records.entries()) {
    const key = `${record['day'] ?? ''} ${record['currency'] ?? ''}`;
    const location = `${path}, record ${index + 1}`;
    if (!/^\d{4}-\d\d-\d\d [A-Z]{3}$/.test(key))
      throw new InputError(`${location}: a day or currency is missing`);
    if (totals.has(key)) throw new InputError(`${location}: ${key} occurs twice`);
    const entries = figures.map((figure) => [figure, integer(record[figure], `${location}, ${figure}`)]);
    totals.set(key, Object.fromEntries(entries) as Sums);
  }
  return totals;
}

function integer(value: string | undefined, location: string): bigint {
  if (value !== undefined && /^-?\d+$/.test(value)) return BigInt(value);
  throw new InputError(`${location}: must be an integer in the smallest unit, not ${JSON.stringify(value)}`);
}
