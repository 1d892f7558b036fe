import { expect, test } from 'vitest';

import { readDuration } from '../../src/cli/read-duration.ts';
import { UsageError } from '../../src/cli/usage-error.ts';

test.each([
  ['1s', 1000],
  ['90m', 5_400_000],
  ['24h', 86_400_000],
  ['2d', 172_800_000],
  ['007d', 604_800_000],
  ['9007199254740s', 9_007_199_254_740_000],
])('the duration %s is %i milliseconds', (value, milliseconds) => {
  expect(readDuration('--look-back', value)).toBe(milliseconds);
});

test.each([
  ...[
    '',
    '24',
    'h',
    '0d',
    '000h',
    '-1h',
    '+1h',
    '1.5h',
    '1e3s',
    '1 h',
    ' 1h',
    '1h ',
    '1h\n',
    '1H',
    '1w',
    '1ms',
  ],
  ...['1h30m', '9007199254741s', `${'9'.repeat(400)}d`, '١h'],
])('the duration %j is rejected', (value) => {
  const read = (): number => readDuration('--look-back', value);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(
    '--look-back: must be a positive integer with a unit (s, m, h or d), for example 90m, 24h or 2d',
  );
});
