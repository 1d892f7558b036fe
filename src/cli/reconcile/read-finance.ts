import { createReadStream } from 'node:fs';

import { type Info, parse } from 'csv-parse';

import { maxRowBytes } from '../read/row-limit.ts';
import type { FinanceColumns } from './finance-columns.ts';

/** A row of the finance system. */
export interface FinanceRow {
  /** Number of the line in the file where the row ends, from 1. */
  readonly line: number;
  readonly id: string;
  readonly amount: string;
  /** `undefined` without `--currency-column`. */
  readonly currencyCode: string | undefined;
  /** `undefined` without `--date-column`. */
  readonly date: string | undefined;
  /** What is wrong with the whole row, whose cells may be in other columns. */
  readonly problem: string | undefined;
}

/**
 * Yields the rows of the finance system's CSV file.
 *
 * @throws CsvError if it is not CSV
 */
export async function* readFinance(
  path: string,
  { delimiter, count, id, amount, currency, date }: FinanceColumns,
): AsyncGenerator<FinanceRow, void, undefined> {
  const options = { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true };
  const records = createReadStream(path).pipe(parse({ ...options, from: 2, max_record_size: maxRowBytes }));
  // With `info`, each record has its position.
  for await (const { info, record } of records as AsyncIterable<{ info: Info; record: readonly string[] }>) {
    const { length } = record;
    yield {
      line: info.lines,
      id: record[id] ?? '',
      amount: record[amount] ?? '',
      currencyCode: currency === undefined ? undefined : (record[currency] ?? ''),
      date: date === undefined ? undefined : (record[date] ?? ''),
      problem: length === count ? undefined : `the number of cells is ${length}, in the first line ${count}`,
    };
  }
}
