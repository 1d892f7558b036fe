import { rmSync } from 'node:fs';

import { expect, test } from 'vitest';

import { said } from '../../../support/said.ts';
import { edit, set, type } from './edit-sheet.ts';
import { openStore, overridesIn, recordsOf, type Store } from './run-prices.ts';

const points = { 499: {}, 999: { DE: 9.99, CH: 9.9 } };
type Cells = Readonly<Record<string, string>>;

/** Pulls a sheet, types prices of 999 into it, and applies it. */
async function sell(store: Store, sheet: string, cells: Cells, ...flags: string[]): Promise<void> {
  await store.run('pull', '--out', sheet, '--force', '--quiet');
  await correct(store, sheet, cells, ...flags);
}

/** Types prices into a sheet, and applies it. */
async function correct(store: Store, sheet: string, cells: Cells, ...flags: string[]): Promise<void> {
  type(store, sheet, 999, cells);
  expect((await store.run('apply', sheet, ...flags, '--yes', '--quiet')).code).toBe(0);
}

/** Runs a command that was printed, as a shell would. */
function runPrinted(store: Store, printed: string): ReturnType<Store['run']> {
  const [, ...args] = [...printed.matchAll(/'([^']*)'|(\S+)/g)]
    .slice(1)
    .map(([, quoted, word]) => quoted ?? word ?? '');
  return store.run(...args);
}

