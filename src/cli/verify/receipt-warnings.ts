import type { Receipt } from '../../ledger/index.ts';
import { hasEnded } from '../../ledger/create-receipt.ts';

/** Returns whether a receipt says that its export was complete, and does not contradict itself. */
export function isComplete(receipt: Receipt): boolean {
  const { complete, rows, invalidRows, rowsOutsideRange, totalCount, sums, rangeEnded, changedWhileRead } =
    receipt;
  const adds = rows + invalidRows + rowsOutsideRange === totalCount && invalidRows === 0 && !changedWhileRead;
  const summed = sums.reduce((total, sum) => total + sum.rows, 0);
  return complete && adds && summed === rows && rangeEnded === hasEnded(receipt);
}

/** Returns what qualifies every figure of a file that agrees with its receipt, if it has one. */
export function warningsOf(receipt: Receipt | undefined): readonly string[] {
  if (!receipt) {
    return [
      'Not verified: there is no receipt beside the file, so nothing shows whether the file is complete or unchanged.',
    ];
  }
  const incomplete = receipt.changedWhileRead
    ? 'Incomplete: the data changed while it was read, so that transactions may be missing or repeated.'
    : 'Incomplete: the receipt says that the export does not contain every transaction of the range.';
  return [...(isComplete(receipt) ? [] : [incomplete]), ...unfinished(receipt)];
}

/** Returns a sentence if the range had not ended when it was exported. */
export function unfinished(receipt: Receipt): readonly string[] {
  if (hasEnded(receipt)) return [];
  const { endDate, finishedAt } = receipt;
  return [
    `Unfinished: the range ends at ${endDate}, but was exported at ${finishedAt}: rows can still be added. ` +
      'Export it again after its end.',
  ];
}
