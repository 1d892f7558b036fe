import { expect, test } from 'vitest';

import { toStoredRow, toUtc } from '../../../src/postgres/work/stored-row.ts';
import { transaction } from '../../literals/transactions.ts';

test.each([
  ['2026-10-01T08:15:30.000Z', '2026-10-01T08:15:30.000000Z'],
  ['2026-10-01T08:15:30Z', '2026-10-01T08:15:30.000000Z'],
  ['2026-10-01T08:15Z', '2026-10-01T08:15:00.000000Z'],
  ['2026-10-01T08:15:30.123456Z', '2026-10-01T08:15:30.123456Z'],
  ['2026-10-01T08:15:30,1+05:30', '2026-10-01T02:45:30.100000Z'],
  ['2026-10-01t00:00:30.9-0930', '2026-10-01T09:30:30.900000Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000000Z'],
  ['2300-01-01T00:00:00.123456Z', '2300-01-01T00:00:00.123456Z'],
])('the timestamp %s is stored as %s', (timestamp, stored) => {
  expect(toUtc(timestamp)).toBe(stored);
});

test.each([
  '2026-10-01T08:15:30',
  '2026-10-01 08:15:30Z',
  '2026-10-01',
  '2026-10-01T08:15:30.1234567Z',
  '2026-10-01T08:15:30.Z',
  '2026-10-01T08:15.5Z',
  '2026-10-01T08:15,5+02:00',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-10-01T25:00:00Z',
  '2026-10-01T08:15:60Z',
  '0000-06-01T00:00:00Z',
  '+012026-10-01T08:15:30Z',
  'Thu, 01 Oct 2026 08:15:30 GMT',
  '1790842530',
  'now',
  'infinity',
  '',
])('the timestamp "%s" is not stored', (timestamp) => {
  expect(toUtc(timestamp)).toBeUndefined();
});

test('type and id that differ in their border only are different keys', () => {
  const row = transaction(1);
  const keyOf = (type: string, id: string): unknown => {
    const stored = toStoredRow(
      { ...row, transactionDetails: { ...row.transactionDetails, type, id } },
      '2026-11-01T00:00:00Z',
    );
    return 'key' in stored ? stored.key : undefined;
  };

  expect(keyOf('paid a', 'b')).not.toBe(keyOf('paid', 'a b'));
  expect(keyOf('paid', 'a')).toBe(keyOf('paid', 'a'));
});
