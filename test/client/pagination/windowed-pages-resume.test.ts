import { expect, test } from 'vitest';

import {
  type Checkpoint,
  type DriftEvent,
  InvalidRequestError,
  ServerError,
  type TransactionListQuery,
  type TransactionPage,
} from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { serveInProcess } from '../../support/in-process.ts';
import {
  burstyMoments,
  idOf,
  isCount,
  isWhole,
  readings,
  rowsAt,
  serveLedger,
  start,
} from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import { failureOf, type ReceivedRequest, type Service } from '../../support/service.ts';

const range = { ...firstHour, limit: 10 };
const rows = rowsAt(burstyMoments(120, 3600));
const down = { status: 500, json: { message: 'down' } };

/** Reads rows into a list, and returns the checkpoint of the error that it ends with, if any. */
async function readInto(
  ids: string[],
  service: Service,
  query: Partial<TransactionListQuery>,
): Promise<Checkpoint | undefined> {
  try {
    const list = service.client({ retry: false }).transactions.list({ ...range, ...query });
    for await (const { transactionDetails } of list) ids.push(transactionDetails.id);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ServerError);
    return (error as ServerError).checkpoint;
  }
}

async function pagesOf(service: Service, query: Partial<TransactionListQuery>): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  const list = service.client().transactions.list({ ...range, ...query });
  for await (const page of list.pages()) pages.push(page);
  return pages;
}

function idsIn(pages: readonly Pick<TransactionPage, 'results'>[]): string[] {
  return pages.flatMap(({ results }) => results.map(({ transactionDetails }) => transactionDetails.id));
}

/** Whether a request is for the window that holds a moment. */
function holds({ url }: ReceivedRequest, moment: number): boolean {
  const query = new URL(url, 'http://service').searchParams;
  const [from, to] = [Date.parse(query.get('startDate') ?? ''), Date.parse(query.get('endDate') ?? '')];
  return from <= start + moment && start + moment < to;
}

const cases = (['asc', 'desc'] as const).flatMap((sortDirection) =>
  readings.map((reading) => ({ ...reading, sortDirection })),
);

test.each(cases)(
  'pagination resumes from each of its checkpoints: $sortDirection, start inclusive $startInclusive, end $endInclusive',
  async ({ sortDirection, ...reading }) => {
    const service = serveInProcess(serveLedger(rows, reading));
    const single = idsIn(await pagesOf(service, { sortDirection }));
    const pages = await pagesOf(service, { sortDirection, windows: 4 });

    expect(pages.length).toBeGreaterThan(10);
    for (const [index, { checkpoint }] of pages.entries()) {
      const resume = JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
      const rest = await pagesOf(service, { sortDirection, resume, windows: [1, 4, 7][index % 3] });
      expect(idsIn([...pages.slice(0, index + 1), ...rest])).toEqual(single);
      expect((rest.at(-1) ?? { checkpoint }).checkpoint.rows).toBe(single.length);
    }
  },
);

test('a checkpoint of a single iteration resumes as one, whatever windows is', async () => {
  const service = serveInProcess(serveLedger(rows));
  const [first] = await pagesOf(service, {});
  const resume = first?.checkpoint;

  const rest = await pagesOf(service, { windows: 4, ...(resume && { resume }) });
  expect(idsIn(rest)).toEqual(rows.slice(10).map(idOf));
  expect(service.requests.some(isCount)).toBe(false);
});

test('a window that fails early throws at its turn, with the checkpoint before it', async () => {
  let isDown = true;
  const service = serveInProcess((request) =>
    isDown && !isCount(request) && !isWhole(request, range) && holds(request, 2_000_000)
      ? down
      : serveLedger(rows)(request),
  );
  const ids: string[] = [];
  const resume = await readInto(ids, service, { windows: 8 });

  expect(ids.length).toBeGreaterThan(0);
  expect(ids.length).toBeLessThan(rows.length);
  expect(resume).toMatchObject({ rows: ids.length, window: { rows: 0 } });
  isDown = false;
  await readInto(ids, service, { windows: 8, ...(resume && { resume }) });
  expect(ids).toEqual(rows.map(idOf));
});

test('a second page that fails within a window keeps the place within it', async () => {
  let failures = 1;
  // A payment and its refund of the same moment, on both sides of the page that fails.
  const refund = { ...transaction(19).transactionDetails, type: 'refund' };
  const burst = rowsAt(Array.from({ length: 40 }, () => 5000)).map((row, index) =>
    index === 20 ? { ...row, transactionDetails: refund } : row,
  );
  const service = serveInProcess((request) => {
    const isThird = new URL(request.url, 'http://service').searchParams.get('cursor') === '20';
    return isThird && failures-- > 0 ? down : serveLedger(burst)(request);
  });
  const ids: string[] = [];
  const resume = await readInto(ids, service, { windows: 2 });
  expect(resume).toMatchObject({ cursor: '20', rows: 20, pages: 2, window: { rows: 20 } });

  const events: DriftEvent[] = [];
  const { transactions } = service.client({ onDrift: (event) => events.push(event) });
  const rest = await transactions.list({ ...range, windows: 2, resume }).toArray({ max: 100 });
  expect([...ids, ...rest.map(({ transactionDetails: { id } }) => id)]).toEqual(burst.map(idOf));
  expect(events).toEqual([]);
});

test('a count that fails leaves the checkpoint that was resumed', async () => {
  const service = serveInProcess((request) => (isCount(request) ? down : serveLedger(rows)(request)));
  const pages = service
    .client()
    .transactions.list({ ...range, windows: 4 })
    .pages();
  const first = await pages[Symbol.asyncIterator]().next();
  const resume = (first.value as TransactionPage).checkpoint;

  expect(await readInto([], service, { windows: 4, resume })).toEqual(resume);
});

const place = {
  query: { ...firstHour, sortDirection: 'asc' },
  cursor: null,
  rowsToSkip: 0,
  pages: 1,
  rows: 1,
  invalidRows: 0,
};
const window = { startDate: range.startDate, endDate: range.endDate, rows: 1 };

test.each<[object, string, string]>([
  [{ windows: 0 }, 'windows', 'must be an integer from 1 to 64'],
  [{ windows: 65 }, 'windows', 'must be an integer from 1 to 64'],
  [{ windows: 1.5 }, 'windows', 'must be an integer from 1 to 64'],
  [{ windows: 2, cursor: 'c' }, 'windows', 'must not be combined with cursor'],
  [{ prefetch: 1 }, 'prefetch', 'must be true or false'],
  [{ resume: { ...place, window: { ...window, rows: -1 } } }, 'resume.window.rows', 'must not be negative'],
])('%j is rejected before anything is sent', async (query, path, rule) => {
  const service = serveInProcess(serveLedger(rows));
  const error = await failureOf(
    service
      .client()
      .transactions.list({ ...range, ...query })
      .toArray({ max: 1 }),
  );

  expect(error).toBeInstanceOf(InvalidRequestError);
  expect((error as InvalidRequestError).issues).toMatchObject([{ path }]);
  expect((error as InvalidRequestError).message).toContain(rule);
  expect(service.requests).toHaveLength(0);
});
