// @module-tag slow
import { expect, test } from 'vitest';

import {
  type Checkpoint,
  type DriftEvent,
  PaginationError,
  type Progress,
  ServerError,
  type TransactionListQuery,
  type TransactionPage,
} from '../../../src/index.ts';
import { DeliveredKeys } from '../../../src/pagination/windows/delivered-keys.ts';
import {
  burstyMoments,
  isCount,
  isWhole,
  type LedgerRow,
  rowsAt,
  serveLedger,
} from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import { type Reply, type Service, startService } from '../../support/service.ts';
import { datesOf, rowsOf, serveDistorted } from '../../support/unreliable-ledger.ts';

const range = { ...firstHour, limit: 10 };
const rows = rowsAt(burstyMoments(200, 3600));
const down: Reply = { status: 500, json: { message: 'down' } };
const late = rowsOf['ignores dates in rows of the second half of the range'];

function idsOf(some: readonly Pick<LedgerRow, 'transactionDetails'>[]): string[] {
  return some.map(({ transactionDetails }) => transactionDetails.id);
}

/** The pages up to a failure, or all of them. */
async function read(
  service: Service,
  query: Partial<TransactionListQuery>,
): Promise<{ pages: TransactionPage[]; ids: string[]; error: unknown }> {
  const pages: TransactionPage[] = [];
  const { transactions } = service.client({ retry: false, onDrift: () => undefined });
  try {
    for await (const page of transactions.list({ ...range, ...query }).pages()) pages.push(page);
  } catch (error) {
    return { pages, ids: pages.flatMap(({ results }) => idsOf(results)), error };
  }
  return { pages, ids: pages.flatMap(({ results }) => idsOf(results)), error: undefined };
}

function asStored(checkpoint: Checkpoint | undefined): Checkpoint {
  return JSON.parse(JSON.stringify(checkpoint)) as Checkpoint;
}

test('a single iteration takes over after windows have delivered rows, and numbers its pages on', async () => {
  await using service = await startService(serveDistorted(rows, late));
  const progress: Progress[] = [];
  const { pages, ids } = await read(service, { windows: 4, onProgress: (step) => progress.push(step) });

  expect(ids).toEqual(idsOf(rows));
  expect(pages.map(({ index }) => index)).toEqual(pages.map((_, index) => index));
  expect(progress).toHaveLength(pages.length);
  expect(progress.at(-1)).toEqual({ pages: pages.length, rows: 200, invalidRows: 0, totalCount: 200 });
  // Windows delivered more than the first page, and a single iteration the end.
  const inWindows = pages.filter(({ checkpoint }) => checkpoint.window);
  expect(inWindows.length).toBeGreaterThan(3);
  expect(pages.at(-1)?.checkpoint).toMatchObject({
    cursor: '190',
    rowsToSkip: 10,
    pages: pages.length,
    rows: 200,
    invalidRows: 0,
  });
});

test('each checkpoint of the single iteration that took over is resumed without losing or repeating a row', async () => {
  await using service = await startService(serveDistorted(rows, late));
  const { pages } = await read(service, { windows: 4 });
  const after = pages.filter(({ checkpoint }) => !checkpoint.window);

  expect(after.length).toBeGreaterThan(3);
  for (const { index, checkpoint } of after) {
    const rest = await read(service, { windows: 4, resume: asStored(checkpoint) });
    const before = pages.slice(0, index + 1).flatMap(({ results }) => idsOf(results));
    expect([...before, ...rest.ids]).toEqual(idsOf(rows));
  }
});

test('after the first page alone, a single iteration continues behind it: nothing is requested twice', async () => {
  await using service = await startService(serveDistorted(rows, rowsOf['ignores dates']));
  const { pages, ids } = await read(service, { windows: 4 });

  expect(ids).toEqual(idsOf(rows));
  const whole = service.requests.filter((request) => isWhole(request, range));
  expect(whole).toHaveLength(20);
  for (const { checkpoint } of pages) {
    const rest = await read(service, { windows: 4, resume: asStored(checkpoint) });
    expect(rest.ids).toEqual(idsOf(rows.slice(checkpoint.rows)));
  }
});

test('a failure while rows are skipped leaves the place where windows stood', async () => {
  let isDown = true;
  const serve = serveDistorted(rows, late);
  await using service = await startService((request) =>
    // The third page of the single iteration: all of its rows were delivered.
    isDown && isWhole(request, range) && request.url.includes('cursor=20') ? down : serve(request),
  );
  const { pages, error } = await read(service, { windows: 4 });

  expect(error).toBeInstanceOf(ServerError);
  const last = pages.at(-1)?.checkpoint;
  expect(last).toHaveProperty('window');
  expect((error as ServerError).checkpoint).toEqual(last);

  isDown = false;
  const rest = await read(service, { windows: 4, resume: asStored(last) });
  expect(rest.error).toBeInstanceOf(PaginationError);
});

test('a failure behind the skipped rows leaves the place of the single iteration', async () => {
  let isDown = true;
  const serve = serveDistorted(rows, late);
  await using service = await startService((request) =>
    isDown && isWhole(request, range) && request.url.includes('cursor=170') ? down : serve(request),
  );
  const { ids, error } = await read(service, { windows: 4 });
  const { checkpoint } = error as ServerError;

  expect(checkpoint).toMatchObject({ cursor: '170', rowsToSkip: 0, rows: 170 });
  expect(checkpoint).not.toHaveProperty('window');
  isDown = false;
  const rest = await read(service, { windows: 4, resume: asStored(checkpoint) });
  expect([...ids, ...rest.ids]).toEqual(idsOf(rows));
});

