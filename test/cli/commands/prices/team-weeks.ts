import { copyFileSync, existsSync, mkdirSync } from 'node:fs';

import { expect } from 'vitest';

import * as fc from '../../../support/fast-check.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';
import { edit, set, type } from './edit-sheet.ts';
import { openStore, overridesIn, type Store } from './run-prices.ts';

const countries = ['DE', 'FR', 'IT'] as const;
type Country = (typeof countries)[number];
/** Two people with a sheet of the same name, and a folder that they share. */
const paths = ['ann/sale.csv', 'ben/sale.csv', 'shared/sale.csv', 'shared/flash.csv'] as const;
type Path = (typeof paths)[number];

const path = fc.constantFrom(...paths);
const country = fc.constantFrom(...countries);
/** What somebody does, the more often the more it stands here; with what it may be of. */
const move = fc.record({
  does: fc.constantFrom(
    ...(['edit', 'edit', 'edit', 'edit', 'apply', 'apply', 'apply', 'apply', 'undo', 'undo'] as const),
    ...(['pull', 'type back', 'copy', 'copy', 'copy a row', 'sort', 'dashboard'] as const),
  ),
  from: path,
  to: path,
  country,
});
type Move = typeof move extends fc.Arbitrary<infer One> ? One : never;

/** What a cell of a sheet was when it was pulled, and what it says; empty without an override. */
type Cells = Record<Country, { readonly was: string; readonly value: string }>;

/** The week of a team, as the people know it: who has changed which cell since it was pulled. */
class Week {
  readonly #store: Store;
  readonly #sheets = new Map<Path, Cells>();
  #values = 0;
  readonly occurred = { unchanged: 0, sent: 0, conflicts: 0, namesakes: 0, sorted: 0, undone: 0 };

  constructor(store: Store) {
    this.#store = store;
  }

  async live(): Promise<Record<string, number>> {
    return (await overridesIn(this.#store))[999] ?? {};
  }

  #next(): string {
    this.#values += 1;
    return (5 + this.#values / 100).toFixed(2);
  }

  async play(one: Move): Promise<void> {
    const { does, from, country: of, ...rest } = one;
    if (does === 'pull') await this.#pull(rest.to);
    if (does === 'dashboard')
      await set(this.#store, 999, { ...(await this.live()), [of]: Number(this.#next()) });
    if (does === 'copy' || does === 'copy a row') this.#copy(from, rest.to, does === 'copy' ? undefined : of);
    // One of those that were pulled.
    const there = [...this.#sheets.keys()];
    const to = there[paths.indexOf(rest.to) % there.length] ?? rest.to;
    const own = this.#sheets.get(to);
    if (own === undefined) return;
    if (does === 'edit' || does === 'type back') {
      const value = does === 'edit' ? this.#next() : own[of].was;
      type(this.#store, to, 999, { [of]: value });
      this.#sheets.set(to, { ...own, [of]: { ...own[of], value } });
    }
    if (does === 'sort') {
      this.occurred.sorted += 1;
      edit(this.#store, to, (rows) =>
        rows.map((row, index) => ({ ...row, '# pulled': rows.at(index - 1)?.['# pulled'] ?? '' })),
      );
    }
    if (does === 'apply') await this.#apply(to, own);
    if (does === 'undo') await this.#undo(to);
  }

  async #pull(to: Path): Promise<void> {
    await this.#store.run('pull', '--out', to, '--force', '--quiet');
    edit(this.#store, to, (rows) =>
      rows.filter((row) => countries.some((one) => one === row['country_code'])),
    );
    const live = await this.live();
    const cellOf = (one: Country) => {
      const was = live[one]?.toFixed(2) ?? '';
      return [one, { was, value: was }] as const;
    };
    // Each country is in it.
    this.#sheets.set(to, Object.fromEntries(countries.map(cellOf)) as Cells);
  }

  #copy(from: Path, to: Path, of: Country | undefined): void {
    const [theirs, own] = [this.#sheets.get(from), this.#sheets.get(to)];
    if (theirs === undefined || from === to) return;
    if (of === undefined) {
      copyFileSync(this.#store.path(from), this.#store.path(to));
      this.#sheets.set(to, { ...theirs });
      return;
    }
    if (own === undefined) return;
    let row: Record<string, string> | undefined;
    edit(this.#store, from, (rows) => {
      row = rows.find((one) => one['country_code'] === of);
      return rows;
    });
    const copied = row ?? {};
    // In a file that was sorted, what was pulled stands in another line.
    if (!(copied['# pulled'] ?? '').includes(` 999/${of} `)) return;
    edit(this.#store, to, (rows) => rows.map((one) => (one['country_code'] === of ? copied : one)));
    this.#sheets.set(to, { ...own, [of]: theirs[of] });
  }

  async #apply(to: Path, own: Cells): Promise<void> {
    const before = await this.live();
    const namesakes = paths.filter(
      (one) => one !== to && one.endsWith('/sale.csv') && existsSync(this.#store.path(one)),
    );
    const { code } = await this.#store.run('apply', to, '--yes', '--quiet');
    expect([0, 3]).toContain(code);
    const after = await this.live();
    for (const one of countries) {
      const { was, value } = own[one];
      const [then, now] = [before, after].map((all) => all[one]?.toFixed(2) ?? '');
      if (value === was && then !== was) this.occurred.unchanged += 1;
      if (now === then) {
        if (value !== was && value !== then) this.occurred.conflicts += 1;
        continue;
      }
      // What its author has changed since the pull, and nothing else.
      expect({ country: one, was, now }).toEqual({ country: one, was, now: value });
      expect(value).not.toBe(was);
      this.occurred.sent += 1;
      if (namesakes.length > 0) this.occurred.namesakes += 1;
    }
  }

  async #undo(to: Path): Promise<void> {
    const before = await this.live();
    const { code, err } = await this.#store.run('undo', to, '--yes', '--quiet');
    const [, all] = /All of them:\n {2}publisher-commerce prices (.+)\n/.exec(err) ?? [];
    if (all !== undefined) expect([0, 3]).toContain((await this.#store.run(...all.split(' '))).code);
    // 2 is for a sheet that was never applied.
    else expect([0, 2, 3]).toContain(code);
    if (JSON.stringify(await this.live()) !== JSON.stringify(before)) this.occurred.undone += 1;
  }
}

/**
 * Plays random weeks of two people, in any order of pull, edit, copy, sort, save, apply and undo, and expects that no cell is
 * sent that its author has not changed since it was pulled.
 */
export async function expectOnlyEditsSent(numRuns: number): Promise<void> {
  const all = { unchanged: 0, sent: 0, conflicts: 0, namesakes: 0, sorted: 0, undone: 0 };
  const moves = fc.array(move, { minLength: 24, maxLength: 24, size: 'max' });
  await fc.assert(
    fc.asyncProperty(moves, async (week) => {
      const store = await openStore({ points: { 999: { DE: 9, FR: 9 } } });
      for (const folder of ['ann', 'ben', 'shared']) mkdirSync(store.path(folder));
      const team = new Week(store);
      for (const to of ['ann/sale.csv', 'ben/sale.csv'] as const)
        await team.play({ does: 'pull', from: to, to, country: 'DE' });
      for (const one of week) await team.play(one);
      for (const [name, count] of Object.entries(team.occurred)) all[name as keyof typeof all] += count; // Those of `all`.
    }),
    { numRuns },
  );
  expectOccurrences(all, {
    unchanged: numRuns / 2,
    sent: numRuns,
    conflicts: numRuns / 4,
    namesakes: numRuns / 2,
    sorted: numRuns / 4,
    undone: numRuns / 4,
  });
}
