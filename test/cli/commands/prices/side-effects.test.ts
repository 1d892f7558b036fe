import { expect, test } from 'vitest';

import { said } from '../../../support/said.ts';
import { openTerminal } from '../../terminal.ts';
import { openStore, recordsOf, type Store } from './run-prices.ts';

/** Opens a store whose updates move the calculated price of Turkey by so many percent. */
async function openMoving(percent: number): Promise<Store & { moves: (percent: number) => Promise<void> }> {
  let moved = percent;
  let body: { readonly priceByCountry: readonly object[] } | undefined;
  const store = await openStore({
    points: { 999: {} },
    respond: ({ method, url }) => {
      if (method !== 'GET' || !url.endsWith('/price-points/999') || body === undefined) return undefined;
      const priceByCountry = body.priceByCountry.map((row) =>
        'countryCode2' in row && row.countryCode2 === 'TR'
          ? { ...row, price: 200, realTimePrice: 200 + 2 * moved }
          : row,
      );
      return Response.json({ ...body, priceByCountry });
    },
  });
  body = await store.client.pricePoints.get(999);
  store.write('sale.csv', ['price_usd_cents,country_code,override', '999,DE,9.49']);
  const moves = async (other: number): Promise<void> => {
    body = await store.client.pricePoints.get(999);
    moved = other;
  };
  return { ...store, moves };
}

test('a calculated price that an update moves by more than --max-change stops a sheet, and is shown first', async () => {
  const store = await openMoving(90);
  const { code, out, err } = await store.run('apply', 'sale.csv', '--max-change', '50', '--yes');

  expect(code).toBe(3);
  expect(out).toMatch(/^sale\.csv for [^\n]+\nThe updates also move /);
  expect(out).toMatch(said('\n  999 ($9.99) TR 200.00 → 380.00 TRY (+90 %), calculated by the service\n'));
  expect(err).toMatch(
    said('1 change of more than 50 %, 1 of them calculated by the service; nothing was sent … --max-change'),
  );
  expect(store.writes()).toEqual([]);
});

test('one that moves less does not', async () => {
  const store = await openMoving(40);
  expect((await store.run('apply', 'sale.csv', '--max-change', '50', '--yes')).err).not.toContain(
    'more than',
  );
  expect(store.writes()).toHaveLength(1);
});

test.each([
  ['as far as it lists', 90, true],
  ['less far', 60, true],
  ['further', 95, false],
  ['in the other direction', -60, false],
])('a plan is sent if the calculated prices move %s: %s', async (_, percent, isSent) => {
  const store = await openMoving(90);
  await store.run('plan', 'sale.csv', '--out', 'plan.json', '--quiet');
  await store.moves(percent);
  await store.run('apply', 'plan.json', '--max-change', '50', '--yes');

  expect(store.writes()).toHaveLength(isSent ? 1 : 0);
});

test.each([
  ['a sheet', 'sale.csv', 40, 90, false],
  ['a sheet, less far', 'sale.csv', 40, 45, true],
  ['a plan', 'plan.json', 90, 95, false],
  ['a plan that lists it', 'plan.json', 90, 85, true],
])(
  'a calculated price that grows while the question of %s is open is read again',
  async (_, file, planned, then, isSent) => {
    const store = await openMoving(planned);
    if (file === 'plan.json') await store.run('plan', 'sale.csv', '--out', file, '--quiet');
    const terminal = openTerminal();
    const running = store.run('apply', file, '--max-change', '50');
    await terminal.asked();
    await store.moves(then);
    terminal.type('y\n');
    const { code, err } = await running;

    expect(store.writes()).toHaveLength(isSent ? 1 : 0);
    expect(recordsOf(store)).toHaveLength(isSent ? 1 : 0);
    if (isSent) return;
    expect(code).toBe(3);
    expect(err).toMatch(
      said(
        '1 of them calculated by the service, which the plan does not show: 999 ($9.99) TR; nothing was sent',
      ),
    );
  },
);

test('an estimate by other price points, which are not read again, stops nothing', async () => {
  const bodies: object[] = [];
  const store = await openStore({
    points: { 99: {}, 8999: {}, 9999: { DE: 100 } },
    respond: ({ method, url }) => {
      const [body] = bodies;
      return method === 'GET' && url.endsWith('/price-points/99') && body ? Response.json(body) : undefined;
    },
  });
  const found = await store.client.pricePoints.get(99);
  const priceByCountry = found.priceByCountry.map((row) =>
    row.countryCode2 === 'DE' ? { ...row, price: 5, realTimePrice: 5 } : row,
  );
  bodies.push({ ...found, priceByCountry });
  store.write('sheet.csv', ['price_usd_cents,country_code,override', '99,FR,0.89', '9999,DE,']);
  const { err } = await store.run('apply', 'sheet.csv', '--max-change', '50', '--yes');

  expect(err).not.toContain('more than');
  expect(store.writes()).toHaveLength(2);
});

test('an undo is stopped by no rate', async () => {
  const store = await openMoving(0);
  await store.run('apply', 'sale.csv', '--yes', '--quiet');
  await store.moves(90);
  const { out } = await store.run('undo', recordsOf(store)[0] ?? '', '--yes');

  expect(out).toMatch(said('TR 200.00 → 380.00 TRY (+90 %)\n'));
  expect(store.writes()).toHaveLength(2);
});