test('a sheet is taken back with all runs of its pull, a narrowed one and a correction, once all of them are named', async () => {
  const store = await openStore({ points });
  const sheet = 'Sale Friday.csv';
  await store.run('pull', '--out', sheet, '--quiet');
  type(store, sheet, 999, { DE: '8.99', CH: '8.9', FR: '8.49' });
  await correct(store, sheet, {}, '--countries', 'CH');
  await correct(store, sheet, {});
  await correct(store, sheet, { DE: '7.99' });
  const writes = store.writes().length;
  const { code, err } = await store.run('undo', sheet, '--yes', '--quiet');

  expect(code).toBe(3);
  expect(store.writes()).toHaveLength(writes);
  expect(err).toMatch(said('--yes: … 3 runs, from … UTC to … UTC; nothing was sent'));
  const [, all = '', last = ''] = /All of them:\n {2}(.+)\nThe last one:\n {2}(.+)\n/.exec(err) ?? [];
  expect((await runPrinted(store, `${last} --dry-run`)).out).toContain(
    '\nChanges:\n  999 ($9.99) DE 7.99 → 8.99 EUR',
  );
  expect((await runPrinted(store, all)).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('with --yes, a narrowed undo of several runs prints commands with its filters', async () => {
  const store = await openStore({ points });
  await sell(store, 'sale.csv', { DE: '8.99', CH: '8.9' });
  await correct(store, 'sale.csv', { DE: '7.99' });
  const { code, err } = await store.run('undo', 'sale.csv', '--countries', 'DE', '--yes', '--quiet');
  const [, all = ''] = /All of them:\n {2}(.+)\n/.exec(err) ?? [];

  expect(code).toBe(3);
  expect((await runPrinted(store, all)).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 9.99, CH: 8.9 } });
  // Of Switzerland, one run is left.
  expect((await store.run('undo', 'sale.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('an older pull of the name stays, is listed with the command that takes it back too, and ends with 3', async () => {
  const store = await openStore({ points });
  await sell(store, 'sale.csv', { DE: '8.99', FR: '8.49' });
  await sell(store, 'sale.csv', { DE: '7.99' });
  const { code, out } = await store.run('undo', 'sale.csv', '--yes');

  expect(code).toBe(3);
  expect(await overridesIn(store)).toEqual({ 499: {}, 999: { DE: 8.99, CH: 9.9, FR: 8.49 } });
  const [, all = ''] = /\nTo take all of it back: (.+)\n/.exec(out) ?? [];
  expect((await runPrinted(store, `${all} --yes`)).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('records that are named one by one are those that are taken back', async () => {
  const store = await openStore({ points });
  await sell(store, 'sale.csv', { DE: '8.99' });
  await correct(store, 'sale.csv', { DE: '7.99' });

  expect((await store.run('undo', recordsOf(store).at(-1) ?? '', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 8.99, CH: 9.9 } });
});

test('a run that sent what was kept is part of the change', async () => {
  const store = await openStore({ points });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  await set(store, 999, { DE: 9.49, CH: 9.9 });
  await correct(store, 'sale.csv', { CH: '8.9' });
  await correct(store, 'sale.csv', {}, '--ignore-column', '# pulled', '--only', '999', '--countries', 'DE');
  expect(await overridesIn(store)).toEqual({ 499: {}, 999: { DE: 9.99, CH: 8.9 } });
  // It is a run of this sheet: what it left is corrected without a conflict.
  await correct(store, 'sale.csv', { DE: '8.99' });
  const { err } = await store.run('undo', 'sale.csv', '--yes', '--quiet');
  const [, all = ''] = /All of them:\n {2}(.+)\n/.exec(err) ?? [];

  expect((await runPrinted(store, all)).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 499: {}, 999: { DE: 9.49, CH: 9.9 } });
});

test('the runs of a plan and of its sheet are one change, also where --mine decides', async () => {
  const store = await openStore({ points });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  await set(store, 999, { DE: 9.49, CH: 9.9 });
  type(store, 'sale.csv', 999, { CH: '8.9' });
  await store.run('plan', 'sale.csv', '--out', 'plan.json', '--quiet');
  await store.run('apply', 'plan.json', '--yes', '--quiet');
  await correct(store, 'sale.csv', { DE: '8.99', CH: '7.9' }, '--mine');
  await store.run('undo', ...recordsOf(store), '--dry-run');
  const { err } = await store.run('undo', 'sale.csv', '--yes', '--quiet');

  expect(err).toContain(' 2 runs, ');
  const [, all = ''] = /All of them:\n {2}(.+)\n/.exec(err) ?? [];
  expect((await runPrinted(store, all)).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 9.49, CH: 9.9 } });
});

test.each([
  ['first', ['friday.csv', 'saturday.csv']],
  ['last', ['saturday.csv', 'friday.csv']],
])(
  'of two sales over each other, both taken back, the one that began %s, the normal price is left',
  async (_, order) => {
    const store = await openStore({ points });
    await sell(store, 'friday.csv', { DE: '8.99', CH: '8.9' });
    await sell(store, 'saturday.csv', { DE: '7.99' });
    const codes: number[] = [];
    for (const sheet of order) {
      const { code, out } = await store.run('undo', sheet, '--yes');
      codes.push(code);
      if (code === 3)
        expect(out).toMatch(
          said('\n1 cell that saturday.csv has set since, on … UTC, stays until … 999 ($9.99) DE\n'),
        );
    }

    expect(codes).toEqual(order[0] === 'friday.csv' ? [3, 0] : [0, 0]);
    expect(await overridesIn(store)).toEqual(points);
  },
);

test('a run whose last request was rejected is part of the change', async () => {
  let isRejected = true;
  const store = await openStore({
    points,
    respond: ({ method, url }) =>
      isRejected && method === 'PUT' && url.endsWith('/999')
        ? Response.json({ message: 'no' }, { status: 400 })
        : undefined,
  });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  type(store, 'sale.csv', 499, { DE: '4.49' });
  type(store, 'sale.csv', 999, { DE: '8.99' });
  expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(1);
  isRejected = false;
  await correct(store, 'sale.csv', { DE: '8.49' });
  const { err } = await store.run('undo', 'sale.csv', '--yes', '--quiet');
  const [, all = ''] = /All of them:\n {2}(.+)\n/.exec(err) ?? [];

  expect((await runPrinted(store, all)).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('a sale that was taken back below another one is applied again, once that is taken back too', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  await sell(store, 'saturday.csv', { DE: '7.99' });
  await store.run('undo', 'friday.csv', '--yes', '--quiet');
  expect((await store.run('apply', 'friday.csv', '--yes', '--quiet')).code).toBe(3);
  await store.run('undo', 'saturday.csv', '--yes', '--quiet');

  expect((await store.run('apply', 'friday.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 8.99, CH: 9.9 } });
});

test('an undo without anything to send takes a run back too, and one of what is taken back leaves no record', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  await sell(store, 'saturday.csv', { DE: '7.99' });
  const writes = store.writes().length;
  expect((await store.run('undo', 'friday.csv', '--quiet')).code).toBe(3);
  expect(store.writes()).toHaveLength(writes);
  expect(recordsOf(store)).toHaveLength(3);

  expect((await store.run('undo', 'friday.csv', '--quiet')).code).toBe(0);
  expect(recordsOf(store)).toHaveLength(3);
});

test('what an undo could not take back, because somebody has changed it, is not taken back', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99', CH: '8.9' });
  await set(store, 999, { DE: 9.49, CH: 8.9 });
  expect((await store.run('undo', 'friday.csv', '--yes', '--quiet')).code).toBe(3);
  // It has again what the run had set.
  await set(store, 999, { DE: 8.99, CH: 9.9 });

  expect((await store.run('undo', 'friday.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('what somebody has changed between two sales is a conflict of the first, once the second is taken back', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99', CH: '8.9' });
  await set(store, 999, { DE: 9.49, CH: 8.9 });
  await sell(store, 'saturday.csv', { DE: '7.99' });
  await store.run('undo', 'saturday.csv', '--yes', '--quiet');
  for (const changes of [1, 0]) {
    const { code, out } = await store.run('undo', 'friday.csv', '--yes');
    expect(code).toBe(3);
    expect(out).toContain('\n  999 ($9.99) DE 8.99 EUR → 9.49 | 9.99 EUR\n');
    expect(out.includes('\n1 change: 1 applied\n')).toBe(changes === 1);
  }
  expect(await overridesIn(store)).toEqual({ 499: {}, 999: { DE: 9.49, CH: 9.9 } });
});

test('an undo that is undone leaves what its runs had set, also below another sale', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  await store.run('undo', 'friday.csv', '--yes', '--quiet');
  await store.run('undo', recordsOf(store).at(-1) ?? '', '--yes', '--quiet');
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 8.99, CH: 9.9 } });
  await sell(store, 'saturday.csv', { DE: '7.99' });
  await store.run('undo', 'saturday.csv', '--yes', '--quiet');

  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 8.99, CH: 9.9 } });
});

test('a run whose request was lost before it was done is not taken back, and one that was done is', async () => {
  let fault: 'lost' | 'lost_after' | undefined;
  const store = await openStore({ points, fault: ({ method }) => (method === 'GET' ? undefined : fault) });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  for (const [kind, override, expected] of [
    ['lost', '8.99', 9.99],
    ['lost_after', '7.99', 7.99],
  ] as const) {
    type(store, 'sale.csv', 999, { DE: override });
    fault = kind;
    expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(1);
    fault = undefined;
    expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: expected, CH: 9.9 } });
  }
  await correct(store, 'sale.csv', { DE: '6.99' });
  const records = recordsOf(store);
  expect(records).toHaveLength(3);

  expect((await store.run('undo', ...records, '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('a run that died where the service has another price now is named by its undo, which ends with 3', async () => {
  let isLost = true;
  const store = await openStore({
    points,
    fault: ({ method }) => (method === 'PUT' && isLost ? 'lost_after' : undefined),
  });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  type(store, 'sale.csv', 999, { DE: '8.99' });
  expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(1);
  isLost = false;
  await set(store, 999, { DE: 7.99, CH: 9.9 });
  const { code, out } = await store.run('undo', 'sale.csv', '--yes', '--quiet');

  expect([code, out]).toEqual([
    3,
    expect.stringContaining('\n  999 ($9.99) DE 8.99 EUR → 7.99 | 9.99 EUR\n'),
  ]);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 7.99, CH: 9.9 } });
  // Nothing of it is left.
  await set(store, 999, points[999]);
  expect((await store.run('undo', 'sale.csv', '--yes', '--quiet')).code).toBe(0);
});

