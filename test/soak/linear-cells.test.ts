import { expect, test } from 'vitest';

import { checkString } from '../../src/cli/strings/checks/check-string.ts';
import { takeCurrency } from '../../src/cli/commands/reconcile/finance/currency-signs.ts';

/** The CPU time of reading a cell, in microseconds: the least of some runs. */
function costOf(cell: string, read: (cell: string) => unknown): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let repeat = 0; repeat < 20; repeat += 1) read(cell);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
}

const currencyOf = (cell: string): unknown => takeCurrency(cell, []);
const findingsOf = (cell: string): unknown => checkString({ value: cell, source: 'Save 5 %', locale: 'de' });

test.each([
  ['the currency', 'line breaks', currencyOf, (length: number) => `9.99${'\n'.repeat(length)}-`],
  ['the currency', 'blanks', currencyOf, (length: number) => `${' '.repeat(length)}9.99`],
  ['the currency', 'letters', currencyOf, (length: number) => 'x'.repeat(length)],
  ['the currency', 'dots', currencyOf, (length: number) => `$${'.'.repeat(length)}`],
  ['the checks', 'letters', findingsOf, (length: number) => 'x'.repeat(length)],
  ['the checks', 'digits', findingsOf, (length: number) => '5'.repeat(length)],
  ['the checks', 'blanks', findingsOf, (length: number) => `a${' '.repeat(length)}b`],
  ['the checks', 'brackets', findingsOf, (length: number) => '{'.repeat(length)],
  ['the checks', 'tags', findingsOf, (length: number) => '<b></i>[b][/b]'.repeat(length / 14)],
  ['the checks', 'square brackets', findingsOf, (length: number) => '[a'.repeat(length / 2)],
  ['the checks', 'entities', findingsOf, (length: number) => '&amp'.repeat(length / 4)],
  ['the checks', 'dollars', findingsOf, (length: number) => '$t('.repeat(length / 3)],
  ['the checks', 'tags that do not end', findingsOf, (length: number) => '<b '.repeat(length / 4)],
])('%s of a cell of %s cost in proportion to its length', (_, __, read, cellOf) => {
  costOf(cellOf(1000), read);
  const ratio = costOf(cellOf(100_000), read) / costOf(cellOf(25_000), read);

  // Four times as long: quadratic would be 16.
  expect(ratio).toBeLessThan(9);
});
