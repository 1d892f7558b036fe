import { expect } from 'vitest';

import * as fc from '../../../support/fast-check.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';
import { type } from './edit-sheet.ts';
import { type Fault, openStore, overridesIn, recordsOf, type Store } from './run-prices.ts';

const countries = ['DE', 'FR', 'IT'] as const;
const sheets = ['a.csv', 'b.csv', 'c.csv', 'd.csv'] as const;
const normal: Readonly<Record<string, number>> = { DE: 9, FR: 9.5 };

/** A run, or an undo, as who typed it knows it. */
interface Typed {
  readonly record: string;
  readonly sheet?: string;
  readonly pull?: number;
  /** What a run has set, by country. */
  readonly cells?: Readonly<Record<string, number>>;
  /** The records that an undo takes back, and in which countries. */
  readonly undoes?: readonly Typed[];
  readonly countries?: readonly string[];
}

const step = fc.record({
  does: fc.constantFrom(
    ...(['sale', 'sale', 'correction', 'correction', 'undo of a sheet', 'undo of a sheet'] as const),
    ...(['undo of a run', 'undo of an undo'] as const),
  ),
  sheet: fc.constantFrom(...sheets),
  countries: fc.subarray([...countries], { minLength: 1 }),
  isNarrowed: fc.constantFrom(false, false, true),
  which: fc.nat(),
});

/** A service that has its own form of some prices: of those that end with 7. */
const inItsForm = ({ body }: { readonly body: string }): string =>
  body.replaceAll(/("price":2\.\d7)(?!\d)/g, '$11');

function storedPrice(typed: string): number {
  return Number(/7$/.test(typed) ? `${typed}1` : typed);
}

/** The runs and undos of one folder, and what a price is without those that are taken back. */
class Folder {
  readonly #store: Store;
  readonly #typed: Typed[] = [];
  readonly #pulls = new Map<string, number>();
  #values = 0;
  readonly occurred = { runs: 0, undos: 0, covered: 0, narrowed: 0, several: 0, redos: 0, rounded: 0 };

  constructor(store: Store) {
    this.#store = store;
  }

