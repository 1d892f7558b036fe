import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../run-reconcile.ts';

const orders = ['order-40f4765001f315ac', 'order-4b11eef752747a8b', 'order-540c08fac2ec6c1f'];

/** The ledger has 1.00, 2.00 and 3.00; finance has the same, or a cent more of the last order. */
function compare(written: (order: string) => string, flags: readonly string[] = [], cents = '00') {
  const finance = orders.map(
    (order, index) => `"${written(order)}",${index + 1}.${index === 2 ? cents : '00'}\n`,
  );
  const ledger = ledgerOf(orders.map((order, index) => ({ order, amount: 100 * (index + 1) })));
  return createFiles(ledger, `reference,total\n${finance.join('')}`).run(flags);
}

const forms: readonly (readonly [
  form: string,
  written: (order: string) => string,
  flags: readonly string[],
])[] = [
  ['upper case', (order) => order.toUpperCase(), ['--id-ignore-case']],
  ['18 characters', (order) => order.slice(0, 18), ['--id-length', '18']],
  [
    '16 characters in upper case',
    (order) => order.slice(0, 16).toUpperCase(),
    ['--id-ignore-case', '--id-length', '16'],
  ],
  ['a sign before it', (order) => `#${order}`, ['--id-pattern', '^#?(.*)']],
  ['a number after it', (order) => `${order}/1`, ['--id-pattern', String.raw`(.*?)(?:\/1)?$`]],
  [
    'a text around it, in upper case',
    (order) => `WEB ${order.toUpperCase()}.A`,
    ['--id-ignore-case', '--id-pattern', String.raw`^(?:WEB )?(.*?)(?:\.A)?$`],
  ],
  [
    'another text around each',
    (order) => `${order.slice(-3)}: ${order} Weekend gems ${order.slice(-1)}`,
    ['--id-pattern', String.raw`\b(order-[\da-f]{16})\b`],
  ],
];

test.each(forms)(
  'ids with %s suggest flags that read them, and find one cent',
  async (_form, written, flags) => {
    const without = await compare(written);
    const suggested = flags.map((flag) =>
      flag.startsWith('--id-') || /^\d+$/.test(flag) ? flag : `'${flag}'`,
    );
    const changed = await compare(written, flags, '01');

    expect(without.out).toContain('No id is in both files: they differ in ');
    expect(without.out).toContain(`; set ${suggested.join(' ')}\n`);
    expect(await compare(written, flags)).toMatchObject({ code: 0 });
    // As the ledger has it.
    expect(changed.out).toMatch(
      /Differences: 1 \(1 amount\)[^]*order-540c08fac2ec6c1f │ 3\.00 EUR │ 3\.01 EUR/,
    );
  },
);

test('spaces and characters that nobody sees are no part of an id at its ends, and are named within it', async () => {
  const ends = await compare((order) => `\u200B\u00A0${order}\uFEFF`);
  const within = await compare((order) => order.replace('-', '-\u200B'));

  expect(ends).toMatchObject({ code: 0 });
  expect(within.out).toContain(
    'they differ in spaces, or characters that nobody sees: "order-40f4765001f315ac" is "order-<U+200B>40f4765001f315ac" in finance\n',
  );
});

test('one id of many that differs is named too', async () => {
  const { out } = await compare((order) => (order === orders[1] ? order.toUpperCase() : order));

  expect(out).toContain(
    '1 id of finance is not in the ledger: they differ in upper and lower case: "order-4b11eef752747a8b" is "ORDER-4B11EEF752747A8B" in finance; set --id-ignore-case\n',
  );
});

test.each([
  [['--id-length', '7'], '--id-length: "order-40f4765001f315ac" and "order-4b11eef752747a8b"'],
  [['--id-ignore-case'], '--id-ignore-case: "order-40f4765001f315ac" and "ORDER-40F4765001F315AC"'],
])('%j that makes one id of two is an error with both', async (flags, words) => {
  const ledger = ledgerOf([...orders, 'ORDER-40F4765001F315AC'].map((order) => ({ order, amount: 1 })));
  const { code, err } = await createFiles(ledger, 'reference,total\na,1.00\n').run(flags);

  expect(err).toContain(`${words} of the ledger would be one id`);
  expect(code).toBe(2);
});

test('rows without an id are named by their first lines, on the terminal and in the file of --out', async () => {
  const files = createFiles(
    ledgerOf([{ order: 'a', amount: 100 }]),
    'reference,total\na,1.00\n,1.00\n,2.00\n,3.00\n,4.00\n',
  );
  const { out } = await files.run(['--out', files.file('out.csv')]);
  const lines = 'finance.csv line 3, finance.csv line 4, finance.csv line 5 and 1 more: no id';

  expect(out).toContain(`${lines}\n`);
  expect(files.read('out.csv').replaceAll(files.file('finance.csv'), 'finance.csv')).toContain(lines);
});

const long = ['1234567890123456789', '1234567890123456790', '9007199254740993', '9007199254740992'];

test.each([
  // As a program prints a double, and with all of its digits.
  '1234567890123456800',
  '1234567890123456768',
])('the id %s of finance is named as one that a double has rounded', async (id) => {
  const ledger = ledgerOf(long.map((order) => ({ order, amount: 500 })));
  const { out } = await createFiles(ledger, `reference,total\n${id},10.00\n`).run();

  expect(out).toMatch(
    new RegExp(
      `line 2: ${id} is what is left of 12345678901234567(?:89|90) after a program that reads it as a number`,
    ),
  );
  expect(out).not.toContain('notation');
});

test('an id of the ledger that is the double of its neighbour is no rounded one', async () => {
  const ledger = ledgerOf(long.slice(2).map((order) => ({ order, amount: 500 })));
  const rows = long
    .slice(2)
    .map((order) => `${order},5.00\n`)
    .join('');

  expect(await createFiles(ledger, `reference,total\n${rows}`).run()).toMatchObject({ code: 0 });
});
