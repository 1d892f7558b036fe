import { expect, test } from 'vitest';

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
});

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

test(
  'whatever a colleague does and wherever a run dies, the same command finishes it, and undo takes it back',
  { tags: ['slow'], timeout: 120_000 },
  async () => {
    const occurred = { conflicts: 0, deaths: 0, deletes: 0, creates: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async ({ base, colleague, sheet, dies }) => {
        const theirs: Points = colleague ?? base;
        let requests = -Infinity;
        const store = await openStore({
          points: theirs,
          fault: () => ((requests += 1) >= (dies ?? Infinity) ? 'lost' : undefined),
        });
        store.write('base.csv', linesOf(base));
        store.write('sheet.csv', linesOf(sheet));
        const apply = ['apply', 'sheet.csv', '--base', 'base.csv', '--prune', 'all', '--yes', '--quiet'];
        const run = (name: string, ...args: string[]) => store.run(...args, '--record', name);
        const wanted = expected(base, theirs, sheet);
        requests = 0;
        const first = await run('1.jsonl', ...apply);
        requests = -Infinity;
        if (first.code === 1) occurred.deaths += 1;
        const again = await run('2.jsonl', ...apply);
        expect(await overridesIn(store)).toEqual(wanted);
        const conflicts = again.code === 3;
        if (conflicts) occurred.conflicts += 1;
        if ('1999' in sheet) occurred.creates += 1;
        if (Object.keys(wanted).length < Object.keys({ ...theirs, ...sheet }).length) occurred.deletes += 1;

        for (const record of ['2.jsonl', '1.jsonl'].filter((name) => store.files().includes(name))) {
          expect(await store.run('undo', record, '--yes', '--prune', '--quiet')).toMatchObject({ code: 0 });
        }
        expect(await overridesIn(store)).toEqual(theirs);
      }),
      { numRuns: 40 },
    );
    expectOccurrences(occurred, { conflicts: 10, deaths: 5, deletes: 3, creates: 10 });
  },
);
