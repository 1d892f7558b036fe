import { expect } from 'vitest';

import { PublisherClient } from '../../../../src/client/index.ts';
import { reset } from '../../../support/faults.ts';
import * as fc from '../../../support/fast-check.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';
import { openStore, type Store } from '../../open-store.ts';

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
  /** How the sheet knows what it had when it was sent out. */
  knows: fc.constantFrom('pulled', 'base'),
  /** The request that writes, and whose connection is lost before or after it was done. */
  dies: fc.option(fc.constantFrom('before', 'after'), { nil: undefined }),
});

/** A kind of strings. */
interface Kind {
  readonly command: string;
  readonly open: (cells: Cells) => Promise<Store>;
  readonly sheetOf: (cells: Cells) => string;
  /** What pull needs besides. */
  readonly pull: readonly string[];
  /** Which of the keys a row of a sheet is of. */
  readonly keyOf: (row: readonly string[]) => string | undefined;
  /** A colleague sets a translation. */
  readonly set: (client: PublisherClient, key: string, locale: string, value: string) => Promise<unknown>;
  /** What the service has, without the strings that only make the locales known. */
  readonly stored: (store: Store) => Cells;
}

function rowsOf(all: Cells, begin: (key: string) => string): string[] {
  return keys.map((key) => `${begin(key)},${all[`${key} de`] ?? ''},${all[`${key} fr`] ?? ''}`);
}

export const storeStrings: Kind = {
  command: 'translations',
  open: (cells) => {
    const english = [...keys, 'z'].map((key) => ({ key, locale: 'en', value: 'en' }));
    const known = ['de', 'fr'].map((locale) => ({ key: 'z', locale, value: 'known' }));
    const others = Object.entries(cells).map(([name, text]) => {
      const [key = '', locale = ''] = name.split(' ');
      return { key, locale, value: text };
    });
    return openStore({ staticTranslations: [...english, ...others, ...known] });
  },
  sheetOf: (cells) => ['kind,key,de,fr', ...rowsOf(cells, (key) => `static,${key}`), ''].join('\n'),
  pull: [],
  keyOf: ([, key = '']) => (keys.includes(key) ? key : undefined),
  set: (client, key, locale, text) =>
    client.translations.set({ staticTranslations: [{ key, locale, value: text }] }),
  stored: ({ sandbox }) => {
    const all = (sandbox.state().translations.staticTranslations ?? []).filter(
      ({ locale, key }) => locale !== 'en' && keys.includes(key),
    );
    return Object.fromEntries(all.map(({ key, locale, value: text }) => [`${key} ${locale}`, text ?? '']));
  },
};

const fields = { a: 'title', b: 'subTitle', c: 'bodyText' } as const;

export const portalContent: Kind = {
  command: 'content',
  open: (cells) => {
    const translations = ['de', 'fr'].map((isoCode) => ({
      isoCode,
      headerImage: 'https://x.example/known.png',
      ...Object.fromEntries(
        Object.entries(fields).map(([key, field]) => [field, cells[`${key} ${isoCode}`] ?? '']),
      ),
    }));
    const source = { title: 'en', subTitle: 'en', bodyText: 'en' };
    return openStore({}, { content: [{ id: 'news-1', ...source, translations }] });
  },
  sheetOf: (cells) =>
    [
      'content_id,field,source,de,fr',
      ...rowsOf(cells, (key) => `news-1,${fields[key as keyof typeof fields]},`), // of `keys`
      '',
    ].join('\n'),
  pull: ['--ids', 'news-1'],
  keyOf: ([, field]) => keys.find((key) => fields[key as keyof typeof fields] === field), // of `keys`
  set: async (client, key, locale, text) => {
    const { translations } = await client.content.get('news-1');
    const own = translations?.find(({ isoCode }) => isoCode === locale);
    // The fields of these tests, with the one that changes.
    const values = ['title', 'subTitle', 'bodyText', 'headerImage'] as const;
    const all = Object.fromEntries(values.map((name) => [name, own?.[name] ?? '']));
    const field = fields[key as keyof typeof fields]; // of `keys`
    await client.content.upsertTranslation('news-1', locale, { ...all, [field]: text });
  },
  stored: ({ sandbox }) => {
    const translations = sandbox.state().content[0]?.translations ?? [];
    return Object.fromEntries(
      translations.flatMap((translation) =>
        Object.entries(fields).flatMap(([key, field]) =>
          translation[field] ? [[`${key} ${translation.isoCode ?? ''}`, translation[field]]] : [],
        ),
      ),
    );
  },
};

