import { readFileSync, writeFileSync } from 'node:fs';

import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { said } from '../../../support/said.ts';
import { openStore, overridesIn, recordsOf, type Store } from './run-prices.ts';

const head = 'price_usd_cents,country_code,override';
const points = { 499: {}, 999: { BR: 55 }, 1999: {} };
const sale = [head, '499,DE,4.49', '999,BR,49.9', '999,DE,9.49', '1999,DE,17.99'];

/** Applies a sheet in a run that dies at a write, and again in one that finishes; returns what that printed. */
async function diedAndFinished(store: Store & { breaks: (at: number) => void }): Promise<string> {
  store.write('sale.csv', sale);
  store.breaks(2);
  expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(1);
  store.breaks(Infinity);
  const { code, out } = await store.run('apply', 'sale.csv', '--yes');
  expect(code).toBe(0);
  return out;
}

async function openBreakable(): Promise<Store & { breaks: (at: number) => void }> {
  let [last, count] = [Infinity, 0];
  const store = await openStore({
    points,
    fault: ({ method }) => (method !== 'GET' && (count += 1) >= last ? 'lost' : undefined),
  });
  return { ...store, breaks: (at) => ([last, count] = [at, 0]) };
}

function set({ client }: Store, price: number, own: Readonly<Record<string, number>>): Promise<unknown> {
  const priceOverrides = Object.entries(own).map(([countryCode2, override]) => ({
    countryCode2,
    price: override,
  }));
  return client.pricePoints.update(price, { priceOverrides });
}

