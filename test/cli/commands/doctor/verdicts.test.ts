import { expect, test } from 'vitest';

import { expectCombinations } from './combinations.ts';
import { examine, expectOnlyReads } from './examine.ts';
import { expectVerdicts } from './expected-verdicts.ts';
import { startOddService, type Traits } from './odd-service.ts';

const services: readonly Traits[] = [
  {},
  ...(['startDate ignored', 'endDate ignored', 'ignored', 'rounded to seconds', 'not counted'] as const).map(
    (dates) => ({ dates }),
  ),
  ...(['both', 'end only', 'neither'] as const).map((ends) => ({ ends })),
  ...(['cursor', 'null', 'empty'] as const).map((lastPage) => ({ lastPage })),
  ...(['capped', 'changes', 'wrong'] as const).map((count) => ({ count })),
  { order: 'unsorted' },
  { largestPage: 50 },
  { device: 'missing' },
  ...(['some floats', 'all floats'] as const).map((amounts) => ({ amounts })),
  { disputes: 'reversed' },
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

test('each verdict is said in the words of verdicts.txt, whatever its figures', async () => {
  const lines = new Set<string>();
  const clocks = [3_600_000, -60_000].map((offset) => ({
    headers: { date: new Date(Date.now() + offset).toUTCString() },
  }));
  for (const traits of [...services, ...clocks]) {
    await using service = await startOddService(traits);
    for (const { name, status, text, settings } of Object.values(await examine(service))) {
      // Whether the clocks agree to a second depends on the moment.
      if (status === 'skipped' || (name === 'clock' && !traits.headers)) continue;
      for (const words of [text, settings?.advice].filter((words) => words !== undefined))
        lines.add(`${name}: ${words.replaceAll(service.url, 'URL').replaceAll(/\d[\d.,:TZ-]*\d|\d/g, '0')}`);
    }
  }

  await expect([...lines].sort().join('\n')).toMatchFileSnapshot('verdicts.txt');
});

test('the verdicts on services with several traits equal what was set, or name the check that hides them', async () => {
  await expectCombinations(5);
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

test('a range that is given is the only one that is read', async () => {
  await using service = await startOddService();
  const range = { startDate: '2020-01-01T00:00:00.000Z', endDate: '2020-02-01T00:00:00.000Z' };

  const results = await examine(service, {}, { range });

  expect(results['transactions']).toMatchObject({ status: 'undetermined' });
  expect(results['range-ends']).toMatchObject({ status: 'skipped', hiddenBy: 'transactions' });
});

const busy = [503, { message: 'busy' }] as const;
const [past, future] = ['1980', '2090'];
const rangeOf = (query: URLSearchParams): string => String(query.get('startDate'));

test('a cursor that only nextPageQuery names is found and followed, as the client does', async () => {
  await using service = await startOddService({ nextPageQuery: 'only' });

  const results = await examine(service);

  expect(results['last-page']).toMatchObject({ status: 'ok', finding: { form: 'absent' } });
});

test.each([past, future])(
  'counts that could not be tested, for the range of %s, are not called safe',
  async (year) => {
    await using service = await startOddService({
      replaces: (_, query) => (rangeOf(query).startsWith(year) ? busy : undefined),
    });

    const { dates } = await examine(service);

    expect(dates).toMatchObject({ status: 'undetermined', finding: 'rows' });
    expect(dates?.text).not.toContain('parts of a range are safe');
  },
);

/** A request of one row, in a range of its own. */
const isCount = (query: URLSearchParams): boolean =>
  query.get('limit') === '1' &&
  query.size === 3 &&
  ![past, future].some((year) => rangeOf(query).startsWith(year));
/** The page of a range that is full, and has no other. */
const isFullPage = (query: URLSearchParams): boolean => Number(query.get('limit')) > 21 && query.size === 3;

test.each([
  // The first requests are those of the checks before it.
  ['total-count', 1, isCount],
  ['last-page', 2, isFullPage],
])('a request of doctor that fails is no verdict on %s', async (name, earlier, isOwn) => {
  let found = 0;
  await using service = await startOddService({
    largestPage: 50,
    replaces: (_, query) => (isOwn(query) && (found += 1) > earlier ? busy : undefined),
  });

  const results = await examine(service);

  expect(results[name]).toMatchObject({ status: 'undetermined' });
  expect(results[name]?.text).toContain('503');
});

test('a service that responds to what does not exist with 200 has responded', async () => {
  await using service = await startOddService({
    replaces: (path) => (path.includes('portal-content') ? [200, { id: 'content-1' }] : undefined),
  });

  const results = await examine(service);

  expect(results['error-messages']?.finding).toMatchObject({ content: 'status 200' });
});

test('the signs of disputes that are not those of the money are said, by type', async () => {
  await using service = await startOddService({ disputes: 'reversed' });

  const { signs } = await examine(service);

  expect(signs?.status).toBe('note');
  expect(signs?.finding).toMatchObject({ refund: 'negative', dispute_funds_withdrawn: 'positive' });
});

test('types named like what every object has are counted as others are', async () => {
  await using service = await startOddService({}, (row) => {
    if (row.transactionDetails['type'] !== 'paid') row.transactionDetails['type'] = 'constructor';
  });

  expect((await examine(service))['signs']).toMatchObject({ status: 'ok' });
});

test('a service that responds to reads with 201 is examined as one that responds with 200', async () => {
  await using service = await startOddService({ status: 201, device: 'missing' });

  const results = await examine(service);

  expect(results['offer-parameter-limit']?.status).toBe('ok');
  expect(results['drift']?.finding).toMatchObject([{ path: 'results[].device' }]);
});

test('a capped count is not called exact because the page has as many rows', async () => {
  await using service = await startOddService({ largestPage: 100, lastPage: 'cursor', count: 'capped' });

  const results = await examine(service);

  expect(results['total-count']).toMatchObject({ status: 'problem', finding: { cap: 100 } });
});