/** What somebody makes of a sheet that was pulled, in another order. */
function edited(pulled: string, sheet: Cells, { keyOf }: Kind): string {
  const [head = '', ...lines] = pulled.trimEnd().split('\r\n');
  const columns = head.split(',');
  const rows = lines.flatMap((line) => {
    const row = line.split(',');
    const key = keyOf(row);
    if (key === undefined) return [];
    const cells = row.map((cell, at) => {
      const column = columns[at] ?? '';
      return ['de', 'fr'].includes(column) ? (sheet[`${key} ${column}`] ?? '') : cell;
    });
    return [cells.join(',')];
  });
  return [head, ...rows.toReversed(), ''].join('\n');
}

/** Applies random sheets beside a colleague, with runs that die, and expects what the sheets say, and after undo what was. */
export async function expectMergedStrings(kind: Kind, numRuns: number): Promise<void> {
  const { command, open, sheetOf, stored } = kind;
  const occurred = { conflicts: 0, deaths: 0, replaced: 0, stays: 0, pulled: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async ({ base, colleague, sheet, knows, dies }) => {
      // A translation cannot be deleted: what the sheet had when it was sent out, somebody may only have changed.
      const theirs: Cells = { ...base, ...colleague };
      const store = await open(knows === 'pulled' ? base : theirs);
      store.write('base.csv', sheetOf(base));
      store.write('sheet.csv', sheetOf(sheet));
      if (knows === 'pulled') {
        occurred.pulled += 1;
        await store.run(command, 'pull', '--out', 'sheet.csv', '--force', '--quiet', ...kind.pull);
        store.write('sheet.csv', edited(store.folder.read('sheet.csv'), sheet, kind));
        const client = new PublisherClient(store.sandbox.clientOptions);
        for (const [name, text] of Object.entries(theirs)) {
          const [key = '', locale = ''] = name.split(' ');
          if (base[name] !== text) await kind.set(client, key, locale, text);
        }
      }
      const known = knows === 'base' ? ['--base', 'base.csv'] : [];
      const apply = [command, 'apply', 'sheet.csv', ...known, '--yes', '--quiet'];
      const wants = Object.entries(sheet).filter(([name, text]) => text !== base[name]);
      const changes = wants.filter(([name]) => theirs[name] === base[name]);
      const conflicts = wants.filter(([name, text]) => theirs[name] !== base[name] && theirs[name] !== text);
      const wanted = { ...theirs, ...Object.fromEntries(changes) };

      store.intercept((request) => {
        if (request.method === 'GET' || dies === undefined) return undefined;
        return dies === 'before' ? reset : store.applyThen(request, reset as (response: object) => void);
      });
      const first = await store.run(...apply, '--record', '1.jsonl');
      store.intercept(() => undefined);
      if (first.code === 1) occurred.deaths += 1;
      const again = await store.run(...apply, '--record', '2.jsonl');
      // What nobody has changed in the sheet stays, and is said if nothing is sent: of an empty cell, nothing is.
      const isSent = first.code === 1 && dies === 'before';
      const isKept =
        !isSent && Object.entries(sheet).some(([name, text]) => text === base[name] && theirs[name] !== text);
      expect(again.code).toBe(conflicts.length > 0 || isKept ? 3 : 0);
      expect(stored(store)).toEqual(wanted);
      if (conflicts.length > 0) occurred.conflicts += 1;

      for (const record of ['2.jsonl', '1.jsonl'].filter((name) => store.folder.names().includes(name)))
        await store.run(command, 'undo', record, '--yes', '--quiet');
      const created = changes.filter(([name]) => theirs[name] === undefined);
      expect(stored(store)).toEqual({ ...theirs, ...Object.fromEntries(created) });
      if (created.length > 0) occurred.stays += 1;
      if (created.length < changes.length) occurred.replaced += 1;
    }),
    { numRuns },
  );
  expectOccurrences(occurred, {
    conflicts: numRuns / 4,
    deaths: numRuns / 6,
    replaced: numRuns / 6,
    stays: numRuns / 8,
    pulled: numRuns / 4,
  });
}
