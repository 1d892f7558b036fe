import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { stringify } from 'csv-stringify/sync';

import { InputError } from '../support/input-error.ts';
import { readCsv } from '../support/read-csv.ts';
import { figures, type LedgerTotals, type Sums } from './ledger-totals.ts';

/** Writes totals as CSV: day, currency and the figures, as whole numbers in the smallest unit. */
export function writeTotals(path: string, totals: LedgerTotals): void {
  const lines = [...totals]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([key, sums]) => [...key.split(' '), ...figures.map((figure) => sums[figure])]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stringify(lines, { header: true, columns: ['day', 'currency', ...figures] }));
}

/** Reads such a file, whoever wrote it; the order of its columns does not matter. */
export function readTotals(path: string): LedgerTotals {
  const records = readCsv(path);
  const totals: LedgerTotals = new Map();
  for (const [index, record] of records.entries()) {
    const key = `${record['day'] ?? ''} ${record['currency'] ?? ''}`;
    const place = `${path}, record ${index + 1}`;
    if (!/^\d{4}-\d\d-\d\d [A-Z]{3}$/.test(key))
      throw new InputError(`${place}: a day or currency is missing`);
    if (totals.has(key)) throw new InputError(`${place}: ${key} is there twice`);
    const entries = figures.map((figure) => [figure, wholeNumber(record[figure], `${place}, ${figure}`)]);
    totals.set(key, Object.fromEntries(entries) as Sums);
  }
  return totals;
}

function wholeNumber(text: string | undefined, place: string): bigint {
  if (text !== undefined && /^-?\d+$/.test(text)) return BigInt(text);
  throw new InputError(`${place}: must be a whole number in the smallest unit, not ${JSON.stringify(text)}`);
}