test('the command that a run prints takes back the run that died before it, too', async () => {
  const store = await openBreakable();
  const out = await diedAndFinished(store);
  const [, died = ''] =
    /^An earlier run did not finish, and the service has some of it: (\S+)$/m.exec(out) ?? [];
  const [, command = ''] = /^To take all of it back: publisher-commerce prices (.+)$/m.exec(out) ?? [];

  expect(recordsOf(store)).toContain(died);
  expect((await store.run(...command.split(' '), '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('an undo of the last record names the run that died before it', async () => {
  const store = await openBreakable();
  await diedAndFinished(store);
  const [died = '', last = ''] = recordsOf(store);
  const { code, out } = await store.run('undo', last, '--yes');

  expect(code).toBe(0);
  expect(out).toContain(`\nAn older run is not taken back, unless it is named: ${died}, `);
});

test('undo of a sheet takes back its last run and those before it that did not finish, and lists older ones', async () => {
  const store = await openBreakable();
  store.write('sale.csv', [head, '1999,FR,17.49']);
  await store.run('apply', 'sale.csv', '--yes', '--quiet');
  const [older = ''] = recordsOf(store);
  await diedAndFinished(store);
  const { code, out } = await store.run('undo', 'sale.csv', '--yes');

  expect(code).toBe(3);
  expect(out).toContain(`\nAn older run is not taken back, unless it is named: ${older}, `);
  expect(out).toMatch(said(`\nTo take all of it back: publisher-commerce prices undo ${older} sale.csv.`));
  expect(await overridesIn(store)).toEqual({ ...points, 1999: { FR: 17.49 } });
  // The record of an undo is none of its runs.
  expect(recordsOf(store).filter((name) => name.endsWith('.undo.record.jsonl'))).toHaveLength(1);
  expect((await store.run('undo', older, '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('an older run is listed if the undo restores what it has set', async () => {
  const store = await openStore({ points });
  for (const price of ['49.9', '44.9']) {
    store.write('sale.csv', [head, `999,BR,${price}`]);
    await store.run('apply', 'sale.csv', '--yes', '--quiet');
  }
  const [first = ''] = recordsOf(store);
  const { out } = await store.run('undo', 'sale.csv', '--dry-run');

  expect(out).toContain(`\nAn older run is not taken back, unless it is named: ${first}, `);
});

test('a filter of an undo names what the runs changed, and an older run until that is undone too', async () => {
  const store = await openStore({ points });
  for (const row of ['999,BR,49.9', '1999,DE,17.99']) {
    store.write('sale.csv', [head, row]);
    await store.run('apply', 'sale.csv', '--yes', '--quiet');
  }
  const [older = '', last = ''] = recordsOf(store);
  const where = `what ${last} changed; older: ${older}`;

  for (const [flag, value] of [
    ['--only', '999'],
    ['--countries', 'BR'],
  ] as const) {
    const { code, err } = await store.run('undo', 'sale.csv', flag, value);
    expect(code).toBe(2);
    expect(err).toContain(`${flag}: ${value} is not in ${where}\n`);
  }
  await store.run('undo', older, last, '--yes', '--quiet');
  const { code, out } = await store.run('undo', 'sale.csv', '--dry-run');
  expect({ code, isListed: out.includes('older') }).toEqual({ code: 0, isListed: false });
});

test('the run of a plan is taken back by the plan', async () => {
  const store = await openStore({ points });
  store.write('sale.csv', sale);
  await store.run('plan', 'sale.csv', '--out', 'plan.json', '--quiet');
  await store.run('apply', 'plan.json', '--yes', '--quiet');

  expect((await store.run('undo', 'plan.json', '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(points);
});

test('a run that has nothing to send says that an earlier one died, and what takes it back', async () => {
  const store = await openStore({
    points,
    fault: ({ method }) => (method === 'PUT' ? 'lost_after' : undefined),
  });
  store.write('sale.csv', [head, '499,DE,4.49']);
  expect((await store.run('apply', 'sale.csv', '--yes', '--quiet')).code).toBe(1);
  const [record = ''] = recordsOf(store);
  const { code, err } = await store.run('apply', 'sale.csv', '--yes');

  expect(code).toBe(0);
  expect(err).toContain(`An earlier run did not finish, and the service has some of it: ${record}\n`);
  expect(err).toContain(`To take it back: publisher-commerce prices undo ${record}\n`);
});

test('what a colleague has changed between two runs is what an undo goes back to', async () => {
  const store = await openStore({ points });
  for (const override of [49.9, 48.9]) {
    store.write('sale.csv', [head, `999,BR,${override}`]);
    await store.run('apply', 'sale.csv', '--yes', '--quiet', '--mine');
    if (override === 49.9) await set(store, 999, { BR: 51 });
  }
  const records = recordsOf(store);
  expect(records).toHaveLength(2);

  expect((await store.run('undo', ...records.toReversed(), '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ ...points, 999: { BR: 51 } });
});

test('what was renamed or deleted since is listed, with exit code 3', async () => {
  const store = await openStore({ points: { 999: {}, 1999: {} } });
  store.write('sale.csv', [head, '999,DE,8', '1999,DE,17']);
  await store.run('apply', 'sale.csv', '--yes', '--quiet');
  const priceOverrides = [{ countryCode2: 'DE', price: 8 }];
  await store.client.pricePoints.update(999, { updatedPriceInUsdCents: 949, priceOverrides });
  const dry = await store.run('undo', 'sale.csv', '--dry-run');
  const { code, out } = await store.run('undo', 'sale.csv', '--yes');

  expect([dry.code, code]).toEqual([3, 3]);
  for (const shown of [dry.out, out])
    expect(shown).toContain('\n999 ($9.99) DE: its price point is no longer there\n');
  expect(await overridesIn(store)).toEqual({ 949: { DE: 8 }, 1999: {} });
});

test.each([
  [['--countries', 'BR'], { 499: { DE: 4.49 }, 999: { BR: 55, DE: 9.49 }, 1999: { DE: 17.99 } }],
  [['--only', '499,1999'], { 499: {}, 999: { BR: 49.9, DE: 9.49 }, 1999: {} }],
])('undo %j narrows what is taken back', async (flags, expected) => {
  const store = await openStore({ points });
  store.write('sale.csv', sale);
  await store.run('apply', 'sale.csv', '--yes', '--quiet');

  expect((await store.run('undo', 'sale.csv', ...flags, '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual(expected);
});

test('a rate that stays too high is no fault of the sheet', async () => {
  const store = await openStore({
    points,
    respond: ({ method }) =>
      method === 'PUT' ? Response.json({}, { status: 429, headers: { 'retry-after': '600' } }) : undefined,
  });
  store.write('sale.csv', sale);
  const { code, err } = await store.run('apply', 'sale.csv', '--yes', '--quiet');

  expect(code).toBe(1);
  expect(err).toContain('set --rate-limit');
  expect(err).toContain('Run the same command again to finish\n');
});

test('undo of a sheet that was pulled again since is rejected, and names the record of the run', async () => {
  const store = await openStore({ points: { 999: { DE: 9.49 } } });
  await store.run('pull', '--out', 'sale.csv', '--quiet');
  store.write(
    'sale.csv',
    store.read('sale.csv').replace('999,DE,EUR,9.49', '999,DE,EUR,8.49').trimEnd().split('\n'),
  );
  await store.run('apply', 'sale.csv', '--yes');
  const [record = ''] = recordsOf(store);
  // A colleague's sheet of the same name.
  await store.run('pull', '--out', 'sale.csv', '--force', '--quiet');
  const { code, err } = await store.run('undo', 'sale.csv', '--yes');

  expect(code).toBe(2);
  expect(err).toMatch(said(`sale.csv: was pulled on … name their record: ${record}`));
  expect(await overridesIn(store)).toEqual({ 999: { DE: 8.49 } });
  expect((await store.run('undo', record, '--yes')).code).toBe(0);
  expect(await overridesIn(store)).toEqual({ 999: { DE: 9.49 } });
});

test.each([
  ['beside a tab of notes', false, 2],
  ['beside the tab that was sent', true, 0],
])('undo of a workbook whose tab was pulled since, %s', async (_, isSentThere, code) => {
  const store = await openStore({ points: { 999: { DE: 9.49 } } });
  const rowsOf = async (file: string) => {
    await store.run('pull', '--out', file, '--quiet');
    return (await readXlsx(readFileSync(store.path(file)))).sheets[0]?.rows ?? [];
  };
  const write = async (sheets: { readonly name: string; readonly rows: CellValue[][] }[]) =>
    writeFileSync(store.path('sale.xlsx'), await writeXlsx({ sheets }));
  const sent = (await rowsOf('first.xlsx')).map((cells) =>
    cells.map((cell, index) => (index === 3 && cells[1] === 'DE' ? 8.49 : cell)),
  );
  await write([{ name: 'Friday', rows: sent }]);
  await store.run('apply', 'sale.xlsx', '--yes', '--quiet');
  const notes = isSentThere ? { name: 'Friday', rows: sent } : { name: 'Notes', rows: [['to do']] };
  await write([notes, { name: 'Saturday', rows: await rowsOf('second.xlsx') }]);
  const undo = await store.run('undo', 'sale.xlsx', '--yes');

  expect(undo.code).toBe(code);
  expect(await overridesIn(store)).toEqual({ 999: { DE: code === 0 ? 9.49 : 8.49 } });
  if (code === 2) expect(undo.err).toMatch(said('sale.xlsx: was pulled on … name their record: sale.xlsx.'));
});
