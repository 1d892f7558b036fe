import { expect, test } from 'vitest';

import { reset } from '../../support/faults.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { openStore, type Store } from '../open-store.ts';

type Cells = Readonly<Record<string, string>>;

const keys = ['a', 'b', 'c'];
const value = fc.constantFrom('x', 'y', 'z');
/** Translations by key and locale; a missing one is not in it. */
const cells = fc.dictionary(fc.constantFrom(...keys.flatMap((key) => [`${key} de`, `${key} fr`])), value, {
  noNullPrototype: true,
});
const cases = fc.record({
  base: cells,
  colleague: cells,
  sheet: cells,
  /** The request that writes, and whose connection is lost before or after it was done. */
  dies: fc.option(fc.constantFrom('before', 'after'), { nil: undefined }),
});

function sheetOf(all: Cells): string {
  const rows = keys.map((key) => `static,${key},${all[`${key} de`] ?? ''},${all[`${key} fr`] ?? ''}`);
  return ['kind,key,de,fr', ...rows, ''].join('\n');
}

/** What the store has, besides English. */
function stored(store: Store): Cells {
  const { staticTranslations } = store.sandbox.state().translations;
  const all = (staticTranslations ?? []).filter(({ locale, key }) => locale !== 'en' && keys.includes(key));
  return Object.fromEntries(all.map(({ key, locale, value: text }) => [`${key} ${locale}`, text ?? '']));
}

test(
  'whatever a colleague does and wherever a run dies, the same command finishes it, and undo takes it back',
  { tags: ['slow'], timeout: 120_000 },
  async () => {
    const occurred = { conflicts: 0, deaths: 0, replaced: 0, stays: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async ({ base, colleague, sheet, dies }) => {
        // A translation cannot be deleted: what the sheet had when it was sent out, somebody may only have changed.
        const theirs: Cells = { ...base, ...colleague };
        const english = [...keys, 'z'].map((key) => ({ key, locale: 'en', value: 'en' }));
        const others = Object.entries(theirs).map(([name, text]) => {
          const [key = '', locale = ''] = name.split(' ');
          return { key, locale, value: text };
        });
        const known = ['de', 'fr'].map((locale) => ({ key: 'z', locale, value: 'known' }));
        const store = await openStore({ staticTranslations: [...english, ...others, ...known] });
        store.write('base.csv', sheetOf(base));
        store.write('sheet.csv', sheetOf(sheet));
        const apply = ['translations', 'apply', 'sheet.csv', '--base', 'base.csv', '--yes', '--quiet'];
        const wants = Object.entries(sheet).filter(([name, text]) => text !== base[name]);
        const changes = wants.filter(([name]) => theirs[name] === base[name]);
        const conflicts = wants.filter(
          ([name, text]) => theirs[name] !== base[name] && theirs[name] !== text,
        );
        const wanted = { ...theirs, ...Object.fromEntries(changes) };

        store.intercept((request) => {
          if (request.method === 'GET' || dies === undefined) return undefined;
          return dies === 'before' ? reset : store.applyThen(request, reset as (response: object) => void);
        });
        const first = await store.run(...apply, '--record', '1.jsonl');
        store.intercept(() => undefined);
        if (first.code === 1) occurred.deaths += 1;
        const again = await store.run(...apply, '--record', '2.jsonl');
        expect(again.code).toBe(conflicts.length > 0 ? 3 : 0);
        expect(stored(store)).toEqual(wanted);
        if (conflicts.length > 0) occurred.conflicts += 1;

        for (const record of ['2.jsonl', '1.jsonl'].filter((name) => store.folder.names().includes(name)))
          await store.run('translations', 'undo', record, '--yes', '--quiet');
        const created = changes.filter(([name]) => theirs[name] === undefined);
        expect(stored(store)).toEqual({ ...theirs, ...Object.fromEntries(created) });
        if (created.length > 0) occurred.stays += 1;
        if (created.length < changes.length) occurred.replaced += 1;
      }),
      { numRuns: 40 },
    );
    expectOccurrences(occurred, { conflicts: 10, deaths: 10, replaced: 10, stays: 5 });
  },
);
