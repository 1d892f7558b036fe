import { csvCell } from '../../../../ledger/csv.ts';
import { flagOf } from '../../../flags/flags.ts';
import { type OutputFile, writeTogether } from '../../../files/output-file.ts';
import { isWorkbook } from '../../../tables/table.ts';
import type { ReadFiles } from '../read-files.ts';
import { differencesOf, totalsOf } from '../sums/compare-sums.ts';
import { differenceColumns, totalColumns } from '../sums/difference.ts';
import type { Reconciliation } from '../sums/reconciliation.ts';
import type { Summary } from './summary.ts';

/** The columns of the CSV file: those of a difference, and the numbers of rows of a total. */
const fileColumns = [
  'what',
  'id',
  'day',
  'ledger_currency',
  'ledger_amount',
  'ledger_amount_minor',
  'finance_currency',
  'finance_amount',
  'finance_amount_minor',
  'difference',
  'difference_minor',
  'problem',
  'ledger_rows',
  'finance_rows',
  'difference_rows',
  'ledger_types',
  'ledger_time',
  'ledger_files',
  'ledger_places',
  'finance_places',
] as const;
type FileRow = Readonly<Partial<Record<(typeof fileColumns)[number], string | number | null>>>;

/** Returns the files that a result is written to: a CSV has its evidence in a file beside it. */
export function filesOfResult(path: string): readonly string[] {
  return isWorkbook(path) ? [path] : [path, `${path}.json`];
}

/**
 * Writes all differences, the totals, and what was compared: as a workbook if the name ends in `.xlsx`, otherwise as CSV
 * with JSON beside it. A file gets its name when it is whole.
 *
 * @param outputs Those of {@link filesOfResult}; none without `--out`
 * @throws CommandError if one cannot be written
 */
export async function writeDifferences(
  [result, evidence]: readonly OutputFile[],
  summary: Summary,
  files: ReadFiles,
): Promise<void> {
  if (!result) return;
  if (!evidence) {
    const { renderDifferencesWorkbook } = await import('./differences-workbook.ts');
    return result.replace(await renderDifferencesWorkbook(summary, files));
  }
  await writeTogether(
    [result, (file) => file.replace(batches(rowsOf(files.reconciliation, summary)))],
    [evidence, (file) => file.replace(`${JSON.stringify(summary, null, 2)}\n`)],
  );
}

function* rowsOf(
  reconciliation: Reconciliation,
  { leftOutRows }: Summary,
): Generator<FileRow, void, undefined> {
  for (const difference of differencesOf(reconciliation)) yield differenceColumns(difference);
  for (const total of totalsOf(reconciliation)) {
    const { currency, ...amounts } = totalColumns(total);
    yield { what: 'total', ledger_currency: currency, finance_currency: currency, ...amounts };
  }
  for (const { id, currency, amount, amount_minor: minor, row, by, isInLedger } of leftOutRows.rows) {
    yield {
      what: 'left_out',
      id,
      finance_currency: currency,
      finance_amount: amount,
      finance_amount_minor: minor,
      problem: `${row}: left out by ${flagOf(by)}${isInLedger ? '; the export has its id' : ''}`,
    };
  }
}

/** Lines to write at once. */
const batchSize = 1000;

function* batches(rows: Iterable<FileRow>): Generator<string, void, undefined> {
  let lines = `${fileColumns.join(',')}\r\n`;
  let count = 0;
  for (const row of rows) {
    lines += lineOf(row);
    count += 1;
    if (count % batchSize > 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

function lineOf(row: FileRow): string {
  const cells = fileColumns.map((name) => {
    const cell = row[name] ?? null;
    // Numbers are digits: a guard against formulas would make them text.
    return /amount|difference|rows/.test(name)
      ? String(cell ?? '')
      : csvCell(cell === null ? null : String(cell));
  });
  return `${cells.join(',')}\r\n`;
}