test('a sheet that was deleted and pulled again under its name does not take the runs of the earlier one for its own', async () => {
  const store = await openStore({ points });
  await sell(store, 'sale.csv', { DE: '8.99' });
  await set(store, 999, { DE: 9.99, CH: 9.9 });
  await store.run('pull', '--out', 'sale.csv', '--force', '--quiet');
  edit(store, 'sale.csv', (rows) => rows);
  await set(store, 999, { DE: 8.99, CH: 9.9 });
  type(store, 'sale.csv', 999, { DE: '7.99' });

  expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(3);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 8.99, CH: 9.9 } });
});

test('a copy of a record that a synchronizer has made is the same run', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  const [record = ''] = recordsOf(store);
  const copy = record.replace('.jsonl', " (Ann's conflicted copy).jsonl");
  // It was made before the run had ended.
  store.write(copy, store.read(record).split('\n').slice(0, 2));
  expect((await store.run('undo', copy, '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);

  expect((await store.run('undo', record, '--quiet')).code).toBe(0);
  expect((await store.run('undo', 'friday.csv', '--quiet')).code).toBe(0);
  expect(recordsOf(store)).toHaveLength(2);
});

test('a copy of an undo, and of a run that is named, takes part under each of its names', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  const copies = () => {
    for (const record of recordsOf(store).filter((name) => !name.includes('(1)')))
      store.write(record.replace('.jsonl', ' (1).jsonl'), store.read(record));
  };
  const [run = ''] = recordsOf(store);
  copies();
  expect((await store.run('undo', run, '--yes', '--quiet')).code).toBe(0);
  copies();
  const undo = store.files().find((name) => name.endsWith('.undo.record.jsonl')) ?? '';
  expect((await store.run('undo', undo, '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { ...points[999], DE: 8.99 } });
  expect((await store.run('undo', run.replace('.jsonl', ' (1).jsonl'), '--yes', '--quiet')).code).toBe(0);

  expect(await overridesIn(store)).toEqual(points);
  // Records are named after their sheet.
  expect(
    store.files().filter((name) => !/^friday\.csv(?:\.\d+T\d+Z(?:-\d)?(?:\.undo)?\.record.*)?$/.test(name)),
  ).toEqual([]);
  expect(store.files().filter((name) => name.includes('.jsonl.'))).toEqual([]);
});

test.each(['a copy of ', ''])(
  '%sa record that a synchronizer has cut off says less than the whole one',
  async (prefix) => {
    const store = await openStore({ points });
    await sell(store, 'friday.csv', { DE: '8.99' });
    await sell(store, 'saturday.csv', { DE: '7.99' });
    expect((await store.run('undo', 'friday.csv', '--yes', '--quiet')).code).toBe(3);
    const undo = recordsOf(store).find((name) => name.endsWith('.undo.record.jsonl')) ?? '';
    store.write(`${prefix}${undo.replace('.jsonl', ' (1).jsonl')}`, store.read(undo).split('\n').slice(0, 1));

    expect((await store.run('undo', 'saturday.csv', '--yes', '--quiet')).code).toBe(0);
    expect(await overridesIn(store)).toEqual(points);
  },
);

test('an undo of an undo that has nothing to send leaves what a run of the sheet has set since', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  const [run = ''] = recordsOf(store);
  await store.run('undo', run, '--yes', '--quiet');
  expect((await store.run('apply', 'friday.csv', '--yes', '--quiet')).code).toBe(0);
  const undo = recordsOf(store).find((name) => name.endsWith('.undo.record.jsonl')) ?? '';
  await store.run('undo', undo, '--yes', '--quiet');
  type(store, 'friday.csv', 999, { DE: '7.99' });

  expect((await store.run('apply', 'friday.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { ...points[999], DE: 7.99 } });
});

test('of a sheet with a copied record, one run is taken back', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  const [record = ''] = recordsOf(store);
  store.write(record.replace('.jsonl', ' (1).jsonl'), store.read(record));

  expect((await store.run('undo', 'friday.csv', '--yes', '--quiet')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('a record of a name that was undone before is another run', async () => {
  const store = await openStore({ points });
  for (const DE of ['8.99', '7.99']) {
    await sell(store, 'sale.csv', { DE }, '--record', 'r.jsonl');
    expect((await store.run('undo', 'r.jsonl', '--yes', '--quiet')).code).toBe(0);
    expect(await overridesIn(store)).toEqual(points);
    rmSync(store.path('r.jsonl'));
  }
});

test('what an undo has sent, and the service has otherwise, is not taken back', async () => {
  let isWrong = false;
  const store = await openStore({
    points,
    rewrite: ({ method, body }) => (isWrong && method === 'PUT' ? body.replace('9.99', '9.5') : body),
  });
  await sell(store, 'sale.csv', { DE: '8.99' });
  isWrong = true;
  expect((await store.run('undo', 'sale.csv', '--yes', '--quiet')).code).toBe(3);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 9.5, CH: 9.9 } });
  const { code, out } = await store.run('undo', 'sale.csv', '--yes', '--quiet');

  expect(code).toBe(3);
  expect(out).toContain('\n  999 ($9.99) DE 8.99 EUR → 9.50 | 9.99 EUR');
});

test('what the service has made of a price is what the run left: it is corrected, and taken back to what was before', async () => {
  const store = await openStore({
    points,
    rewrite: ({ method, body }) => (method === 'PUT' ? body.replace('8.49', '8.5') : body),
  });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  type(store, 'sale.csv', 999, { DE: '8.49' });
  expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(3);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 8.5, CH: 9.9 } });
  await correct(store, 'sale.csv', { DE: '7.99' });
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 7.99, CH: 9.9 } });
  const { err } = await store.run('undo', 'sale.csv', '--yes', '--quiet');
  const [, all = '', last = ''] = /All of them:\n {2}(.+)\nThe last one:\n {2}(.+)\n/.exec(err) ?? [];
  await runPrinted(store, last);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { DE: 8.5, CH: 9.9 } });

  expect((await runPrinted(store, all)).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('what somebody sets between the request of a run and its read-back is theirs', async () => {
  let isSent = false;
  const store = await openStore({
    points,
    meanwhile: async ({ method }, client) => {
      if (isSent && method === 'GET') {
        isSent = false;
        await client.pricePoints.update(999, { priceOverrides: [{ countryCode2: 'DE', price: 7 }] });
      }
      isSent ||= method === 'PUT';
    },
  });
  store.write('sale.csv', ['price_usd_cents,country_code,override', '999,DE,8.49']);
  store.write('base.csv', ['price_usd_cents,country_code,override', '999,DE,9.99']);
  const apply = ['apply', 'sale.csv', '--base', 'base.csv', '--yes', '--quiet'];
  expect((await store.run(...apply)).code).toBe(3);
  isSent = false;
  const again = await store.run(...apply);

  expect(again.code).toBe(3);
  expect(again.out).toContain('1 conflict');
  expect((await overridesIn(store))['999']).toMatchObject({ DE: 7 });
});

test('what an undo has set is named by its sheet, and not by a record', async () => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99' });
  await store.run('pull', '--out', 'monday.csv', '--quiet');
  await store.run('undo', recordsOf(store)[0] ?? '', '--yes', '--quiet');
  const { out } = await store.run('plan', 'monday.csv');

  expect(out).toMatch(said('999 ($9.99) DE 8.99 EUR | 9.99 (set by an undo of friday.csv on … UTC)\n'));
});

