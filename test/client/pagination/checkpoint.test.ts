import { expect, test } from 'vitest';

import {
  type Checkpoint,
  InvalidRequestError,
  type TransactionListQuery,
  type TransactionPage,
} from '../../../src/client/index.ts';
import * as fc from '../../support/fast-check.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { burstyMoments, rowsAt, serveLedger, start } from '../../support/ledger.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, type ReceivedRequest, type Service } from '../../support/service.ts';

const september = { startDate: '2026-09-01T00:00:00Z', endDate: '2026-10-01T00:00:00Z' };
const day = 86_400;
/** Rows from 1 September to 10 November, half of them in bursts, behind cursors that are offsets. */
const moments = [
  ...burstyMoments(80, 70 * day),
  ...Array.from({ length: 80 }, (_, at) => at * 0.87 * day * 1000),
];
const rows = rowsAt(moments.map((moment) => moment - 30 * day * 1000));

async function pagesOf(service: Service, query: TransactionListQuery): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  const client = service.client({ logLevel: 'off' });
  for await (const page of client.transactions.list(query).pages()) pages.push(page);
  return pages;
}

function idsOf(pages: readonly TransactionPage[]): string[] {
  return pages.flatMap(({ results }) => results.map(({ transactionDetails }) => transactionDetails.id));
}

/** As a program stores it. */
function stored(checkpoint: Checkpoint): Checkpoint {
  return JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
}

const others: [string, Partial<TransactionListQuery>][] = [
  ['the next month', october],
  ['another start', { startDate: '2026-09-01T00:00:00.000001Z' }],
  ['another end', { endDate: '2026-09-30T23:59:59Z' }],
  ['the other direction', { sortDirection: 'desc' }],
];

test.each(others)('a checkpoint of September is not resumed with %s', async (_, other) => {
  const service = serveInProcess(serveLedger(rows));
  const pages = await pagesOf(service, { ...september, limit: 10 });
  const requested = service.requests.length;

  expect(pages.length).toBeGreaterThan(2);
  for (const { checkpoint } of pages) {
    const list = service.client().transactions.list({ ...september, ...other, resume: stored(checkpoint) });
    for (const read of [list.toArray({ max: 1000 }), list.pages()[Symbol.asyncIterator]().next()])
      expect(await failureOf(read)).toMatchObject({ code: 'invalid_request', issues: [{ path: 'resume' }] });
  }
  expect(service.requests).toHaveLength(requested);
});

test('a checkpoint of another query is rejected with both ranges, and with what to do', async () => {
  const service = serveInProcess(serveLedger(rows));
  const [first] = await pagesOf(service, { ...september, limit: 10 });
  const list = service.client().transactions.list({ ...october, resume: first?.checkpoint });

  const error = await failureOf(list.toArray({ max: 1000 }));

  expect(error).toBeInstanceOf(InvalidRequestError);
  expect((error as InvalidRequestError).issues).toEqual([
    {
      path: 'resume',
      message:
        'must be a checkpoint of the same range and direction: it is of 2026-09-01T00:00:00Z to 2026-10-01T00:00:00Z, ' +
        'asc, the query is of 2026-10-01T00:00:00Z to 2026-11-01T00:00:00Z, asc; start without resume, or continue the ' +
        'other range: list({ ...resume.query, resume })',
    },
  ]);
});

test.each<[string, object, string]>([
  ['no query', { query: undefined }, 'resume.query'],
  ['a window, as 0.1.0 had it,', { window: { cursor: null, rowsToSkip: 0 } }, 'resume.window'],
  ['a query without its end', { query: { startDate: september.startDate } }, 'resume.query.endDate'],
])('a checkpoint with %s is rejected before anything is sent', async (_, change, path) => {
  const service = serveInProcess(serveLedger(rows));
  const [first] = await pagesOf(service, { ...september, limit: 10 });
  const requested = service.requests.length;
  const resume = { ...first?.checkpoint, ...change } as Checkpoint; // what a program has in its file

  const error = await failureOf(
    service
      .client()
      .transactions.list({ ...september, resume })
      .toArray({ max: 9 }),
  );

  expect(error).toMatchObject({ code: 'invalid_request' });
  expect((error as InvalidRequestError).issues.map((issue) => issue.path)).toContain(path);
  expect(service.requests).toHaveLength(requested);
});

test('the query of a checkpoint continues its range', async () => {
  const service = serveInProcess(serveLedger(rows));
  const query = { ...september, sortDirection: 'desc', limit: 10 } as const;
  const [first, ...rest] = await pagesOf(service, query);
  const resume = stored((first as TransactionPage).checkpoint);

  expect(idsOf(await pagesOf(service, { ...resume.query, resume }))).toEqual(idsOf(rest));
});

