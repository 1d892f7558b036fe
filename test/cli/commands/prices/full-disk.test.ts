import { expect, test } from 'vitest';

import { openStore, overridesIn } from './run-prices.ts';

const prices = [199, 299, 399, 499, 599, 699, 799, 899];
const sheet = ['price_usd_cents,country_code,override', ...prices.map((price) => `${price},DE,9.49`)];

test('nothing is sent if its record cannot be written, and no record is left', async () => {
  const store = await openStore();
  store.write('prices.csv', sheet);
  const { code, err } = await store.runLimited(0, 'apply', 'prices.csv', '--yes', '--quiet');

  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^publisher-commerce: prices\.csv\.\w+\.record\.jsonl: .* \(EFBIG\); nothing was sent\n$/,
    ) as string,
  });
  expect(store.writes()).toEqual([]);
  expect(store.files()).toEqual(['prices.csv']);
});

test('a disk that gets full ends a run, which says what was sent until then', async () => {
  const store = await openStore();
  store.write('prices.csv', sheet);
  const { code, out, err } = await store.runLimited(4, 'apply', 'prices.csv', '--yes', '--json');
  const { changes } = JSON.parse(out) as { changes: { item: string; cell: string; state: string }[] };
  const itemsOf = (state: string): string[] =>
    changes.filter((change) => change.cell === 'DE' && change.state === state).map(({ item }) => item);

  expect({ code, err: err.split('\n').at(-2) }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /record\.jsonl: .* \(EFBIG\)\. Run the same command again to finish$/,
    ) as string,
  });
  const applied = itemsOf('applied');
  expect(applied.length).toBeGreaterThan(0);
  expect(itemsOf('not_sent').length).toBeGreaterThan(0);
  expect(Object.keys(await overridesIn(store))).toEqual(
    prices.map(String).filter((price) => !itemsOf('not_sent').includes(price)),
  );
  expect((await store.run('apply', 'prices.csv', '--yes')).code).toBe(0);
  expect(Object.keys(await overridesIn(store))).toEqual(prices.map(String));
});
