import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from './run-reconcile.ts';

const ledger = ledgerOf([
  { order: 'a', amount: 1999, currency: 'EUR' },
  { order: 'b', amount: 857_600, currency: 'JPY' },
  { order: 'c', amount: -328, currency: 'JPY' },
  { order: 'd', amount: 6137, currency: 'KWD' },
]);
const currency = ['--currency-column', 'currency'];
const compare = (rows: readonly string[], flags: readonly string[] = []) =>
  createFiles(ledger, ['reference,total,currency', ...rows, ''].join('\n')).run([...currency, ...flags]);

test('a currency that finance counts with other decimals is named, if all of its sums differ by one power of ten', async () => {
  const rows = ['a,1999,EUR', 'b,85760000,JPY', 'c,-32800,JPY', 'd,6137,KWD'];
  const { code, out } = await compare(rows, ['--unit', 'minor']);
  const changed = await compare([...rows.slice(0, 2), 'c,-32801,JPY'], ['--unit', 'minor']);

  expect(out).toContain(
    'All sums of finance are in JPY 100 times those of the ledger: it counts with other decimals. Convert these amounts in ' +
      'the file, or leave the currencies out with --where and --ledger-currency\n',
  );
  expect(code).toBe(3);
  expect(changed.out).not.toContain('other decimals');
});

test.each([
  [['a,1999,EUR', 'b,857600,JPY', 'd,6137,KWD'], [], '--unit minor would agree: '],
  [['a,20,EUR', 'd,6,KWD', 'b,857600,JPY'], [], undefined],
])('amounts %j with %j suggest %j', async (rows, flags, suggestion) => {
  const { out } = await compare(rows, flags);

  if (suggestion === undefined) expect(out).not.toMatch(/--unit minor|other decimals/);
  else expect(out).toContain(suggestion);
});

test('amounts in major units that are read in the smallest one are named', async () => {
  const whole = ledgerOf([{ order: 'a', amount: 2000 }]);
  const { out } = await createFiles(whole, 'reference,total\na,20\n').run(['--unit', 'minor']);

  expect(out).toContain('Amounts would agree without --unit minor: ');
});