  #isUndone(one: Typed, country: string): boolean {
    return this.#typed.some(
      (undo) =>
        undo.undoes?.includes(one) && undo.countries?.includes(country) && !this.#isUndone(undo, country),
    );
  }

  /** The price of the last run that is not taken back. */
  expected(): Record<string, number> {
    const entries = countries.flatMap((country) => {
      const runs = this.#typed.filter(
        (one) => one.cells?.[country] !== undefined && !this.#isUndone(one, country),
      );
      const price = runs.at(-1)?.cells?.[country] ?? normal[country];
      return price === undefined ? [] : [[country, price] as const];
    });
    return Object.fromEntries(entries);
  }

  async play({
    does,
    sheet,
    countries: of,
    isNarrowed,
    which,
  }: typeof step extends fc.Arbitrary<infer One> ? One : never): Promise<void> {
    if (does === 'sale' || does === 'correction') return this.#apply(sheet, of, does === 'sale');
    const only = isNarrowed ? of.slice(0, 1) : countries;
    const runs = this.#typed.filter(({ cells }) => cells);
    if (does === 'undo of a sheet') {
      const own = runs.filter((one) => one.sheet === sheet);
      return this.#undo(
        own.filter(({ pull }) => pull === own.at(-1)?.pull),
        only,
        sheet,
      );
    }
    const all = does === 'undo of a run' ? runs : this.#typed.filter(({ undoes }) => undoes);
    const one = all[which % all.length];
    if (one && does === 'undo of an undo') this.occurred.redos += 1;
    return this.#undo(one ? [one] : [], only);
  }

  async #apply(sheet: string, of: readonly string[], isNew: boolean): Promise<void> {
    if (isNew || !this.#pulls.has(sheet)) {
      await this.#store.run('pull', '--out', sheet, '--force', '--quiet');
      this.#pulls.set(sheet, this.#typed.length);
    }
    const typed = Object.fromEntries(
      of.map((country) => [country, (2 + (this.#values += 1) / 100).toFixed(2)]),
    );
    const cells = Object.fromEntries(of.map((country) => [country, storedPrice(typed[country] ?? '')]));
    if (of.some((country) => cells[country] !== Number(typed[country]))) this.occurred.rounded += 1;
    // Only what this run means: the rest of an earlier one may be taken back.
    type(this.#store, sheet, 999, typed);
    const flags = ['--countries', of.join(','), '--mine', '--yes', '--quiet'];
    expect([0, 3]).toContain((await this.#store.run('apply', sheet, ...flags)).code);
    this.occurred.runs += 1;
    this.#typed.push({ record: this.#newest(), sheet, pull: this.#pulls.get(sheet) ?? 0, cells });
  }

  #newest(): string {
    return recordsOf(this.#store).at(-1) ?? '';
  }

  async #undo(undoes: readonly Typed[], only: readonly string[], sheet?: string): Promise<void> {
    const places = undoes.flatMap(({ cells, countries: marked = [] }) => [
      ...Object.keys(cells ?? {}),
      ...marked,
    ]);
    const meant = only.filter((country) => places.includes(country));
    if (meant.length === 0) return;
    const live = (country: string): readonly Typed[] =>
      undoes.filter(
        (one) =>
          (one.cells?.[country] !== undefined || one.countries?.includes(country)) &&
          !this.#isUndone(one, country),
      );
    const records = recordsOf(this.#store).length;
    const flags = only === countries ? [] : ['--countries', meant.join(',')];
    const before = this.expected();
    const files = sheet === undefined ? undoes.map(({ record }) => record) : [sheet];
    const { err } = await this.#store.run('undo', ...files, ...flags, '--yes', '--quiet');
    const [, all] = /All of them:\n {2}publisher-commerce prices (.+)\n/.exec(err) ?? [];
    if (all !== undefined) {
      this.occurred.several += 1;
      await this.#store.run(...all.split(' '));
    }
    const marked = meant.filter((country) => live(country).length > 0);
    expect(recordsOf(this.#store)).toHaveLength(records + (marked.length > 0 ? 1 : 0));
    if (marked.length === 0) return;
    // Those that are taken back everywhere are not named again.
    const named = undoes.filter((one) => marked.some((country) => live(country).includes(one)));
    this.#typed.push({ record: this.#newest(), undoes: named, countries: marked });
    this.occurred.undos += 1;
    if (flags.length > 0) this.occurred.narrowed += 1;
    if (marked.some((country) => this.expected()[country] === before[country])) this.occurred.covered += 1;
  }
}

/** Expects of random applies and undos of up to four sheets that a price is always that of the last run that is not taken back. */
export async function expectLastRunStands(numRuns: number): Promise<void> {
  const all = { runs: 0, undos: 0, covered: 0, narrowed: 0, several: 0, redos: 0, rounded: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 14 }), async (steps) => {
      const store = await openStore({ points: { 999: normal }, rewrite: inItsForm });
      const folder = new Folder(store);
      for (const one of steps) {
        await folder.play(one);
        expect((await overridesIn(store))[999]).toEqual(folder.expected());
      }
      for (const [name, count] of Object.entries(folder.occurred)) all[name as keyof typeof all] += count; // Those of `all`.
    }),
    { numRuns },
  );
  expectOccurrences(all, {
    runs: numRuns * 4,
    undos: numRuns,
    covered: numRuns / 4,
    narrowed: numRuns / 4,
    several: numRuns / 8,
    redos: numRuns / 8,
    rounded: numRuns / 4,
  });
}

const prices = [499, 999, 1999] as const;
/** Where a run dies, if it does. */
const death = fc.option(
  fc.record({ write: fc.integer({ min: 1, max: 2 }), fault: fc.constantFrom<Fault>('lost', 'lost_after') }),
  { nil: undefined, freq: 3 },
);
const attempt = fc.record({
  /** What is typed, by price point; the normal price is typed back. */
  typed: fc.array(
    fc.record({ price: fc.constantFrom(...prices), isBack: fc.constantFrom(false, false, false, true) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  dies: death,
});

/** Expects that a sheet that is applied, corrected and run again after any deaths is taken back to what was before, by an undo that may die too. */
export async function expectUndoneAfterDeaths(numRuns: number): Promise<void> {
  const occurred = { deaths: 0, done: 0, back: 0, undos: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 5, maxLength: 5 }), death, async (attempts, undoDies) => {
      let dies: { readonly write: number; readonly fault: Fault } | undefined;
      let writes = 0;
      const before = { 499: { DE: 4 }, 999: { DE: 9 }, 1999: {} };
      const store = await openStore({
        points: before,
        fault: ({ method }) =>
          method !== 'GET' && (writes += 1) >= (dies?.write ?? Infinity) ? dies?.fault : undefined,
      });
      await store.run('pull', '--out', 'sale.csv', '--quiet');
      let value = 0;
      for (const one of [...attempts, { typed: [], dies: undefined }]) {
        for (const { price, isBack } of one.typed) {
          const typed = isBack
            ? { 499: '4', 999: '9', 1999: '' }[price]
            : (2 + (value += 1) / 100).toFixed(2);
          type(store, 'sale.csv', price, { DE: typed });
        }
        [dies, writes] = [one.dies, 0];
        const { code } = await store.run('apply', 'sale.csv', '--yes', '--quiet');
        if (code === 1) occurred.deaths += 1;
        if (code === 1 && one.dies?.fault === 'lost_after') occurred.done += 1;
        if (code === 3) occurred.back += 1;
      }
      for (const once of [undoDies, undefined]) {
        [dies, writes] = [once, 0];
        const { code, err } = await store.run('undo', 'sale.csv', '--yes', '--quiet');
        const [, all] = /All of them:\n {2}publisher-commerce prices (.+)\n/.exec(err) ?? [];
        const last = all === undefined ? code : (await store.run(...all.split(' '))).code;
        if (last === 1) occurred.undos += 1;
      }
      expect(await overridesIn(store)).toEqual(before);
    }),
    { numRuns },
  );
  expectOccurrences(occurred, { deaths: numRuns, done: numRuns / 2, back: numRuns / 4, undos: numRuns / 4 });
}
