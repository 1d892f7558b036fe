import { expect, test } from 'vitest';

import { transactionQuerySchema } from '../../../src/client/api/schemas.ts';
import { brokenRules } from './input-issues.ts';
import { said } from '../../support/said.ts';

const startDate = '2026-10-01T00:00:00Z';
const endDate = '2026-11-01T00:00:00Z';
const dates = { startDate, endDate };

const textRule = 'a real date and time in ISO 8601 with its offset, for example 2026-10-01T00:00:00Z';

test('the documented query is accepted and sent as it is', () => {
  const query = { ...dates, limit: 100, sortDirection: 'desc', cursor: 'eyJvIjoxMH0=' };
  expect(transactionQuerySchema.parse(query)).toEqual(query);
});

test.each(['startDate', 'endDate'])('%s is required', (field) => {
  expect(brokenRules(transactionQuerySchema, { ...dates, [field]: undefined })).toEqual([
    expect.stringMatching(said(`${field}: is required, … a Date`)),
  ]);
});

test('every broken rule is named, and says what is valid', () => {
  expect(
    brokenRules(transactionQuerySchema, { endDate: 'yesterday', limit: 0, sortDirection: 'up', cursor: 7 }),
  ).toEqual([
    `startDate: is required, and must be a Date, or ${textRule}`,
    `endDate: must be ${textRule}`,
    'limit: must be an integer from 1 to 10000',
    'sortDirection: must be either "asc" or "desc"',
    'cursor: must be a string: the nextCursor of an earlier page',
  ]);
  expect(brokenRules(transactionQuerySchema, { startDate, endDate: startDate, cursor: '' })).toEqual([
    'cursor: must not be empty: omit it for the first page',
  ]);
  expect(brokenRules(transactionQuerySchema, { startDate, endDate: startDate })).toEqual([
    'endDate: must be after startDate',
  ]);
});

test.each([
  ['before the start', '2026-09-30T23:59:59Z'],
  ['the start itself', startDate],
  ['the start itself, written with an offset', '2026-10-01T02:00:00+02:00'],
])('an end that is %s is rejected', (_, end) => {
  expect(brokenRules(transactionQuerySchema, { startDate, endDate: end })).toEqual([
    expect.stringMatching(said('endDate: … startDate')),
  ]);
});

test.each([
  [startDate, '2026-10-01T00:00:00.001Z'],
  [startDate, '2026-10-01T00:00:00.000001Z'],
  ['2026-10-01T00:00:00.0001Z', '2026-10-01T00:00:00.0009Z'],
  ['2026-10-01T00:00:00.000000001Z', '2026-10-01T00:00:00.00000001Z'],
])('a range from %s to %s is accepted', (start, end) => {
  const query = { startDate: start, endDate: end };
  expect(transactionQuerySchema.parse(query)).toEqual(query);
  expect(brokenRules(transactionQuerySchema, { startDate: end, endDate: start })).toEqual([
    expect.stringMatching(said('endDate: … startDate')),
  ]);
});

test('a date alone is rejected with the helper for that day', () => {
  expect(brokenRules(transactionQuerySchema, { startDate: '2026-10-01', endDate: '2026-11-02' })).toEqual([
    "startDate: a date alone names no moment: use `...utcDay('2026-10-01')` for that day, or add a time and an offset",
    "endDate: a date alone names no moment: use `...utcDay('2026-11-02')` for that day, or add a time and an offset",
  ]);
});

test.each([
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-10-01T24:00:01Z',
  '2026-10-01T00:00:00',
  '2026-10-01 00:00:00Z',
  'yesterday',
  '',
])('a start of %j is rejected', (start) => {
  expect(brokenRules(transactionQuerySchema, { startDate: start, endDate })).toEqual([
    expect.stringMatching(said('startDate: … ISO 8601')),
  ]);
});

test.each([1790812800000, null, {}, { epochMilliseconds: '0' }, { epochMilliseconds: 0.5 }])(
  'a start of %j, which is neither a string nor a Date, is rejected',
  (start) => {
    expect(brokenRules(transactionQuerySchema, { startDate: start, endDate })).toEqual([
      expect.stringMatching(said('startDate: … a Date, … ISO 8601')),
    ]);
  },
);

test('an invalid Date is rejected', () => {
  expect(brokenRules(transactionQuerySchema, { startDate: new Date('yesterday'), endDate })).toEqual([
    'startDate: must be a valid Date',
  ]);
});

test.each([
  ['2026-10-01T00:00:00+02:00', '2026-09-30T22:00:00.000Z'],
  ['2026-10-01T00:00:00+0000', '2026-10-01T00:00:00.000Z'],
  ['2026-10-01T00:00Z', '2026-10-01T00:00:00Z'],
  ['2026-10-01T02:00+0200', '2026-10-01T00:00:00.000Z'],
])('%s with its offset is sent as UTC', (start, sent) => {
  expect(transactionQuerySchema.parse({ startDate: start, endDate })).toMatchObject({ startDate: sent });
});

test.each([0, -1, 10_001, 1.5, NaN, Infinity, '10', null])('a limit of %j is rejected', (limit) => {
  expect(brokenRules(transactionQuerySchema, { ...dates, limit })).toEqual([
    expect.stringMatching(said('limit: … 1 to 10000')),
  ]);
});

test.each(['up', 'ASC', '', null, 1])('the sort direction %j is rejected', (sortDirection) => {
  expect(brokenRules(transactionQuerySchema, { ...dates, sortDirection })).toEqual([
    expect.stringMatching(said('sortDirection: … "asc" or "desc"')),
  ]);
});

test('a parameter that is not documented is rejected by name', () => {
  expect(brokenRules(transactionQuerySchema, { ...dates, pageSize: 5 }).join()).toContain('pageSize');
});

test('an invalid date causes one issue, whatever the other date is', () => {
  const result = transactionQuerySchema.safeParse({
    startDate: '2026-02-30T00:00:00Z',
    endDate: '2026-03-01T00:00:00Z',
  });

  expect(result.error?.issues.map(({ path }) => path)).toEqual([['startDate']]);
});

test.each([
  [{ epochMilliseconds: 1_790_812_800_123 }, '2026-10-01T00:00:00.123Z'],
  [
    { epochMilliseconds: 1_790_812_800_123, epochNanoseconds: 1_790_812_800_123_456_000n },
    '2026-10-01T00:00:00.123456Z',
  ],
  [{ epochMilliseconds: -1, epochNanoseconds: -1n }, '1969-12-31T23:59:59.999999999Z'],
])('an object with the fields %o of Temporal is sent as %s', (start, sent) => {
  expect(transactionQuerySchema.parse({ startDate: start, endDate })).toEqual({ startDate: sent, endDate });
});
