import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { expect, onTestFinished, test, vi } from 'vitest';

import { addRangeFlags, rangeOf } from '../../../src/cli/flags/flags.ts';
import { durationParser, parseTime } from '../../../src/cli/flags/parsers.ts';
import { runHere } from '../run-here.ts';
import { said } from '../../support/said.ts';

/** Returns the range that a command line selects. */
function rangeOfLine(...args: readonly string[]) {
  const command = addRangeFlags(new Command(), 'read');
  return rangeOf(command.parse(args, { from: 'user' }).opts());
}

/** Sets the clock. */
function at(time: string): void {
  vi.useFakeTimers({ now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  [['--start', '2026-10-01', '--end', '2026-11-01'], '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  [
    ['--start', '2026-10-01T02:00:00+02:00', '--end', '2026-10-01T00:00:00.001Z'],
    '2026-10-01T00:00:00.000Z',
    '2026-10-01T00:00:00.001Z',
  ],
  [['--month', '2026-10'], '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  [['--month', '2026-12'], '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  [['--month', 'last'], '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  [['--month', 'this'], '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
])('%j selects %s to %s', (args, startDate, endDate) => {
  at('2026-03-31T23:30:00Z');
  expect(rangeOfLine(...args)).toEqual({ startDate, endDate });
});

test('in January the last month is December of the year before, by UTC', () => {
  at('2027-01-01T01:00:00+02:00');
  expect(rangeOfLine('--month', 'last')).toEqual({
    startDate: '2026-11-01T00:00:00.000Z',
    endDate: '2026-12-01T00:00:00.000Z',
  });
  at('2027-01-01T00:00:00Z');
  expect(rangeOfLine('--month', 'last')?.startDate).toBe('2026-12-01T00:00:00.000Z');
});

test('no flag selects no range', () => {
  expect(rangeOfLine()).toBeUndefined();
});

test.each([
  [['--start', '2026-10-01'], '--end: is required with --start'],
  [['--end', '2026-10-01'], '--start: is required with --end'],
  [['--start', '2026-10-01', '--end', '2026-10-01'], '--end: must be after --start'],
  [['--start', '2026-10-01T00:00:00', '--end', '2026-11-01'], '--start: must be a real date and time'],
  [['--start', '2026-02-30', '--end', '2026-11-01'], '--start: … ISO 8601'],
  [['--start', '2026-02-01', '--end', 'now'], '--end: … ISO 8601'],
  [
    ['--start', '2026-10-01T00:00:00.0001Z', '--end', '2026-11-01'],
    '--start: must not be finer than a millisecond',
  ],
  [['--month', '10/2026'], '--month: … did you mean 2026-10?'],
  [['--month', 'next'], '--month: … YYYY-MM … "last" … "this"'],
  [['--month', "x' argument 'y' is invalid. z"], '--month: … YYYY-MM'],
])('%j is rejected in one line that names the flag', async (args, message) => {
  const { code, err } = await runHere(['export', '--out', '-', '--format', 'csv', '--demo', ...args]);

  expect(code).toBe(2);
  expect(err).toMatch(said(`publisher-commerce: ${message}`));
});

test.each([
  ['2026-10-01T00:00Z', '2026-10-01T00:00:00.000Z'],
  ['2026-10-01T00:00:00.5Z', '2026-10-01T00:00:00.500Z'],
  ['2026-10-01T00:00:00.123000Z', '2026-10-01T00:00:00.123Z'],
  ['2026-10-01T00:00:00-0130', '2026-10-01T01:30:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('the time %s is %s', (value, utc) => {
  expect(parseTime(value)).toBe(utc);
});

test.each([
  ...['', '2026', '2026-10', '2026-10-01T', '2026-10-01Z', '2026-10-01 00:00:00Z', '2026-10-01t00:00:00z'],
  ...['2026-10-01T24:00:00Z', '2026-10-01T00:60:00Z', '2026-10-01T00:00:00,5Z', '2026-10-01T00:00:00+02'],
  ...['2026-13-01', '2026-00-01', '2026-04-31', '2027-02-29', '2026-02-30T12:00:00+02:00', '١٠٢٦-10-01'],
])('the time %j is rejected', (value) => {
  expect(() => parseTime(value)).toThrow(InvalidArgumentError);
});

test.each([
  ['200ms', 200],
  ['90m', 5_400_000],
  ['24h', 86_400_000],
  ['2d', 172_800_000],
  ['9007199254740s', 9_007_199_254_740_000],
])('the duration %s is %i milliseconds', (value, milliseconds) => {
  expect(durationParser()(value)).toBe(milliseconds);
});

test.each(['', '24', 'h', '0d', '-1h', '1.5h', '1 h', '1h\n', '1H', '1w', '1h30m', '9007199254741s', '١h'])(
  'the duration %j is rejected',
  (value) => {
    const read = (): number => durationParser()(value);
    expect(read).toThrow(InvalidArgumentError);
    expect(read).toThrow(
      'must be a positive integer with a unit (ms, s, m, h or d), for example 2s, 90m or 24h',
    );
  },
);
