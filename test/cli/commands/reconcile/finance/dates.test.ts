import { expect, test } from 'vitest';

import { createFiles, ledgerOf } from '../run-reconcile.ts';

/** Compares one row of the ledger with one of the finance system, by day. */
function compareDays(timestamp: string, date: string, flags: readonly string[] = []) {
  const files = createFiles(
    ledgerOf([{ order: 'a', amount: 100, timestamp }]),
    `reference,total,booked\na,1.00,"${date}"\n`,
  );
  return files.run(['--date-column', 'booked', ...flags]);
}

test.each([
  ['31.10.2026', 'DD.MM.YYYY'],
  ['1.11.2026', 'D.M.YYYY', '2026-11-01T12:00:00.000Z'],
  ['31/10/26', 'DD/MM/YY'],
  ['10/31/2026 11:30 PM', 'MM/DD/YYYY hh:mm A'],
  ['10/31/2026 12:30 am', 'M/D/YYYY h:mm A'],
  ['31-OCT-2026', 'DD-MMM-YYYY'],
  ['20261031', 'YYYYMMDD'],
  ['2026年10月31日', 'YYYY年MM月DD日'],
  ['2026/10/31T23:59:59', 'YYYY/MM/DDTHH:mm:ss'],
  [' 31.10.2026 ', 'DD.MM.YYYY'],
  ['Sat, 31 Oct 2026 23:30:00 -0400', 'ddd, DD MMM YYYY HH:mm:ss ZZ', '2026-11-01T03:30:00.000Z'],
  ['2026/10/31 23:30:00 -04:00', 'YYYY/MM/DD HH:mm:ss ZZ', '2026-11-01T03:30:00.000Z'],
  ['31.10.2026 23:30 UTC', 'DD.MM.YYYY HH:mm ZZ'],
  ['31.10.2026 um 23:30 Uhr', "DD.MM.YYYY 'um' HH:mm 'Uhr'"],
  ['31 Oct 2026', 'DD MMM YYYY'],
  ['Oct 31, 2026', 'MMM D, YYYY'],
  ['01. Okt 2026', 'de: DD. MMM YYYY', '2026-10-01T12:00:00.000Z'],
  ['31.Okt.2026', 'de: DD.MMM.YYYY'],
  ['31 Oktober 2026 23:30', 'de: DD MMM YYYY HH:mm'],
  ['1 Mrz 26', 'de: D MMM YY', '2026-03-01T12:00:00.000Z'],
  ['1 oct. 2026', 'fr: D MMM YYYY', '2026-10-01T12:00:00.000Z'],
  ['1 mai 2026', 'fr: D MMM YYYY', '2026-05-01T12:00:00.000Z'],
  ['1 de octubre de 2026', "es: D 'de' MMM 'de' YYYY", '2026-10-01T12:00:00.000Z'],
  ['1 октября 2026', 'ru: D MMM YYYY', '2026-10-01T12:00:00.000Z'],
  ['1. lis 2026', 'hr: D. MMM YYYY', '2026-10-01T12:00:00.000Z'],
  ['1 lis 2026', 'pl: D MMM YYYY', '2026-11-01T12:00:00.000Z'],
  ['46326', 'excel'],
  ['46326,9791666667', 'excel'],
  ['3110', 'DDMM'],
  ['31.12.', 'DD.MM.', '2025-12-31T12:00:00.000Z'],
  ['01.01.', 'DD.MM.', '2027-01-01T12:00:00.000Z'],
  ['2902', 'DDMM', '2028-02-29T12:00:00.000Z'],
])(
  'the date %j is read with --date-format %s',
  async (date, format, timestamp = '2026-10-31T12:00:00.000Z') => {
    expect(await compareDays(timestamp, date, ['--date-format', format])).toMatchObject({ code: 0 });
  },
);

