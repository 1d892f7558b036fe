import { afterAll, expect, test } from 'vitest';

import { verifyLoad } from '../../src/postgres/index.ts';
import { type LedgerRow, readings, rowsAt, serveLedger } from '../support/ledger.ts';
import { load, takeLedgerDatabase } from '../support/load.ts';
import { startPostgres } from '../support/postgres.ts';
import { startService } from '../support/service.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const day = 86_400_000;
const hour = 3_600_000;
const range = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-10-04T00:00:00.000Z' };

/** A table that was loaded from rows which may change. */
async function loaded(rows: readonly LedgerRow[], reading = readings[0]) {
  const service = await startService((request) => serveLedger(place.rows, reading)(request));
  const target = { client: service.client(), database: await takeLedgerDatabase(postgres) };
  const place = { rows, service, target, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
  await load(target, range);
  return place;
}

/** Ten rows a day for three days, the first of each at midnight. */
const moments = Array.from({ length: 30 }, (_, index) => Math.floor(index / 10) * day + (index % 10) * hour);

test.each(readings)(
  'rows at midnight are no difference, whether a range includes its start ($startInclusive) and its end ($endInclusive)',
  async (reading) => {
    await using place = await loaded(rowsAt(moments.slice(1)), reading);
    const before = place.service.requests.length;

    expect(await verifyLoad(place.target)).toMatchObject({ agrees: true, rows: 29 });
    // One for a stored row, and one a day.
    expect(place.service.requests.length - before).toBe(1 + 3);
  },
);

test.each(readings)(
  'a row at the end of the range is no difference, whether a range includes its start ($startInclusive) and its end ($endInclusive)',
  async (reading) => {
    await using place = await loaded(rowsAt([hour, 3 * day]), reading);

    expect(await verifyLoad(place.target)).toMatchObject({ agrees: true, rows: 1 });
  },
);

test('a missing row at midnight is found, if the service counts it on the day before', async () => {
  const midnight = 2 * day;
  const reading = { startInclusive: false, endInclusive: true };
  await using place = await loaded(rowsAt(moments.filter((moment) => moment !== midnight)), reading);
  place.rows = rowsAt(moments);

  expect(await verifyLoad(place.target)).toMatchObject({
    agrees: false,
    differences: [{ what: 'totalCount', endDate: '2026-10-03T00:00:00.000Z', expected: '11', found: '10' }],
  });
});
