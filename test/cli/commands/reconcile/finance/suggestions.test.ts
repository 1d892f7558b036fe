import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../run-reconcile.ts';
import { said } from '../../../../support/said.ts';

const ledger = ledgerOf([{ order: 'a', amount: 1 }]);

/** The lines of the output that ask something. */
async function questionsFor(finance: string, flags: readonly string[] = []): Promise<string[]> {
  const { out } = await createFiles(ledger, finance).run(flags);
  return out.split('\n').filter((line) => line.endsWith('?'));
}

const amounts = (cells: readonly string[]): string =>
  `reference,total\n${cells.map((cell, index) => `order-${index},"${cell}"\n`).join('')}`;

test.each([
  [['12,34', '7,00', '1,5'], '--decimal , … 3 amounts'],
  [['1.234,56', '7,00', '-1.234.567,89'], '--decimal , --thousands . … 3 amounts'],
  [['1,234.56', '1,234.00'], '--thousands , … 2 amounts'],
  [['1\u202F234,56', '7,00'], '--decimal , --thousands space … 2 amounts'],
  [["1'234.56", '1’234.00'], '--thousands "\'" … 2 amounts'],
  [['$1,234.56', '($7.00)'], '--thousands , --negative parentheses --symbol "$" … 2 amounts'],
  [['7,00-', '7,00 EUR'], '--decimal , --negative trailing --symbol EUR … 2 amounts'],
  [['Fr. 7.00', 'Fr. -7.00'], '--symbol Fr. … 2 amounts'],
  [['12,34', 'free', 'n/a'], '--decimal , … 1 amount'],
  [['<1,234.50>', '<7.00>'], '--thousands , --negative angle-brackets … 2 amounts'],
  [['7.00 -', '$ 8.00 -'], '--negative trailing --symbol "$" … 2 amounts'],
])('amounts such as %j suggest their flags', async (cells, suggestion) => {
  expect(await questionsFor(amounts(cells))).toEqual([expect.stringMatching(said(`${suggestion}: … that`))]);
});

test.each([
  [['7.00DR', '8.00 CR'], '--negative CR --positive DR or --negative DR --positive CR … 2 amounts'],
  [['7.00DR', '8.00DR'], '--negative DR or --symbol DR … 2 amounts'],
  [['kr.50', 'kr.70'], '--negative kr. or --symbol kr. or --symbol kr … 2 amounts'],
])('amounts such as %j, which only the ledger tells, suggest both readings', async (cells, suggestion) => {
  expect(await questionsFor(amounts(cells))).toEqual([expect.stringMatching(said(`${suggestion}: … which`))]);
});

test('a cell of 200 000 characters does not hold up the suggestions', async () => {
  // Each pattern takes as long as the square of the length, or its cube: minutes, and the test would time out.
  const cells = ['('.repeat(200_000), '1'.repeat(200_000), '12,34'];

  expect(await questionsFor(amounts(cells))).toEqual([
    expect.stringMatching(said('--decimal , … 1 amount: … amounts?')),
  ]);
});

test('a suggestion says how many cells it was tried with, and is in --json too', async () => {
  const file = amounts(Array.from({ length: 1200 }, (_, index) => (index < 10 ? 'free' : '1,50')));
  const { out } = await createFiles(ledger, file).run(['--json']);

  expect(JSON.parse(out)).toMatchObject({
    suggestions: [
      '--decimal , would read 990 amounts of the first 1,000 that cannot be read: is that how finance writes amounts?',
    ],
  });
});

test.each([[['free', '']], [['++1', '1.2.3']], [['1e3']]])(
  'amounts such as %j suggest nothing',
  async (cells) => {
    expect(await questionsFor(amounts(cells))).toEqual([]);
  },
);

test('an amount with one separator before three digits is not read until a flag says what it separates', async () => {
  const file = createFiles(ledgerOf([{ order: 'a', amount: 120_000 }]), 'reference,total\na,"1.200"\n');
  const { out } = await file.run();

  expect(out).toContain(
    'finance.csv line 2: the amount "1.200" has three digits after its only separator: set --thousands, which tells ' +
      'thousands from decimals\n',
  );
  expect(out).toContain('--decimal , --thousands . would read 1 amount: ');
  expect(await file.run(['--decimal', ',', '--thousands', '.'])).toMatchObject({ code: 0 });
  expect(await file.run(['--thousands', ','])).toMatchObject({ code: 3 });
});

