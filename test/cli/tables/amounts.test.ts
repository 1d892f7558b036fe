import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../commands/reconcile/run-reconcile.ts';
import { said } from '../../support/said.ts';

/** Compares 1234.50 euros with one amount of the finance system. */
function compare(amount: string, flags: readonly string[], units = 123_450) {
  const files = createFiles(ledgerOf([{ order: 'a', amount: units }]), `reference;total\na;"${amount}"\n`);
  return files.run(flags);
}

test.each([
  [' 1234.50 ', []],
  ['\u00A01234.50', []],
  ['1.234,50', ['--decimal', ',', '--thousands', '.']],
  ['1234,50', ['--decimal', ',', '--thousands', '.']],
  ['1,234.50', ['--thousands', ',']],
  ['1 234.50', ['--thousands', 'space']],
  ['1\u00A0234.50', ['--thousands', 'space']],
  ['1\u202F234.50', ['--thousands', 'space']],
  ["1'234.50", ['--thousands', "'"]],
  ['1’234.50', ['--thousands', "'"]],
  ['€1234.50', ['--symbol', '€']],
  ['1234.50 EUR', ['--symbol', 'EUR']],
  ['Fr. 1234.50', ['--symbol', 'Fr.']],
  ['1234.50', ['--symbol', '$', '--negative', 'parentheses']],
  ['+ 1234.50', []],
  ['1234.50+', ['--negative', 'trailing']],
  ['1234.50', ['--negative', 'DR']],
  ['1234.50CR', ['--negative', 'DR', '--positive', 'CR']],
  ['1234.50 EUR CR', ['--negative', 'DR', '--positive', 'CR', '--symbol', 'EUR']],
  ['1234.50 EUR CR', ['--negative', 'DR', '--positive', 'CR', '--currency-in-amount']],
])('%j is read with %j', async (amount, flags) => {
  expect(await compare(amount, flags)).toMatchObject({ code: 0 });
});

test.each([
  ['\u22121234.50', []],
  ['\u200E-1234.50\u200F', []],
  ['\u061C\u22121234.50', []],
  ['▲1234.50', ['--negative', '▲']],
  ['△ 1,234.50', ['--negative', '△', '--thousands', ',']],
  ['1234.50-', ['--negative', 'trailing']],
  ['-1234.50', ['--negative', 'trailing']],
  ['(1234.50)', ['--negative', 'parentheses']],
  ['($1,234.50)', ['--negative', 'parentheses', '--symbol', '$', '--thousands', ',']],
  ['$(1234.50)', ['--negative', 'parentheses', '--symbol', '$']],
  ['-$1234.50', ['--symbol', '$']],
  ['$-1234.50', ['--symbol', '$']],
  ['1234.50- €', ['--negative', 'trailing', '--symbol', '€']],
  ['- 1234.50', []],
  ['\u20131234.50', []],
  ['1234.50 -', ['--negative', 'trailing']],
  ['( 1234.50 )', ['--negative', 'parentheses']],
  ['<1234.50>', ['--negative', 'angle-brackets']],
  ['1234.50DR', ['--negative', 'DR']],
  ['DR 1234.50', ['--negative', 'DR', '--positive', 'CR']],
  ['1234.50 DR', ['--negative', 'parentheses', '--negative', 'DR']],
])('%j is negative with %j', async (amount, flags) => {
  expect(await compare(amount, flags, -123_450)).toMatchObject({ code: 0 });
});

test.each([
  ['12.34,50', ['--decimal', ',', '--thousands', '.'], '-1.234,50'],
  ['1.2345,00', ['--decimal', ',', '--thousands', '.'], '-1.234,50'],
  ['1,234.50', ['--decimal', ',', '--thousands', '.'], '-1.234,50'],
  ['1 234.50', ['--thousands', "'"], "-1'234.50"],
  ['(1234.50', ['--negative', 'parentheses'], '(1234.50)'],
  ['-(1234.50)', ['--negative', 'parentheses'], '(1234.50)'],
  ['-1234.50-', ['--negative', 'trailing'], '1234.50-'],
  ['£1234.50', ['--symbol', '$'], '-$1234.50'],
  ['1234,50', ['--unit', 'minor'], '-999'],
  ['-1234.50DR', ['--negative', 'DR'], '1234.50DR'],
  ['1234.50CR', ['--negative', 'DR'], '1234.50DR'],
  ['<1234.50)', ['--negative', 'angle-brackets'], '<1234.50>'],
])('%j is unreadable with %j', async (amount, flags, example) => {
  const { code, out } = await compare(amount, flags);

  expect(out).toMatch(said(`finance.csv line 2: … ${JSON.stringify(amount)} … ${example}\n`));
  expect(code).toBe(3);
});

test('at most three lines are printed for each reason', async () => {
  const rows = ['a,?,EUR', 'b,?,EUR', 'c,?,EUR', 'd,?,EUR', 'e,?,EUR', 'f,1,XXY', 'g,1', 'h,1,EUR'];
  const files = createFiles(
    ledgerOf([{ order: 'h', amount: 100 }]),
    ['reference,total,currency', ...rows].join('\n'),
  );
  const { out } = await files.run(['--currency-column', 'currency', '--out', files.file('out.csv')]);

  const lines = out.split('\n').filter((line) => /^(finance\.csv line|…)/.test(line));
  expect(lines).toEqual([
    ...[2, 3, 4].map((line) => `finance.csv line ${line}: the amount "?" must be a decimal such as -1234.50`),
    '… and 2 more',
    'finance.csv line 7: the currency "XXY" is not in ISO 4217',
    'finance.csv line 8: the number of cells is 2, in the first line 3',
  ]);
  expect(files.read('out.csv').match(/^unreadable,/gm)).toHaveLength(7);
});

test('an amount in the smallest unit has a limit', async () => {
  const { out } = await compare('9007199254740992', ['--unit', 'minor']);

  expect(out).toContain('the amount "9007199254740992" must not exceed 2^53 - 1 smallest units\n');
});

test('a decimal without its first zero is read, and is no number of thousands', async () => {
  expect(await compare('.99', [], 99)).toMatchObject({ code: 0 });
  expect(await compare('-,05', ['--decimal', ',', '--thousands', '.'], -5)).toMatchObject({ code: 0 });
  expect(await compare('.99', ['--decimal', ',', '--thousands', '.'], 99)).toMatchObject({ code: 3 });
});

test('where other amounts have a word for their sign, one without is unreadable unless it is 0', async () => {
  const flags = ['--negative', 'DR', '--positive', 'CR'];
  const { out } = await compare('1234.50', flags);

  expect(out).toContain('line 2: the amount "1234.50" has neither "DR" nor "CR"\n');
  expect(await compare('0.00', flags, 0)).toMatchObject({ code: 0 });
});
