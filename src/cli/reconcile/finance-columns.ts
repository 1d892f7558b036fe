import { createReadStream } from 'node:fs';

import { parse } from 'csv-parse';

import { didYouMean } from '../../api/input-object.ts';
import { UnreadableFileError } from '../read/unreadable-file-error.ts';
import { UsageError } from '../usage-error.ts';
import { firstLine } from './first-line.ts';
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
