import { expect } from 'vitest';

import * as fc from '../../../support/fast-check.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';
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
  /** How the sheet knows what it had when it was sent out. */
  knows: fc.constantFrom('pulled', 'base', 'nothing'),
  /** Whether overrides that it lacks are removed. */
  exact: fc.boolean(),
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
type Case = typeof cases extends fc.Arbitrary<infer One> ? One : never;

/** No sheet has it. */
const meanwhilePrice = 7;

/** What an override is afterwards, by what it was when the sheet was sent out, what a colleague has, and what the sheet says. */
function merged(
  was: number | undefined,
  now: number | undefined,
  wants: number | undefined,
): number | undefined {
  return wants !== was && now === was ? wants : now;
}

/** What an override of a price point of the sheet is afterwards. */
function after({ knows, exact }: Case, was?: number, now?: number, wants?: number): number | undefined {
  // Every country of a pulled sheet has a row, and an empty one is none.
  if (knows === 'pulled') return merged(was, now, wants);
  if (wants === undefined) return exact ? (knows === 'base' ? merged(was, now, undefined) : undefined) : now;
  return knows === 'base' ? merged(was, now, wants) : wants;
}

function isWithin(own: Overrides, all: Overrides): boolean {
  return Object.entries(own).every(([country, price]) => all[country] === price);
}

/** What the service should have after the sheet was applied. */
function expected(one: Case, theirs: Points): Points {
  const { base, sheet, knows } = one as Case & { readonly base: Points; readonly sheet: Points };
  const all: Record<string, Overrides> = {};
  for (const price of new Set([...Object.keys(theirs), ...Object.keys(sheet)])) {
    const [was = {}, now, wants] = [base[price], theirs[price], sheet[price]];
    if (wants !== undefined) {
      const cells = ['BR', 'DE', 'JP'].map(
        (country) => [country, after(one, was[country], now?.[country], wants[country])] as const,
      );
      all[price] = Object.fromEntries(
        cells.filter((cell): cell is readonly [string, number] => cell[1] !== undefined),
      );
    }
    // Deleted with --prune, unless somebody has set something in it.
    else if (now !== undefined && (knows !== 'base' || !isWithin(now, was))) all[price] = now;
  }
  return all;
}

function linesOf(all: Points): string[] {
  const rows = Object.entries(all).flatMap(([price, own]) => [
    `${price},,`,
    ...Object.entries(own).map(([country, override]) => `${price},${country},${override}`),
  ]);
  return ['price_usd_cents,country_code,override', ...rows];
}

/** What somebody makes of a sheet that was pulled: other overrides, fewer price points and countries, and a new one. */
function edited(pulled: string, sheet: Points): string[] {
  const [head = '', ...lines] = pulled.trimEnd().split('\r\n');
  const rows = lines.flatMap((line) => {
    const [price = '', country = '', currency = '', , ...rest] = line.split(',');
    const own = sheet[price];
    if (own === undefined || !['BR', 'DE', 'JP'].includes(country)) return [];
    return [[price, country, currency, own[country] ?? '', ...rest].join(',')];
  });
  const added = Object.entries(sheet['1999'] ?? {}).map(
    ([country, override]) => `1999,${country},,${override},,,,`,
  );
  return [head, ...rows.toReversed(), ...(sheet['1999'] ? ['1999,,,,,,,', ...added] : [])];
}

/** Without what was set meanwhile, and the price point it is in if that was to be deleted. */
function besides(all: Points, place: { price: number; country: string } | undefined, isKept = false): Points {
  if (place === undefined) return all;
  const { [place.price]: own, ...others } = all;
  const rest = Object.entries(own ?? {}).filter(([country]) => country !== place.country);
  return own === undefined || isKept ? others : { ...others, [place.price]: Object.fromEntries(rest) };
}

/**
 * Applies random sheets of any age beside a colleague, with runs that die, and expects what the sheets say, and after an
 * undo of the sheet what was.
 */
export async function expectMergedPrices(numRuns: number): Promise<void> {
  const occurred = { conflicts: 0, deaths: 0, deletes: 0, creates: 0, during: 0, pulled: 0, wishes: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { base, colleague, sheet, knows, exact, dies } = one;
      // Without a base, nobody can tell what was set meanwhile.
      const meanwhile = knows === 'nothing' ? undefined : one.meanwhile;
      const theirs: Points = colleague ?? base;
      let [requests, reads] = [-Infinity, -Infinity];
      let place: typeof meanwhile;
      const store = await openStore({
        points: knows === 'pulled' ? base : theirs,
        fault: () => ((requests += 1) >= (dies ?? Infinity) ? 'lost' : undefined),
        meanwhile: async ({ method, url }, client) => {
          // Between a read and the update that follows it, nothing can be kept: the API has no versions.
          if (method !== 'GET' || !/\/\d+$/.test(url) || (reads += 1) !== meanwhile?.read) return;
          const { price, country: countryCode2 } = meanwhile;
          const { priceByCountry } = await client.pricePoints.get(price);
          const others = priceByCountry.filter(
            (row) => row.isOverridden && row.countryCode2 !== countryCode2,
          );
          const priceOverrides = [...others, { countryCode2, price: meanwhilePrice }].map((row) => ({
            countryCode2: row.countryCode2,
            price: row.price,
          }));
          await client.pricePoints.update(price, { priceOverrides });
          place = meanwhile;
        },
      });
      store.write('base.csv', linesOf(base));
      store.write('sheet.csv', linesOf(sheet));
      if (knows === 'pulled') {
        await store.run('pull', '--out', 'sheet.csv', '--force', '--quiet');
        store.write('sheet.csv', edited(store.read('sheet.csv'), sheet));
        for (const [price, own] of Object.entries(theirs)) {
          const priceOverrides = Object.entries(own).map(([countryCode2, override]) => ({
            countryCode2,
            price: override,
          }));
          await store.client.pricePoints.update(Number(price), { priceOverrides });
        }
      }
      const known = knows === 'base' ? ['--base', 'base.csv', '--prune', 'all'] : [];
      const apply = ['apply', 'sheet.csv', ...known, ...(exact ? ['--exact'] : []), '--yes', '--quiet'];
      const wanted = expected(one, theirs);
      [requests, reads] = [0, 0];
      const first = await store.run(...apply);
      [requests, reads] = [-Infinity, -Infinity];
      if (first.code === 1) occurred.deaths += 1;
      const again = await store.run(...apply);
      const applied = await overridesIn(store);
      const isKept = place !== undefined && wanted[place.price] === undefined;
      expect(besides(applied, place, isKept)).toEqual(besides(wanted, place));
      if (again.code === 3) occurred.conflicts += 1;
      if ('1999' in sheet) occurred.creates += 1;
      if (Object.keys(wanted).length < Object.keys({ ...theirs, ...sheet }).length) occurred.deletes += 1;
      if (knows === 'pulled') occurred.pulled += 1;
      if (knows === 'nothing') occurred.wishes += 1;

      // The order of their heads is that of the runs; the sheet's undo takes back both, or the only one.
      if (store.files().some((name) => name.endsWith('.record.jsonl'))) {
        const { code } = await store.run('undo', 'sheet.csv', '--yes', '--prune', '--quiet');
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
    conflicts: numRuns / 10,
    deaths: numRuns / 12,
    deletes: numRuns / 40,
    creates: numRuns / 6,
    during: numRuns / 8,
    pulled: numRuns / 6,
    wishes: numRuns / 6,
  });
}
