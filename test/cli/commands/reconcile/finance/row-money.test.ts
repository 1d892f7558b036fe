import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../run-reconcile.ts';

const ledger = ledgerOf([
  { order: 'a', amount: 500 },
  { order: 'b', amount: -200 },
  { order: 'c', amount: 300 },
]);
const sides = ['--id-column', 'order', '--debit-column', 'debit', '--credit-column', 'credit'];
const sign = ['--id-column', 'order', '--amount-column', 'amount', '--sign-column', 'sign'];

function compare(head: string, rows: readonly string[], flags: readonly string[]) {
  return createFiles(ledger, [head, ...rows, ''].join('\n')).reconcile(flags);
}

test.each([
  ['order,debit,credit', ['a,,5.00', 'b,2.00,', 'c,0.00,3.00'], sides],
  ['order,amount,sign', ['a,5.00,CR', 'b,2.00,DR', 'c,3.00,CR'], [...sign, '--negative', 'DR']],
  [
    'order,amount,kind',
    ['a,5.00,', 'b,2.00,Refund', 'c,3.00,'],
    [...sign.slice(0, 5), 'kind', '--negative', 'Refund'],
  ],
  ['order,amount,sign', ['a,5.00,+', 'b,2.00,-', 'c,3.00,'], [...sign, '--negative', '-']],
])('%s is read with %j', async (head, rows, flags) => {
  expect(await compare(head, rows, flags)).toMatchObject({ code: 0, err: '' });
});

test('a row with both a debit and a credit, or with neither, is unreadable', async () => {
  const { code, out } = await compare('order,debit,credit', ['a,8.00,13.00', 'b,,', 'c,,3.00'], sides);

  expect(out).toContain('line 2: both debit and credit have an amount\n');
  expect(out).toContain('line 3: neither debit nor credit has an amount\n');
  expect(code).toBe(3);
});

test('a third word in the column of the sign is unreadable, and so is a missing one', async () => {
  const rows = ['a,5.00,CR', 'b,2.00,dr', 'c,3.00,'];
  const { code, out } = await compare('order,amount,sign', rows, [...sign, '--negative', 'DR']);

  expect(out).toContain('line 3: the sign "dr" is neither "DR" nor "CR", which other rows have\n');
  expect(out).toContain('line 4: the sign "" is neither "DR" nor "CR", which other rows have\n');
  expect(code).toBe(3);
});

test('several words are negative, and others are read when all of them are named', async () => {
  const rows = [
    'a,5.00,Settled',
    'b,2.00,Refunded',
    'b,7.00,Chargeback',
    'b,7.00,Reversed',
    'c,3.00,Settled',
  ];
  const negative = [...sign, '--negative', 'Refunded', '--negative', 'Chargeback'];
  const named = [...negative, '--positive', 'Settled', '--positive', 'Reversed'];
  const { code, out } = await compare('order,amount,sign', rows, negative);
  const changed = await compare('order,amount,sign', [...rows.slice(0, 4), 'c,3.01,Settled'], named);
  const unknown = await compare('order,amount,sign', [...rows.slice(0, 4), 'c,3.00,Fee'], named);

  expect(out).toContain(
    'line 5: the sign "Reversed" is neither "Refunded" nor "Chargeback" nor "Settled", which other rows have\n',
  );
  expect(out).toContain(
    '--positive Settled --positive Reversed would read all that --sign-column has besides Refunded, Chargeback: ',
  );
  expect(code).toBe(3);
  expect(await compare('order,amount,sign', rows, named)).toMatchObject({ code: 0 });
  expect(changed.out).toContain('Differences: 1 (1 amount)\n');
  expect(unknown.out).toContain('Differences: 1 (1 unreadable)\n');
});

test('currencies by their numbers are read, also those that lost their zeros, and no other number', async () => {
  const rows = ['a,5.00,978', 'b,-2.00,978', 'c,3.00,EUR'];
  const dollars = ledgerOf([{ order: 'a', amount: 500, currency: 'AUD' }]);
  const columns = ['--id-column', 'order', '--amount-column', 'amount', '--currency-column', 'currency'];
  const australian = await createFiles(dollars, 'order,amount,currency\na,5.00,36\n').reconcile(columns);
  const unknown = await createFiles(dollars, 'order,amount,currency\na,5.00,1\n').reconcile(columns);

  expect(await compare('order,amount,currency', rows, columns)).toMatchObject({ code: 0 });
  expect(australian).toMatchObject({ code: 0 });
  expect(unknown.out).toContain('(1 unreadable)');
});
