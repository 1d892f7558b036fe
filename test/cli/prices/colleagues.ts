import { expect } from 'vitest';

import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { openStore, overridesIn } from './run-prices.ts';

type Overrides = Readonly<Record<string, number>>;
type Points = Readonly<Record<string, Overrides>>;

const overrides = fc.dictionary(fc.constantFrom('BR', 'DE', 'JP'), fc.integer({ min: 1, max: 3 }), {
  noNullPrototype: true,
});
/** The same price points for all, of which a sheet may lack or add some. */
const points = fc.record({ 99: overrides, 499: overrides, 999: overrides });
const cases = fc.record({
  base: points,
  colleague: fc.option(points, { nil: undefined }),
  sheet: fc.record(
    { 99: overrides, 499: overrides, 999: overrides, 1999: overrides },
    { requiredKeys: ['99'] },
  ),
  /** The request from which on the service is gone, so that the run dies. */
  dies: fc.option(fc.integer({ min: 2, max: 40 }), { nil: undefined }),
  /** What somebody sets while the run reads a price point: at its how many reads, and where. */
  meanwhile: fc.option(
    fc.record({
      read: fc.integer({ min: 1, max: 12 }),
      price: fc.constantFrom(99, 499, 999),
      country: fc.constantFrom('BR', 'DE', 'JP'),
    }),
    { nil: undefined },
  ),
});

/** No sheet has it. */
const meanwhilePrice = 7;

/** What an override is afterwards: the sheet's, where only the sheet differs from the base. */
function merged(base: Overrides, theirs: Overrides, mine: Overrides): Overrides {
  const countries = [...new Set([base, theirs, mine].flatMap((own) => Object.keys(own)))];
  const wanted = countries.map((country) => {
    const [was, now, wants] = [base[country], theirs[country], mine[country]];
    return [country, wants !== was && now === was ? wants : now] as const;
  });
  return Object.fromEntries(
    wanted.filter((entry): entry is readonly [string, number] => entry[1] !== undefined),
  );
}

function isWithin(own: Overrides, all: Overrides): boolean {
  return Object.entries(own).every(([country, price]) => all[country] === price);
}

/** What the service should have after the sheet was applied. */
function expected(base: Points, theirs: Points, sheet: Points): Points {
  const after: Record<string, Overrides> = {};
  for (const price of new Set([...Object.keys(theirs), ...Object.keys(sheet)])) {
    const [was, now, wants] = [base[price] ?? {}, theirs[price], sheet[price]];
    if (wants !== undefined) after[price] = merged(was, now ?? {}, wants);
    // Deleted, unless somebody has set something in it.
    else if (now !== undefined && !isWithin(now, was)) after[price] = now;
  }
  return after;
}

function linesOf(all: Points): string[] {
  const rows = Object.entries(all).flatMap(([price, own]) => [
    `${price},,`,
    ...Object.entries(own).map(([country, override]) => `${price},${country},${override}`),
  ]);
  return ['price_usd_cents,country_code,override', ...rows];
}

/** Without what was set meanwhile, and the price point it is in if that was to be deleted. */
function besides(all: Points, place: { price: number; country: string } | undefined, isKept = false): Points {
  if (place === undefined) return all;
  const { [place.price]: own, ...others } = all;
  const rest = Object.entries(own ?? {}).filter(([country]) => country !== place.country);
  return own === undefined || isKept ? others : { ...others, [place.price]: Object.fromEntries(rest) };
}

/** Applies random sheets beside a colleague, with runs that die, and expects what the sheets say, and after undo what was. */
export async function expectMergedPrices(numRuns: number): Promise<void> {
  const occurred = { conflicts: 0, deaths: 0, deletes: 0, creates: 0, during: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async ({ base, colleague, sheet, dies, meanwhile }) => {
      const theirs: Points = colleague ?? base;
      let [requests, reads] = [-Infinity, -Infinity];
      let place: typeof meanwhile;
      const store = await openStore({
        points: theirs,
        fault: () => ((requests += 1) >= (dies ?? Infinity) ? 'lost' : undefined),
        meanwhile: async ({ method, url }, client) => {
          // Between a read and the update that follows it, nothing can be kept: the API has no versions.
          if (method !== 'GET' || !/\/\d+$/.test(url) || (reads += 1) !== meanwhile?.read) return;
          const { price, country: countryCode2 } = meanwhile;
          const { priceByCountry } = await client.pricePoints.get(price);
          const others = priceByCountry.filter(
            (one) => one.isOverridden && one.countryCode2 !== countryCode2,
          );
          const priceOverrides = [...others, { countryCode2, price: meanwhilePrice }].map((one) => ({
            countryCode2: one.countryCode2,
            price: one.price,
          }));
          await client.pricePoints.update(price, { priceOverrides });
          place = meanwhile;
        },
      });
      store.write('base.csv', linesOf(base));
      store.write('sheet.csv', linesOf(sheet));
      const apply = ['apply', 'sheet.csv', '--base', 'base.csv', '--prune', 'all', '--yes', '--quiet'];
      const run = (name: string, ...args: string[]) => store.run(...args, '--record', name);
      const wanted = expected(base, theirs, sheet);
      [requests, reads] = [0, 0];
      const first = await run('1.jsonl', ...apply);
      [requests, reads] = [-Infinity, -Infinity];
      if (first.code === 1) occurred.deaths += 1;
      const again = await run('2.jsonl', ...apply);
      const applied = await overridesIn(store);
      const isKept = place !== undefined && wanted[place.price] === undefined;
      expect(besides(applied, place, isKept)).toEqual(besides(wanted, place));
      const conflicts = again.code === 3;
      if (conflicts) occurred.conflicts += 1;
      if ('1999' in sheet) occurred.creates += 1;
      if (Object.keys(wanted).length < Object.keys({ ...theirs, ...sheet }).length) occurred.deletes += 1;

      for (const record of ['2.jsonl', '1.jsonl'].filter((name) => store.files().includes(name))) {
        const { code } = await store.run('undo', record, '--yes', '--prune', '--quiet');
        // What was set meanwhile stays.
        expect(place === undefined ? [0] : [0, 3]).toContain(code);
      }
      const undone = await overridesIn(store);
      expect(besides(undone, place)).toEqual(besides(theirs, place));
      if (place === undefined) return;
      occurred.during += 1;
      for (const state of [applied, undone]) expect(state[place.price]?.[place.country]).toBe(meanwhilePrice);
    }),
    { numRuns },
  );
  expectOccurrences(occurred, {
    conflicts: numRuns / 6,
    deaths: numRuns / 12,
    deletes: numRuns / 20,
    creates: numRuns / 6,
    during: numRuns / 4,
  });
}