test.each([
  ['31.02.2026', 'DD.MM.YYYY'],
  ['1.10.2026', 'DD.MM.YYYY'],
  ['31.10.26', 'DD.MM.YYYY'],
  ['2026-10-31', 'DD.MM.YYYY'],
  ['31.10.2026 10:00', 'DD.MM.YYYY'],
  ['31.10.2026 25:00', 'DD.MM.YYYY HH:mm'],
  ['', 'DD.MM.YYYY'],
  // 31 October 2026 was a Saturday, and 2026 had no 29 February.
  ['Sun, 31 Oct 2026', 'ddd, DD MMM YYYY'],
  ['2902', 'DDMM'],
  ['310', 'DDMM'],
  ['31.10.2026 10:00', 'DD.MM.YYYY HH:mm ZZ'],
])('the date %j is unreadable with --date-format %s', async (date, format) => {
  const { out } = await compareDays('2026-10-31T12:00:00.000Z', date, ['--date-format', format]);

  expect(out).toContain(`finance.csv line 2: the date "${date}" must be in the form ${format}\n`);
});

test.each([
  [
    'DD.mm.YYYY',
    'must have a month and a day, and a year if it is written, for example DD.MM.YYYY; mm is the minute',
  ],
  [
    'JJJJ-MM-TT',
    '"JJJJ" is unknown; use YYYY or YY, MM, M or MMM (Oct), DD or D, HH, H, hh or h, mm, ss, A for AM or PM, ddd for Mon, ',
  ],
  ["DD.MM.'YY", '"\'" is unknown; use YYYY'],
])('the format %j is wrong usage', async (format, problem) => {
  const { code, err } = await compareDays('2026-10-31T12:00:00.000Z', '31.10.2026', [
    '--date-format',
    format,
  ]);

  expect(err).toContain(`--date-format: ${problem}`);
  expect(code).toBe(2);
});

// Clocks in Berlin are set back on 25 October 2026 at 3:00, and forward on 29 March 2026 at 2:00.
test.each([
  ['a day', '2026-10-24T22:15:00.000Z', '2026-10-25'],
  ['a time', '2026-10-24T22:15:00.000Z', '2026-10-25 00:15'],
  ['a time that the clock shows twice', '2026-10-25T01:30:00.000Z', '2026-10-25 02:30'],
  ['an evening after the change', '2026-10-25T23:15:00.000Z', '2026-10-26 00:15'],
  ['the time before clocks are set forward', '2026-03-29T00:59:00.000Z', '2026-03-29 01:59'],
  ['the time after they were', '2026-03-29T01:00:00.000Z', '2026-03-29 03:00'],
  ['an instant with an offset', '2026-10-31T23:30:00.000Z', '2026-10-31T23:30:00Z'],
  ['an instant of another zone', '2026-10-31T23:30:00.000Z', '2026-10-31T18:30:00-05:00'],
])('%s is a day of the time zone, and so is the time of the ledger', async (_name, timestamp, date) => {
  expect(await compareDays(timestamp, date, ['--time-zone', 'Europe/Berlin'])).toMatchObject({ code: 0 });
});

// On 25 October, Berlin has 2:30 twice; on 1 November it is 00:30 at 23:30 UTC.
test.each([
  ['2026-11-01 00:30 CET', [], '2026-10-31T23:30:00.000Z'],
  ['2026-10-25 00:30 CEST', [], '2026-10-24T22:30:00.000Z'],
  ['25.10.2026 00:30:00 MESZ', ['--date-format', 'DD.MM.YYYY HH:mm:ss ZZ'], '2026-10-24T22:30:00.000Z'],
  ['25.10.2026 00:30 CEST', ['--date-format', "DD.MM.YYYY HH:mm 'CEST'"], '2026-10-24T22:30:00.000Z'],
])('%j has an offset of the time zone by its name', async (date, flags, timestamp) => {
  const zone = ['--time-zone', 'Europe/Berlin', ...flags];
  expect(await compareDays(timestamp, date, zone)).toMatchObject({ code: 0 });
});