test('a token that expires half-way is to be renewed, and the sheet is not to be corrected', async () => {
  let isExpired = false;
  const store = await openStore({
    points,
    respond: ({ method }) => {
      if (method === 'GET') return undefined;
      const response = isExpired ? Response.json({ message: 'Invalid token' }, { status: 401 }) : undefined;
      isExpired = true;
      return response;
    },
  });
  store.write('sale.csv', ['price_usd_cents,country_code,override', '499,DE,4.49', '999,DE,8.99']);
  const { code, err } = await store.run('apply', 'sale.csv', '--yes', '--quiet');

  expect(code).toBe(1);
  expect(err).toContain('Renew the token, and run it again\n');
  expect(err).not.toContain('Correct the sheet');
});

test.each([
  ['the undo of a sale over it', ['saturday.csv']],
  ['the undo of its undo', ['friday.csv', 'friday.csv.undo.jsonl']],
])('what a sheet has set is its own again after %s', async (_, undone) => {
  const store = await openStore({ points });
  await sell(store, 'friday.csv', { DE: '8.99', CH: '8.9' });
  if (undone[0] === 'saturday.csv') await sell(store, 'saturday.csv', { DE: '7.99' });
  for (const file of undone)
    await store.run('undo', file, '--record', `${file}.undo.jsonl`, '--yes', '--quiet');
  type(store, 'friday.csv', 999, { DE: '9.99', CH: '8.5' });
  const { code, out } = await store.run('apply', 'friday.csv', '--yes');

  // CH was sent, and the price of the sheet's own run in DE is still live.
  expect(code).toBe(3);
  expect(out).toMatch(said('\n  999 ($9.99) DE 9.99 EUR | 8.99 (set by a run of this sheet on … UTC)\n'));
  const [, command = ''] = /\n {2}(publisher-commerce prices undo friday.csv .+)\n/.exec(out) ?? [];
  await runPrinted(store, `${command} --yes --quiet`);
  expect(await overridesIn(store)).toEqual({ 499: {}, 999: { DE: 9.99, CH: 8.5 } });
});
