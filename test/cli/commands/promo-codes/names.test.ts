import { expect, test } from 'vitest';

import { findingOfName } from '../../../../src/cli/commands/promo-codes/name-finding.ts';
import { randomNames } from '../../../../src/cli/commands/promo-codes/random-names.ts';
import { openPromoStore } from './run-promo-codes.ts';

const date = 'is a date, which a spreadsheet makes of a code such as MAR10';
const rounded = 'is a rounded number, which a spreadsheet makes of a code such as 1E10 or of many digits';

test.each([
  ['10-Mar', date],
  ['Mar-10', date],
  ['Mar 26', date],
  ['10-mars', date],
  ['10. Mrz', date],
  ['10.Mrz', date],
  ['10.мар', date],
  ['10/ago/2026', date],
  ['3月10日', date],
  ['2026-03-10', date],
  ['10.03.2026', date],
  ['2026-03-10 00:00:00', date],
  ['1.00E+10', rounded],
  ['1,00E+10', rounded],
  ['1E+10', rounded],
  ['1.23457E+15', rounded],
  ["'00123", "begins with ', by which a spreadsheet marks text"],
  ['’00123', 'begins with ’, by which a spreadsheet marks text'],
  ['L\u0410UNCH', 'has letters that look alike, and are others: Latin (L) and Cyrillic (\u0410)'],
  ['\u0421КИДКA', 'has letters that look alike, and are others: Latin (A) and Cyrillic (\u0421)'],
  ['\u039FMEGA', 'has letters that look alike, and are others: Latin (M) and Greek (\u039F)'],
  ['LAUNCH\u200B10', 'has a zero-width space (U+200B), which players do not see'],
  ['LAU\u00ADNCH', 'has a soft hyphen (U+00AD), which players do not see'],
  ['LAUNCH\uFE0F', 'has an invisible character (U+FE0F), which players do not see'],
  ['\u202ELAUNCH', 'has an invisible character (U+202E), which players do not see'],
  ['LAUNCH 10', 'has a space (U+0020), which players do not see'],
  ['LAUNCH\u00A010', 'has a no-break space (U+00A0), which players do not see'],
  ['LAUNCH\n10', 'has a line break (U+000A), which players do not see'],
  ['ＬＡＵＮＣＨ', 'is not what players type, which is LAUNCH'],
  ['ＳＡＬＥ10', 'is not what players type, which is SALE10'],
])('the name %j is a finding', (name, finding) => {
  expect(findingOfName(name)).toBe(finding);
});

test.each([
  ...['LAUNCH', 'СКИДКА', 'СКИДКА2026', 'ÉTÉ', 'MAY25', '25MAY', 'MAR10', 'E10', '1E10', '2026', '00123'],
  ...[
    '夏セール2026',
    'VIP夏',
    '할인10',
    'تخفیف',
    'หน้าร้อน',
    'ΠΡΟΣΦΟΡΑ',
    'OFFER-10',
    '10-MAR',
    'A_B',
    'C.1',
    '1.2.3',
  ],
  ...['50%', 'MARS-2', '10-Mark', 'SUMMER-26', '10-20-30'],
])('the name %s is good', (name) => {
  expect(findingOfName(name)).toBeUndefined();
});

test('a suspicious name is said before anything is created, and with --yes nothing is, unless --skip-checks allows it', async () => {
  const store = await openPromoStore('10-Mar', 'A');
  const stopped = await store.create('--from', 'names.csv');
  const json = await store.create('--from', 'names.csv', '--dry-run', '--json');

  expect(stopped.code).toBe(3);
  expect(stopped.out).toBe(`1 finding:\n  10-Mar ${date}\n`);
  expect(stopped.err).toContain('1 finding; nothing was sent. If they are meant, send them: --skip-checks\n');
  expect(JSON.parse(json.out)).toMatchObject({ findings: [{ name: '10-Mar', message: date }] });
  expect(store.requests).toEqual([]);
  expect(store.folder.names()).not.toContain('codes.csv');
  await store.create('--from', 'names.csv', '--batch', '1', '--skip-checks');
  // What only the service forbids stays its word.
  expect(store.states()).toEqual(['10-Mar rejected', 'A created']);
});

test('a name that a spreadsheet has changed in the list of codes is a finding of --resume', async () => {
  const store = await openPromoStore('MAR-10');
  await store.create('--from', 'names.csv');
  expect(store.states()).toEqual(['MAR-10 rejected']);
  store.write(
    'codes.csv',
    store.folder.read('codes.csv').replace('MAR-10', '10-Mar').replace('rejected', 'pending'),
  );
  const { code, out } = await store.create('--resume');

  expect([code, out]).toEqual([3, `1 finding:\n  10-Mar ${date}\n`]);
  expect(store.sent()).toEqual([['MAR-10']]);
});

test('no random name is a finding, which nobody would have meant', () => {
  const names = randomNames({ count: 20_000, prefix: 'SALE', length: 8 });

  expect(names.filter((name) => findingOfName(name) !== undefined)).toEqual([]);
});