const dates = (cells: readonly string[]): string =>
  `reference,total,booked\n${cells.map((cell, index) => `order-${index},1.00,"${cell}"\n`).join('')}`;

test.each([
  [['31.10.2026', '01.11.2026'], '--date-format DD.MM.YYYY … 2 dates: … that'],
  [['1.10.26', '31.10.26'], '--date-format D.M.YY … 2 dates: … that'],
  [['10/31/2026 11:30 PM', '10/1/2026 1:05 AM'], '--date-format "M/D/YYYY h:mm A" … 2 dates: … that'],
  [['31-Oct-2026'], '--date-format DD-MMM-YYYY … 1 date: … that'],
  [['2026/10/31 23:30:00'], '--date-format "YYYY/MM/DD H:mm:ss" … 1 date: … that'],
  [['20261031'], '--date-format YYYYMMDD … 1 date: … that'],
  [['01. Okt 2026', '31. Okt 2026'], '--date-format "de: DD. MMM YYYY" … 2 dates: … that'],
  [['1 oct. 2026', '1 août 2026'], '--date-format "fr: D MMM YYYY" … 2 dates: … that'],
  [['46296', '46326.5'], '--date-format excel … 2 dates: … that'],
  [['1. lis 2026'], '--date-format "pl: D. MMM YYYY" or --date-format "hr: D. MMM YYYY" … 1 date: … which'],
  [['10/11/2026'], '--date-format DD/MM/YYYY or --date-format MM/DD/YYYY … 1 date: … which'],
])('dates such as %j suggest their format', async (cells, suggestion) => {
  expect(await questionsFor(dates(cells), ['--date-column', 'booked'])).toEqual([
    expect.stringMatching(said(`${suggestion} … dates?`)),
  ]);
});

test('rows at the end without an id suggest a condition on the id', async () => {
  expect(await questionsFor('reference,total\na,0.01\n,5.00\n,6.00\n')).toEqual([
    `2 rows have no id: --where 'reference != ""' leaves them out. Are they no bookings?`,
  ]);
});

test('days that agree in another time zone suggest it', async () => {
  const days = [1, 2, 3, 4, 5, 6, 7, 8];
  const rows = ledgerOf(
    days.map((day) => ({
      order: `order-${day}`,
      amount: 100 * day,
      timestamp: `2026-11-0${day}T23:15:00.000Z`,
    })),
  );
  // One of them is booked a day late.
  const finance = days
    .map((day) => `order-${day},${day}.00,2026-11-${day < 8 ? `0${day + 1}` : 10}\n`)
    .join('');
  const files = createFiles(rows, `reference,total,booked\n${finance}`);
  const { out } = await files.run(['--date-column', 'booked']);
  const zoned = await files.run(['--date-column', 'booked', '--time-zone', 'UTC+1']);

  expect(out).toContain(
    '9 sums of a day differ, and only 2 with days in UTC+1: does finance book in UTC+1? Set --time-zone to that, or to a ' +
      'name such as Europe/Berlin\n',
  );
  expect(zoned.out).toContain('Differences: 2 (2 day)\n');
  expect(zoned.out).not.toContain('book in UTC+');
});

test('another time zone with half of the differences is not suggested', async () => {
  const rows = ledgerOf([
    { order: 'late', amount: 100, timestamp: '2026-11-01T23:15:00.000Z' },
    { order: 'noon', amount: 200, timestamp: '2026-11-11T12:00:00.000Z' },
  ]);
  // Finance books the first a day later, as in UTC+1, and the other where no time zone has it.
  const finance = 'reference,total,booked\nlate,1.00,2026-11-02\nnoon,2.00,2026-11-20\n';
  const { out } = await createFiles(rows, finance).run(['--date-column', 'booked']);

  expect(out).toContain('Differences: 4 (4 day)\n');
  expect(out).not.toContain('does finance book in');
});

test.each(['▲', '△'])('amounts with %s are suggested to be negative', async (sign) => {
  expect(await questionsFor(`reference,total\na,${sign}0.01\n`)).toEqual([
    expect.stringContaining(`--negative "${sign}" would read 1 amount`),
  ]);
});
