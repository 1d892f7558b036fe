import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from './run-reconcile.ts';

const otherFile = 'one of the files may be of another month or game\n';

test('files that share few ids are asked about, and their amounts suggest nothing', async () => {
  // A payment of the month of finance that was refunded in that of the ledger.
  const ledger = ledgerOf(
    ['a', 'b', 'c', 'd'].map((order) => ({ order, amount: order === 'a' ? -500 : 700 })),
  );
  const { run } = createFiles(ledger, 'reference,total\na,5.00\nw,7.00\nx,7.00\ny,7.00\n');
  const { code, out } = await run(['--our-amount', 'amount']);

  expect(code).toBe(3);
  expect(out).toContain(`\nOnly 1 of 4 ids of finance are in the ledger: ${otherFile}`);
  expect(out).not.toContain('--negate');
});

test('files that share no id may be of other orders, or compared by another column', async () => {
  const ledger = ledgerOf(['a', 'b'].map((order) => ({ order, amount: 500 })));
  const { out } = await createFiles(ledger, 'reference,total\ny,5.00\nz,5.00\n').run();

  expect(out).toContain(
    `\nNo id is in both files: check --id-column, and --match, which is orderId; ${otherFile}`,
  );
});

const ledger = ledgerOf([
  { order: 'a', amount: 1999, currency: 'EUR' },
  { order: 'b', amount: 857_600, currency: 'JPY' },
  { order: 'c', amount: -328, currency: 'JPY' },
  { order: 'd', amount: 6137, currency: 'KWD' },
]);

test.each([
  [['a,19.99,EUR'], [], true],
  [['a,19.99,EUR', 'd,6.137,KWD'], [], false],
  [['a,19.99,EUR'], ['--ledger-currency', 'EUR'], false],
])('of finance with %j and %j, most currencies are missing: %s', async (rows, flags, isMost) => {
  const { run } = createFiles(ledger, ['reference,total,currency', ...rows, ''].join('\n'));
  const { out } = await run(['--currency-column', 'currency', ...flags]);
  const hint =
    '\nFinance has no row in 2 of 3 currencies: does it book them elsewhere? --ledger-currency EUR would leave out their 3 rows\n';

  expect(out.includes(hint)).toBe(isMost);
  expect(out.includes('elsewhere')).toBe(isMost);
});

test('where rows cannot be read, the reason comes before the question for their currencies', async () => {
  const rows = 'reference,total,currency\na,19.99,EUR\nb,"8576,00",JPY\nc,"-328,00",JPY\nd,"6,137",KWD\n';
  const { out } = await createFiles(ledger, rows).run(['--currency-column', 'currency']);

  expect(out).toContain('--decimal , would read ');
  expect(out).not.toContain('elsewhere');
});
