import { afterAll, expect, test } from 'vitest';

import { planLoad, recountLoad, syncLoad, verifyLoad, workLoad } from '../../src/postgres/index.ts';
import { isCount, type LedgerRow, rowsAt, serveLedger } from '../support/ledger.ts';
import { load, storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { failureOf, type ReceivedRequest, startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const minute = 60_000;
const day = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-02T00:00:00.000Z' };
const next = { startDate: day.endDate, endDate: '2026-10-03T00:00:00.000Z' };

/** A row every ten minutes of two days. */
const own = rowsAt(Array.from({ length: 2 * 144 }, (_, index) => index * 10 * minute + 1000));
/** Those of another game, at other times. */
const others = rowsAt(Array.from({ length: 2 * 144 }, (_, index) => index * 10 * minute + 5000)).map(
  (row) => ({
    ...row,
    transactionDetails: { ...row.transactionDetails, id: `other ${row.transactionDetails.id}` },
  }),
);
const ownOfDay = own.slice(0, 144);

/** A table with a day, and a service that has other rows from then on. */
async function openPlace(rows: readonly LedgerRow[] = ownOfDay) {
  const place = {
    rows,
    requests: [] as ReceivedRequest[],
    distort: (request: ReceivedRequest) => serveLedger(place.rows)(request),
    stored: () => storedTotals(target.database),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
  const service = await startService((request) => {
    place.requests.push(request);
    return place.distort(request);
  });
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  await load(target, day);
  place.requests.length = 0;
  return { place, target, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

test('with the token of another game no command writes anything, and it is named', async () => {
  await using opened = await openPlace();
  const { place, target } = opened;
  await planLoad({ ...target, ...next });
  place.rows = others;

  for (const act of [
    () => workLoad(target),
    () => syncLoad({ ...target, endDate: next.endDate }),
    () => recountLoad({ ...target, ...day }),
    () => verifyLoad(target),
    () => verifyLoad({ ...target, deep: true }),
  ]) {
    place.requests.length = 0;
    expect(await failureOf(act())).toMatchObject({
      name: 'ConfigurationError',
      message:
        'client: must have the token of 127.0.0.1: the service has none of its 40 newest rows, but others. Nothing was ' +
        'written. If the service has replaced this ledger, load it under another source',
    });
    expect(place.requests).toHaveLength(40);
  }
  expect(await place.stored()).toEqual(totalsOf(ownOfDay));
  const { alarms } = await verifyLoad({ database: target.database });
  expect(alarms.filter(({ kind }) => kind !== 'failure')).toEqual([]);
  place.rows = own;
  expect(await workLoad(target)).toMatchObject({ finished: true });
  expect(await place.stored()).toEqual(totalsOf(own));
});

test('one stored row that the service has is enough, and ends the search', async () => {
  await using opened = await openPlace();
  const { place, target } = opened;
  // It removed the five newest ones.
  place.rows = own.toSpliced(139, 5);

  await syncLoad({ ...target, endDate: next.endDate });

  const searches = place.requests.filter(({ url }) => /[?&]limit=10(&|$)/.test(url));
  expect(searches.length).toBeLessThanOrEqual(7);
  expect(await place.stored()).toEqual(totalsOf(own));
});

test('a table with fewer than three rows takes those of any ledger', async () => {
  await using opened = await openPlace(own.slice(0, 2));
  opened.place.rows = others;

  expect(await workLoad(opened.target)).toMatchObject({ loads: [] });
  await load(opened.target, next);

  expect(await opened.place.stored()).toMatchObject({ rows: String(2 + 144) });
});

test('a token that becomes that of another game during a run writes no row of it', async () => {
  await using opened = await openPlace();
  const { place, target } = opened;
  place.rows = own;
  await planLoad({ ...target, ...next, rowsPerJob: 12 });
  let pages = 0;
  place.distort = (request) => {
    pages += Number(request.url.includes('limit=10000'));
    return serveLedger(pages > 3 ? others : own)(request);
  };

  const error = await failureOf(workLoad({ ...target, concurrency: 1 }));

  expect(error).toMatchObject({ name: 'ConfigurationError', option: 'client' });
  expect(Number((await place.stored()).rows)).toBeGreaterThan(144);
  place.distort = (request) => serveLedger(own)(request);
  await workLoad(target);
  expect(await place.stored()).toEqual(totalsOf(own));
});

test.each(['amount', 'id'] as const)(
  'rows whose %s is invalid do not make it another ledger',
  async (field) => {
    await using opened = await openPlace();
    const { place, target } = opened;
    place.rows = own;
    // The first row of each page, which is the one that is looked for.
    place.distort = (request) => {
      const { json } = serveLedger(place.rows)(request);
      const page = json as { readonly results: readonly LedgerRow[] };
      if (isCount(request) || !request.url.includes('limit=10&')) return { json };
      const results = page.results.map((row, index) =>
        index === 0 ? { ...row, transactionDetails: { ...row.transactionDetails, [field]: null } } : row,
      );
      return { json: { ...page, results } };
    };

    expect(await syncLoad({ ...target, endDate: next.endDate })).toMatchObject({ state: 'done' });
    expect(await place.stored()).toEqual(totalsOf(own));
  },
);

test('an empty service marks and removes nothing, however often it is read', async () => {
  await using opened = await openPlace();
  const { place, target } = opened;
  place.rows = [];

  for (const removeAfter of [0, 0]) {
    await planLoad({ ...target, ...day });
    expect(await workLoad({ ...target, removeAfter })).toMatchObject({
      rowsMarked: 0,
      rowsRemoved: 0,
      rowsUnconfirmed: 144,
      rowsKnown: 144,
    });
  }
  expect(await place.stored()).toEqual(totalsOf(ownOfDay));
});

test('a new source whose rows are stored under another name says so', async () => {
  await using opened = await openPlace();
  const named = { ...opened.target, source: 'game-b' };

  await planLoad({ ...named, ...day });
  expect(await workLoad(named)).toMatchObject({ storedAs: ['127.0.0.1'] });
  await planLoad({ ...named, ...day });
  expect(await workLoad(named)).toMatchObject({ storedAs: [] });
});
