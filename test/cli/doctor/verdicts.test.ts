import { expect, test } from 'vitest';

import { expectCombinations } from './combinations.ts';
import { expectVerdicts } from './expected-verdicts.ts';
import { examine, expectOnlyReads } from './examine.ts';
import { startOddService, type Traits } from './odd-service.ts';

const services: readonly Traits[] = [
  {},
  ...(['startDate ignored', 'endDate ignored', 'ignored', 'rounded to seconds', 'not counted'] as const).map(
    (dates) => ({ dates }),
  ),
  ...(['both', 'end only', 'neither'] as const).map((ends) => ({ ends })),
  ...(['cursor', 'null', 'empty'] as const).map((lastPage) => ({ lastPage })),
  ...(['capped', 'changes', 'wrong'] as const).map((count) => ({ count })),
  { ties: 'reordered' },
  ...(['single-use', 'unbound', 'short-lived'] as const).map((cursors) => ({ cursors })),
  ...(['unsorted', 'ascending only'] as const).map((order) => ({ order })),
  { largestPage: 50 },
  { device: 'missing' },
  ...(['some floats', 'all floats'] as const).map((amounts) => ({ amounts })),
  ...(['gross less fee', 'unrelated'] as const).map((net) => ({ net })),
  { codes: 'lower' },
  ...(['microseconds', 'without offset', 'with offset'] as const).map((timestamps) => ({ timestamps })),
  ...(['other names', 'nameless'] as const).map((offers) => ({ offers })),
  { rateLimit: 'every 7th request' },
  ...(['unauthorized', 'forbidden', 'not found', 'HTML 404', 'HTML 200', 'redirect'] as const).map(
    (fails) => ({
      fails,
    }),
  ),
];

test.each(services.map((traits) => [JSON.stringify(traits), traits] as const))(
  'the verdict on a service equals what was set: %s',
  async (_, traits) => {
    await using service = await startOddService(traits);

    const results = await examine(service);

    expectVerdicts(results, traits);
    expectOnlyReads(service);
  },
);

test('the verdicts on services with several traits equal what was set, or name the check that hides them', async () => {
  await expectCombinations(15);
});

test('times are at least those of a slow service', async () => {
  await using service = await startOddService({ latency: 30 });

  const { latency } = await examine(service, { requests: 12 });

  const times = latency?.finding as { median: number; worst: number; requests: number }[]; // by its check
  expect(times.reduce((sum, { requests }) => sum + requests, 0)).toBe(service.sent.length);
  // Timers of Node may be a millisecond early.
  expect(times.every(({ median, worst }) => median >= 29 && worst >= median && worst < 5000)).toBe(true);
});

test('headers that identify a request, name a limit or announce a change are found', async () => {
  const headers = {
    'x-correlation-id': 'c-1',
    'x-ratelimit-limit': '100',
    sunset: 'Sat, 31 Dec 2033 23:59:59 GMT',
  };
  await using service = await startOddService({ headers, gzip: true });

  const results = await examine(service);

  expect(results['request-id']?.finding).toBe('x-correlation-id');
  expect(results['rate-limit']?.finding).toEqual({ rejected: 0, headers: ['x-ratelimit-limit'] });
  expect(results['deprecation']?.finding).toEqual(['sunset']);
  expect(results['compression']?.finding).toEqual(['gzip']);
});

test.each([
  ['ahead', 3_600_000, 'problem', 3600],
  ['behind', -60_000, 'note', -60],
] as const)('a clock that is %s is found', async (_, offset, status, seconds) => {
  const date = new Date(Date.now() + offset).toUTCString();
  await using service = await startOddService({ headers: { date } });

  const { clock } = await examine(service, { requests: 1 });

  expect(clock?.status).toBe(status);
  // The header has no milliseconds.
  expect(Math.abs(Number(clock?.finding) - seconds)).toBeLessThanOrEqual(1);
});

test('unknown fields are listed by name, unless it could be a value', async () => {
  await using service = await startOddService({}, (row) => {
    row['channel'] = 'web';
    row['4711-jane'] = true;
  });

  const results = await examine(service);

  expect(results['unknown-fields']?.finding).toEqual(['results[].(other)', 'results[].channel']);
});

test('a price point is read if one exists, and a content item if its id is given', async () => {
  await using service = await startOddService({ pricePoint: 'exists' });

  const results = await examine(service, { requests: 10 }, { contentId: 'content-1' });

  expect(results['price-point']).toMatchObject({ status: 'ok', finding: true });
  expect(results['content']).toMatchObject({ status: 'ok', finding: true });
  expect(service.sent).toContain('GET /v1/price-points/999');
  expectOnlyReads(service);
});

test('a range that is given is the only one that is read', async () => {
  await using service = await startOddService();
  const range = { startDate: '2020-01-01T00:00:00.000Z', endDate: '2020-02-01T00:00:00.000Z' };

  const results = await examine(service, {}, { range });

  expect(results['transactions']).toMatchObject({ status: 'undetermined' });
  expect(results['range-ends']).toMatchObject({ status: 'skipped', hiddenBy: 'transactions' });
});
