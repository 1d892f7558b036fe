import { expect } from 'vitest';

import * as fc from '../../../support/fast-check.ts';
import { openStore } from './run-prices.ts';

/** The smallest units of a price: currencies of two decimals, of none and of three. */
const units = new Map([
  ['BR', 100],
  ['DE', 100],
  ['JP', 1],
  ['KW', 1000],
]);
const overrides = fc
  .dictionary(fc.constantFrom(...units.keys()), fc.integer({ min: 1, max: 10_000_000 }))
  .map((own) =>
    Object.fromEntries(
      Object.entries(own).map(([country, amount]) => [country, amount / (units.get(country) ?? 1)]),
    ),
  );
const points = fc.dictionary(fc.constantFrom('99', '499', '999', '2999'), overrides);

/** Applies random sheets to random stores, and expects that there is nothing to do then, and after a pull neither. */
export async function expectSamePrices(numRuns: number): Promise<void> {
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(points, points, async (found, wanted) => {
      const store = await openStore({ points: found });
      const rows = Object.entries(wanted).flatMap(([price, own]) => [
        `${price},,`,
        ...Object.entries(own).map(([country, override]) => `${price},${country},${override}`),
      ]);
      store.write('prices.csv', ['price_usd_cents,country_code,override', ...rows]);
      const prune = rows.length === 0 ? [] : ['--prune', 'all'];
      expect(
        (await store.run('apply', 'prices.csv', '--decimal', '.', '--yes', '--quiet', ...prune)).code,
      ).toBe(0);
      changes += store.writes().length;
      expect((await store.run('plan', 'prices.csv', '--quiet', ...prune)).code).toBe(0);
      for (const flags of [[], ['--overrides-only']]) {
        await store.run('pull', '--out', 'pulled.csv', '--force', '--quiet', ...flags);
        const empty = rows.length === 0 && Object.keys(found).length === 0;
        expect((await store.run('plan', 'pulled.csv', '--quiet', ...(empty ? [] : ['--prune']))).code).toBe(
          0,
        );
      }
    }),
    { numRuns },
  );
  expect(changes).toBeGreaterThan(numRuns);
}
