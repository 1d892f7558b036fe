import { expect, test } from 'vitest';

import { readPeriod } from '../../src/cli/sandbox/read-period.ts';
import { UsageError } from '../../src/cli/command-error.ts';

test.each([
  ['2025-10-01/2026-11-01', '2025-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['2026-10-01T06:30:00Z/2026-10-01T06:30:00.001Z', '2026-10-01T06:30:00.000Z', '2026-10-01T06:30:00.001Z'],
  ['2026-10-01T00:00:00+02:00/2026-11-01', '2026-09-30T22:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['2028-02-29/2028-03-01', '2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
])('%s is the period from %s to %s', (value, start, end) => {
  expect(readPeriod(value)).toEqual({ start, end });
});

test('without the flag there is no period', () => {
  expect(readPeriod(undefined)).toBeUndefined();
});

const form = '--period: must be START/END, two dates or times: 2025-10-01/2026-11-01';
const time = (which: string): string =>
  `--period: ${which} must be a real date and time in ISO 8601 with Z or an offset, or a date: ` +
  '2026-10-01T00:00:00Z, 2026-10-01';

test.each([
  ['', form],
  ['/', form],
  ['2026-10-01', form],
  ['2026-10-01/', form],
  ['/2026-10-01', form],
  ['2026-10-01--2026-11-01', form],
  ['2026-10-01/2026-11-01/2026-12-01', form],
  ['P1M/2026-11-01', time('START')],
  ['2026-10-01/P1M', time('END')],
  ['2026-10/2026-11', time('START')],
  ['2026-02-30/2026-11-01', time('START')],
  ['2026-10-01T00:00:00/2026-11-01', time('START')],
  ['2026-10-01/ 2026-11-01', time('END')],
  ['2026-10-01/2026-11-01T00:00:00.0001Z', '--period: END must not be finer than a millisecond'],
  ['2026-10-01/2026-10-01', '--period: END must be after START; it is excluded'],
  ['2026-10-01T01:00:00+02:00/2026-09-30', '--period: END must be after START; it is excluded'],
])('%j is rejected with the rule', (value, message) => {
  expect(() => readPeriod(value)).toThrow(new UsageError(message));
});
