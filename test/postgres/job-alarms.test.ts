import { afterAll, expect, test } from 'vitest';

import { acknowledgeAlarms, loadStatus, planLoad, workLoad } from '../../src/postgres/index.ts';
import { execute, startPostgres } from '../support/postgres.ts';
import { day, daysOf, openNights, start } from './nights.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

test('the window of a job that found nothing is read again by the next sync, which ends its alarm', async () => {
  await using nights = await openNights(postgres, daysOf(0, 41));
  await nights.sync(38);
  nights.rows = [];
  const { verification } = await nights.sync(39);
  expect(verification?.alarms).toMatchObject([{ kind: 'unconfirmed' }]);
  nights.rows = daysOf(0, 41);

  const next = await nights.sync(40);

  expect(next).toMatchObject({ work: { finished: true }, verification: { alarms: [] } });
  await nights.sync(40.5);
  expect(nights.requests).toHaveLength(5);
});

test('the alarm of a job ends when later ones have read its window, in parts too, and not before', async () => {
  await using nights = await openNights(postgres, daysOf(0, 41));
  await nights.sync(38);
  nights.rows = [];
  await nights.sync(39);
  nights.rows = daysOf(0, 41);
  const { database } = nights.target;
  const alarms = async (): Promise<string[]> =>
    (await loadStatus({ database })).alarms.map(({ kind }) => kind).filter((kind) => kind !== 'lag');

  for (const [from, kinds] of [
    [38, ['unconfirmed']],
    [37, []],
  ] as const) {
    const [startDate = '', endDate = ''] = [from, from + 1].map((at) =>
      new Date(start + at * day).toISOString(),
    );
    await planLoad({ ...nights.target, startDate, endDate });
    await workLoad(nights.target);
    expect(await alarms()).toEqual(kinds);
  }
});

test.each<[string, number, boolean, number]>([
  ['is read again by the next sync', 40, false, 3],
  ['is not read again if it is acknowledged', 40, true, 2],
  ['is not read again after 30 days', 80, false, 42],
])('the window of a job whose rows did not add up %s', async (_, next, isAcknowledged, days) => {
  await using nights = await openNights(postgres, daysOf(0, 80));
  for (const night of [38, 39]) await nights.sync(night);
  const { database } = nights.target;
  const readIds = async (): Promise<string[]> =>
    (await loadStatus({ database })).alarms.filter(({ kind }) => kind === 'counted').map(({ id }) => id);
  // A job is tried for twenty seconds before it does not add up.
  await execute(database, 'UPDATE publisher_commerce.commits SET rows_counted = 49 WHERE load_id = 2');
  const alarms = await readIds();
  expect(alarms).toHaveLength(1);
  if (isAcknowledged) await acknowledgeAlarms({ database, alarms, note: 'reported' });

  const { work } = await nights.sync(next);

  expect(work).toMatchObject({ rows: days * 24 });
  expect(await readIds()).toEqual(days === 3 ? [] : alarms);
});