test('resumed within windows, a service that ignores dates is an error: what was delivered is not known', async () => {
  let ignores = false;
  await using service = await startService((request) =>
    serveDistorted(rows, ignores ? rowsOf['ignores dates in rows'] : (page) => page)(request),
  );
  const { pages } = await read(service, { windows: 4 });
  const behind = pages.find(({ index, checkpoint }) => index > 2 && checkpoint.cursor === null);
  const resume = asStored(behind?.checkpoint);
  ignores = true;
  const rest = await read(service, { windows: 4, resume });

  expect(rest.ids).toEqual([]);
  expect(rest.error).toBeInstanceOf(PaginationError);
  expect(rest.error).toMatchObject({
    checkpoint: { rows: resume.rows, window: resume.window, changed: true },
    message: expect.stringContaining('start the range again without windows') as string,
  });
});

test('resumed within windows, counts that do not add up make one window of the rest', async () => {
  let areWrong = false;
  const serve = serveLedger(rows);
  await using service = await startService((request) => {
    const { json } = serve(request);
    const isWrong = areWrong && isCount(request) && !isWhole(request, range);
    return { json: isWrong ? { ...(json as object), totalCount: 200 } : json };
  });
  const { pages } = await read(service, { windows: 4 });
  areWrong = true;
  const resume = asStored(pages[2]?.checkpoint);
  const events: DriftEvent[] = [];
  const list = service
    .client({ onDrift: (event) => events.push(event) })
    .transactions.list({ ...range, windows: 4, resume });

  expect(idsOf(await list.toArray({ max: 1000 }))).toEqual(idsOf(rows.slice(resume.rows)));
  expect(events.map(({ path }) => path)).toEqual(['windows']);
});

test('rows with the key of another row are delivered as often as in a single iteration, also at the end of the first page', async () => {
  const repeated = rows.flatMap((row, index) =>
    index % 9 === 0 ? [row, { ...row, purchaseId: 'other' }] : [row],
  );
  for (const limit of [7, 8, 9, 10, 11, 12]) {
    await using service = await startService(serveLedger(repeated));
    const { ids } = await read(service, { windows: 4, limit });
    expect(ids).toEqual(idsOf(repeated));
  }
});

test('rows that a service repeats are skipped only as often as they were delivered', async () => {
  const repeated = rows.flatMap((row, index) => (index % 9 === 0 ? [row, row] : [row]));
  await using service = await startService(serveDistorted(repeated, late));
  const { ids } = await read(service, { windows: 4 });

  expect(ids).toEqual(idsOf(repeated));
});

test('the first page is delivered before anything is counted, and counting continues meanwhile', async () => {
  await using service = await startService((request) =>
    isCount(request) ? () => undefined : serveLedger(rows)(request),
  );
  const list = service.client().transactions.list({ ...range, windows: 4 });
  const pages = list.pages()[Symbol.asyncIterator]();
  const first = await pages.next();

  expect(idsOf((first.value as TransactionPage).results)).toEqual(idsOf(rows.slice(0, 10)));
  expect((first.value as TransactionPage).totalCount).toBe(200);
  expect(service.requests.filter((request) => !isCount(request))).toHaveLength(1);
  await pages.return?.();
});

test('a range of two pages is a single iteration: nothing is counted', async () => {
  await using service = await startService(serveLedger(rows.slice(0, 20)));
  const { ids } = await read(service, { windows: 8 });

  expect(ids).toEqual(idsOf(rows.slice(0, 20)));
  expect(service.requests).toHaveLength(2);
});

test('a checkpoint of the first page is resumed with windows', async () => {
  await using service = await startService(serveLedger(rows));
  const { pages } = await read(service, { windows: 4 });
  const resume = asStored(pages[0]?.checkpoint);

  expect(resume).toMatchObject({ cursor: '10', window: { rows: 10 } });
  const before = service.requests.length;
  const rest = await read(service, { windows: 4, resume });
  expect(rest.ids).toEqual(idsOf(rows.slice(10)));
  const sent = service.requests.slice(before);
  expect(sent.filter((request) => datesOf(request).from > 0).length).toBeGreaterThan(15);
  const single = await read(service, { windows: 1, resume });
  expect(single.ids).toEqual(idsOf(rows.slice(10)));
});

test('keys are kept up to a number, and beyond it none is known', () => {
  const [first, second, third] = rowsAt([1, 2, 3]);
  if (!first || !second || !third) throw new Error('there are three rows');
  const keys = new DeliveredKeys(3);
  keys.add([first, second, second]);
  expect(keys.overflowed).toBe(false);
  const left = keys.remaining();
  expect([second, third, second, second, first].map((row) => left.take(row))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect(left.left).toBe(0);

  keys.add([third]);
  expect(keys.overflowed).toBe(true);
});

test('a hundred thousand keys are told apart', () => {
  const many = rowsAt(Array.from({ length: 100_000 }, (_, row) => row % 1000));
  const keys = new DeliveredKeys();
  keys.add(many);
  const left = keys.remaining();
  const others = rowsAt(Array.from({ length: 100_000 }, (_, row) => 1000 + (row % 1000)));

  expect(others.filter((row) => left.take(row))).toEqual([]);
  expect(many.filter((row) => left.take(row))).toHaveLength(100_000);
});
