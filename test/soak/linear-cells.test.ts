import { expect, test } from 'vitest';

import { takeCurrency } from '../../src/cli/commands/reconcile/finance/currency-signs.ts';

/** The CPU time of reading a cell, in microseconds: the least of some runs. */
function costOf(cell: string): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let repeat = 0; repeat < 20; repeat += 1) takeCurrency(cell, []);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
}

test.each([
  ['line breaks', (length: number) => `9.99${'\n'.repeat(length)}-`],
  ['blanks', (length: number) => `${' '.repeat(length)}9.99`],
  ['letters', (length: number) => 'x'.repeat(length)],
  ['dots', (length: number) => `$${'.'.repeat(length)}`],
])('the currency of a cell of %s costs in proportion to its length', (_, cellOf) => {
  costOf(cellOf(1000));
  const ratio = costOf(cellOf(100_000)) / costOf(cellOf(25_000));

  // Four times as long: quadratic would be 16.
  expect(ratio).toBeLessThan(9);
});
