import { createReadStream } from 'node:fs';

import { type Info, parse } from 'csv-parse';

import { didYouMean } from '../../api/input-object.ts';
import { InvalidAmountError } from '../../errors/index.ts';
import { toMinorUnits } from '../../money/minor-units.ts';
import { UsageError } from '../command-error.ts';
import { maxRowBytes, UnreadableFileError } from '../read/stored-row.ts';
import type { FinanceFormat } from './reconcile-settings.ts';

/** Where the finance system's file has its columns. */
export interface FinanceColumns {
  readonly delimiter: string;
  /** Number of columns. */
  readonly count: number;
  /** Positions from 0; `undefined` for a column that was not named. */
  readonly id: number;
  readonly amount: number;
  readonly currency: number | undefined;
  readonly date: number | undefined;
}

const delimiters = [',', ';', '\t'];

/**
 * Finds the columns by the names in the first line.
 *
 * @throws UsageError if one does not exist, or if the delimiter is not clear
 * @throws UnreadableFileError if there is no such line
 * @throws CsvError if it is not CSV
 */
export async function findColumns(format: FinanceFormat): Promise<FinanceColumns> {
  const { path, delimiter = await detectDelimiter(path) } = format;
  const names = await readNames(path, delimiter);
  const find = (flag: string, name: string): number => {
    const index = names.indexOf(name);
    if (index < 0) {
      throw new UsageError(
        `--${flag}: ${path} has no column ${JSON.stringify(name)}; ${hintOf(name, names)}`,
      );
    }
    if (names.includes(name, index + 1)) {
      throw new UsageError(`--${flag}: ${path} has several columns ${JSON.stringify(name)}`);
    }
    return index;
  };
  const { idColumn, amountColumn, currencyColumn, dateColumn } = format;
  return {
    delimiter,
    count: names.length,
    id: find('id-column', idColumn),
    amount: find('amount-column', amountColumn),
    currency: currencyColumn === undefined ? undefined : find('currency-column', currencyColumn),
    date: dateColumn === undefined ? undefined : find('date-column', dateColumn),
  };
}

function hintOf(name: string, names: readonly string[]): string {
  const suggestion = didYouMean(name, names);
  if (suggestion !== undefined) return `did you mean ${JSON.stringify(suggestion)}?`;
  return `it has ${names.map((one) => JSON.stringify(one)).join(', ')}`;
}

/** The comma, semicolon or tab that the first line has outside of quotes. */
async function detectDelimiter(path: string): Promise<string> {
  const line = (await firstLine(path)).replaceAll(/"(?:[^"]|"")*"/g, '');
  const [found = ',', ...others] = delimiters.filter((one) => line.includes(one));
  if (others.length === 0) return found;
  throw new UsageError(
    `--delimiter: is required, because the first line of ${path} has more than one of , ; and tab`,
  );
}

async function readNames(path: string, delimiter: string): Promise<readonly string[]> {
  const options = { bom: true, delimiter, skip_empty_lines: true, max_record_size: 1024 * 1024, to: 1 };
  const records = createReadStream(path).pipe(parse(options));
  for await (const names of records as AsyncIterable<readonly string[]>) return names;
  throw new UnreadableFileError('the line with the names of the columns is missing');
}

/** Returns the first line of a file, as Latin-1, which keeps every delimiter of a CSV file. */
async function firstLine(path: string): Promise<string> {
  let text = '';
  // Longer than the names of any columns.
  const stream = createReadStream(path, { encoding: 'latin1', end: 1024 * 1024 });
  for await (const chunk of stream as AsyncIterable<string>) {
    text += chunk;
    if (/[\r\n]/.test(text)) break;
  }
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}

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

/**
 * Reads an amount of the finance system as an integer in the smallest unit. Nothing is guessed: separators of thousands,
 * currency symbols, parentheses, a plus sign and spaces are rejected.
 *
 * @returns the amount, or what is wrong with it
 */
export function readAmount(
  cell: string,
  currencyCode: string,
  { unit, decimal }: Pick<FinanceFormat, 'unit' | 'decimal'>,
): number | string {
  const amount = `the amount ${JSON.stringify(cell)}`;
  if (unit === 'minor') {
    const units = Number(cell);
    if (!/^-?\d+$/.test(cell)) return `${amount} must be an integer in the smallest unit, such as -999`;
    return Number.isSafeInteger(units) ? units : `${amount} must not exceed 2^53 - 1 smallest units`;
  }
  const isDecimal = decimal === '.' ? /^-?\d+(\.\d+)?$/ : /^-?\d+(,\d+)?$/;
  if (!isDecimal.test(cell)) return `${amount} must be a plain decimal such as -1234${decimal}50`;
  try {
    return toMinorUnits(cell.replace(',', '.'), currencyCode);
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error;
    const [{ path, message } = { path: '', message: error.message }] = error.issues;
    return path === 'currencyCode'
      ? `the currency ${JSON.stringify(currencyCode)} is not in ISO 4217`
      : `${amount} ${message}`;
  }
}
