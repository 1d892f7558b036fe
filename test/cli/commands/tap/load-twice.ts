import { expect } from 'vitest';

import { startService } from '../../../support/service.ts';
import { type RunSql, SingerTarget } from '../../../support/singer-target.ts';
import { at, openTap, stateIn } from './open-tap.ts';
import { type Lists, serveAll } from './serve-all.ts';

const statics = [
  { key: 'buy', locale: 'en', value: '' },
  { key: 'buy', locale: 'de', value: 'Kaufen' },
];
const dynamics = [{ type: '', externalId: 'gems', field: 'name', locale: 'en', value: 'Gems' }];
const before: Lists = {
  prices: [99, 499],
  offers: [{ offerId: 'a', name: '', segments: [], active: true }, { offerId: 'b' }],
  ...{ statics, dynamics },
};

/** Loads two runs of a tap into a database, between which something was deleted, and checks what it has. */
export async function loadTwice(run: RunSql): Promise<void> {
  at('2026-10-02T06:00:00Z');
  let lists = before;
  await using service = await startService((request) => serveAll(lists)(request));
  const tap = openTap(service.url);
  const target = new SingerTarget(run);
  const first = await tap.run();
  await target.load(first.messages);
  const keysOf = async (stream: string, key: string) =>
    (await run(`SELECT CAST("${key}" AS VARCHAR) FROM ${stream} ORDER BY 1`)).flat();
  const tables = ['transactions', 'receipt', 'price_points', 'offers', 'translations'];
  const count = `SELECT ${tables.map((name) => `(SELECT count(*) FROM ${name})`).join()}`;
  const counts = async () => (await run(count)).flat().map(Number);

  expect(first.code).toBe(0);
  expect(await counts()).toEqual([5, 4, 2, 2, 3]);
  expect(await keysOf('translations', 'id')).toEqual([
    '["dynamic","","gems","name","en"]',
    '["static","buy","de"]',
    '["static","buy","en"]',
  ]);
  // Typed by hand from the rows: the amounts of a day in yen and dinars, and of a currency that has no decimals.
  const amounts = `SELECT currency_code, CAST(amount AS VARCHAR), CAST(total_tax_amount AS VARCHAR)
    FROM transactions WHERE currency_code IN ('JPY', 'KWD', 'GEM') ORDER BY currency_code`;
  expect(await run(amounts)).toMatchObject([
    ['GEM', null, null],
    ['JPY', '-1500.0000', expect.stringMatching(/\.0000$/) as unknown],
    ['KWD', '6.1370', '9007199254740.9910'],
  ]);
  const differing = `SELECT count(*) FROM transactions WHERE amount_usd * 100 <> amount_usd_minor`;
  expect((await run(differing)).map(String)).toEqual(['0']);
  const unequal = `SELECT r.currency_code FROM receipt r LEFT JOIN
    (SELECT currency_code, type, sum(total_tax_amount_minor) AS total FROM transactions GROUP BY currency_code, type) t
    ON t.currency_code = r.currency_code AND t.type = r.type
    WHERE t.total IS NULL OR t.total <> r.total_tax_amount_minor`;
  expect(await run(unequal)).toEqual([]);

  at('2026-10-03T06:00:00Z');
  lists = { prices: [499], offers: [{ offerId: 'b' }], statics: statics.slice(1), dynamics };
  const second = await tap.run(stateIn(first.messages));
  await target.load(second.messages);
  expect(await counts()).toEqual([5, 4, 1, 1, 2]);
  expect([await keysOf('price_points', 'priceInUsdCents'), await keysOf('offers', 'offerId')]).toEqual([
    ['499'],
    ['b'],
  ]);

  at('2026-10-04T06:00:00Z');
  lists = {};
  await target.load((await tap.run(target.state)).messages);
  expect(await counts()).toEqual([5, 4, 1, 1, 2]);
}