test('the same range in another notation is the same range', async () => {
  const service = serveInProcess(serveLedger(rows));
  const [first, ...rest] = await pagesOf(service, { ...september, limit: 10 });
  const notations: [string | Date, string | Date][] = [
    ['2026-09-01T00:00:00.000Z', '2026-10-01T00:00:00.000000Z'],
    ['2026-09-01T02:00:00+02:00', '2026-10-01T00:00Z'],
    [new Date('2026-09-01'), new Date('2026-10-01')],
  ];

  for (const [startDate, endDate] of notations) {
    const resume = first?.checkpoint;
    expect(idsOf(await pagesOf(service, { startDate, endDate, limit: 10, resume }))).toEqual(idsOf(rest));
  }
});

test('getPage returns a checkpoint of its query', async () => {
  const service = serveInProcess(serveLedger(rows));
  const { transactions } = service.client();
  const { results, checkpoint } = await transactions.getPage({
    startDate: new Date('2026-09-01'),
    endDate: new Date('2026-10-01'),
    limit: 10,
  });

  const rest = await pagesOf(service, { ...september, resume: checkpoint });

  const whole = await pagesOf(service, september);
  expect([...results.map(({ transactionDetails }) => transactionDetails.id), ...idsOf(rest)]).toEqual(
    idsOf(whole),
  );
  expect(
    await failureOf(transactions.list({ ...october, resume: checkpoint }).toArray({ max: 999 })),
  ).toMatchObject({
    issues: [{ path: 'resume' }],
  });
});

const ranges = [
  [-30, 0],
  [-30, -15],
  [-15, 15],
  [0, 15],
  [0, 31],
].map(([from = 0, to = 0]) => ({
  startDate: new Date(start + from * day * 1000),
  endDate: new Date(start + to * day * 1000),
}));
const anyQuery = fc.record({
  range: fc.constantFrom(...ranges),
  sortDirection: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.constantFrom(undefined, 7, 20, 60, 1000),
});

type AnyQuery = typeof anyQuery extends fc.Arbitrary<infer Query> ? Query : never;

const queryOf = ({ range, ...query }: AnyQuery): TransactionListQuery => ({ ...range, ...query });

function withoutCursor({ url }: ReceivedRequest): string {
  const { searchParams } = new URL(url, 'http://service');
  searchParams.delete('cursor');
  return searchParams.toString();
}

test('a checkpoint of any page, resumed with any query, delivers the rest of its own query or throws', async () => {
  const service = serveInProcess(serveLedger(rows));
  const seen = {
    ...{ rest: 0, rejected: 0, 'another limit': 0, 'another limit, no cursor': 0 },
    ...{ 'limit left out': 0, finished: 0 },
  };

  await fc.assert(
    fc.asyncProperty(anyQuery, anyQuery, fc.nat(), fc.boolean(), async (one, any, at, isSame) => {
      const other = isSame ? { ...any, range: one.range, sortDirection: one.sortDirection } : any;
      const pages = await pagesOf(service, queryOf(one));
      const index = at % pages.length;
      const resume = stored((pages[index] as TransactionPage).checkpoint);
      const isOwn = one.sortDirection === other.sortDirection && one.range === other.range;
      const isOtherLimit = other.limit !== undefined && other.limit !== (one.limit ?? 1000);
      const requested = service.requests.length;

      const resumed = pagesOf(service, { ...queryOf(other), resume });

      if (!isOwn || (isOtherLimit && resume.cursor !== null)) {
        seen[isOwn ? 'another limit' : 'rejected'] += 1;
        expect(await failureOf(resumed)).toMatchObject({ issues: [{ path: isOwn ? 'limit' : 'resume' }] });
        expect(service.requests).toHaveLength(requested);
        return;
      }
      seen.rest += 1;
      if (isOtherLimit) seen['another limit, no cursor'] += 1;
      if (other.limit === undefined) seen['limit left out'] += 1;
      if (index === pages.length - 1) seen.finished += 1;
      expect(idsOf(await resumed)).toEqual(idsOf(pages.slice(index + 1)));
      if (resume.cursor !== null) {
        const sent = service.requests.map(withoutCursor).slice(requested - pages.length);
        expect(new Set(sent).size).toBe(1);
      }
    }),
    { numRuns: 200 },
  );

  expectOccurrences(seen, {
    ...{ rest: 40, rejected: 30, 'another limit': 20, 'another limit, no cursor': 5 },
    ...{ 'limit left out': 10, finished: 5 },
  });
});
