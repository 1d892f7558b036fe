import { csvCell } from '../../ledger/csv.ts';
import { writeResult } from '../write-result.ts';
import { type DescribedDifference, describeDifference, differenceColumns } from './describe-difference.ts';
import type { Difference } from './difference.ts';

/** Lines to write at once. */
const batchSize = 1000;

/**
 * Writes differences as CSV. The file gets its name when it is whole.
 *
 * @throws CommandError if it cannot be written
 */
export function writeDifferences(path: string, differences: Iterable<Difference>): Promise<void> {
  return writeResult(path, linesOf(differences));
}

function* linesOf(differences: Iterable<Difference>): Generator<string, void, undefined> {
  let lines = `${differenceColumns.join(',')}\r\n`;
  let count = 0;
  for (const difference of differences) {
    lines += lineOf(describeDifference(difference));
    count += 1;
    if (count % batchSize > 0) continue;
    yield lines;
    lines = '';
  }
  yield lines;
}

function lineOf(difference: DescribedDifference): string {
  const cells = differenceColumns.map((name) => {
    const cell = difference[name];
    // Amounts are digits: a guard against formulas would make them text.
    return /amount|difference/.test(name) ? (cell ?? '') : csvCell(cell);
  });
  return `${cells.join(',')}\r\n`;
}