test('names of offsets suggest their format, and those of other zones are unreadable', async () => {
  const written = await compareDays('2026-10-24T22:30:00.000Z', '25.10.2026 00:30 CEST', [
    '--time-zone',
    'Europe/Berlin',
  ]);
  const other = await compareDays('2026-10-24T22:30:00.000Z', '2026-10-25 00:30 PDT', [
    '--time-zone',
    'Europe/Berlin',
  ]);

  expect(written.out).toContain('--date-format "DD.MM.YYYY HH:mm ZZ" would read 1 date');
  expect(other.out).toContain('finance.csv line 2: the date "2026-10-25 00:30 PDT" must be');
});

test.each([
  '2026-10-31 23:30:00 UTC',
  '2026-10-31 23:30 GMT',
  '2026-10-31 23:30:00 Z',
  '2026-11-01 01:30:00 +0200',
  '2026-10-31 19:30:00 -04:00',
  '2026-10-31 23:30:00.123456+00',
  '2026-10-31 23:30:00 +00:00',
])('the instant %j needs no format', async (date) => {
  const zone = ['--time-zone', 'Asia/Tokyo'];
  expect(await compareDays('2026-10-31T23:30:00.000Z', date, zone)).toMatchObject({ code: 0 });
  expect(await compareDays('2026-10-31T14:30:00.000Z', date, zone)).toMatchObject({ code: 3 });
});

test('a time that clocks skip is unreadable, because the time zone must be wrong', async () => {
  const { out } = await compareDays('2026-03-29T01:30:00.000Z', '2026-03-29 02:30', [
    '--time-zone',
    'Europe/Berlin',
  ]);

  expect(out).toContain(
    'finance.csv line 2: the time "2026-03-29 02:30" does not exist in Europe/Berlin, where clocks are set forward then: ' +
      'check --time-zone\n',
  );
});

test('a day begins where clocks skip its midnight', async () => {
  // In Santiago clocks were set from 24:00 on 5 September 2026 to 1:00.
  const flags = ['--time-zone', 'America/Santiago'];

  expect(await compareDays('2026-09-06T04:00:00.000Z', '2026-09-06', flags)).toMatchObject({ code: 0 });
  expect(await compareDays('2026-09-06T03:59:00.000Z', '2026-09-05', flags)).toMatchObject({ code: 0 });
});

test.each(['UTC+5:30', 'Asia/Kolkata', '+05:30'])('%s is a time zone', async (zone) => {
  expect(await compareDays('2026-10-30T18:30:00.000Z', '2026-10-31', ['--time-zone', zone])).toMatchObject({
    code: 0,
  });
});

test.each(['Berlin', 'CET+1', 'local', 'system', ''])('%j is no time zone', async (zone) => {
  const { code, err } = await compareDays('2026-10-31T12:00:00.000Z', '2026-10-31', ['--time-zone', zone]);

  expect(err).toContain(
    `--time-zone: ${JSON.stringify(zone)} is unknown; use a name such as Europe/Berlin, or an offset such as UTC+1`,
  );
  expect(code).toBe(2);
});

test.each([
  ['1 jui 2026', 'fr: D MMM YYYY'],
  ['1 Okt 2026', 'fr: D MMM YYYY'],
  ['2026-10-31', 'excel'],
])('the date %j is not one of --date-format %s', async (date, format) => {
  const { out } = await compareDays('2026-10-31T12:00:00.000Z', date, ['--date-format', format]);

  expect(out).toContain(`line 2: the date ${JSON.stringify(date)} must be in the form ${format}\n`);
});

test.each(['xx: D MMM YYYY', 'de: D.M.YYYY'])(
  '--date-format %s needs a language, and a month by its name',
  async (format) => {
    const { code, err } = await compareDays('2026-10-31T12:00:00.000Z', '', ['--date-format', format]);

    expect(err).toContain(
      '--date-format: before a colon must be a language, and MMM after it: "de: DD. MMM YYYY"',
    );
    expect(code).toBe(2);
  },
);
