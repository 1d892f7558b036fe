import { rmSync } from 'node:fs';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../../src/client/index.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import * as fc from '../../support/fast-check.ts';
import { openStore } from '../open-store.ts';

const piece = fc.constantFrom(
  ...['a', ' ', '=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r\n', '\n', '\r', '＝', '\uFEFF', '\0'],
  ...['💎', '👩‍👩‍👧', 'é', 'e\u0301', 'متجر', '\u202E', '\u200F', '{amount}', '日本'],
);
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: piece }, fc.string({ unit: 'binary', maxLength: 3 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
  .filter((value) => value !== '' && value.isWellFormed());
const locale = fc.constantFrom('en', 'de', 'ja', 'pt-BR', 'pt_BR');
const translations = fc.record({
  staticTranslations: fc.uniqueArray(fc.record({ key: text, locale, value: text }), {
    maxLength: 8,
    selector: ({ key, locale: code }) => JSON.stringify([key, code]),
  }),
  dynamicTranslations: fc.uniqueArray(
    fc.record({ type: text, externalId: text, field: text, locale, value: text }),
    {
      maxLength: 4,
      selector: ({ type, externalId, field, locale: code }) =>
        JSON.stringify([type, externalId, field, code]),
    },
  ),
});

test('whatever a store has is the same after pull, and push to an empty store', async () => {
  const store = await openStore();
  const { sandbox, folder } = store;
  const client = new PublisherClient(sandbox.clientOptions);
  const sorted = (): unknown[] => {
    const { staticTranslations, dynamicTranslations } = sandbox.state().translations;
    return [...(staticTranslations ?? []), ...(dynamicTranslations ?? [])]
      .map((one) => JSON.stringify(one))
      .sort();
  };
  const seen = { formulas: 0, breaks: 0, quotes: 0, spaces: 0, rightToLeft: 0 };
  await fc.assert(
    fc.asyncProperty(translations, async (all) => {
      sandbox.reset();
      await client.translations.setAll(all);
      const before = sorted();
      rmSync(folder.file('t.csv'), { force: true });
      expect(await store.run('translations', 'pull', '--out', 't.csv')).toMatchObject({ code: 0, err: '' });
      expect(await store.run('translations', 'push', 't.csv', '--dry-run')).toMatchObject({ code: 0 });

      sandbox.reset();
      // Unusual forms of locales are those that the service has.
      for (const { locale: code } of [...all.staticTranslations, ...all.dynamicTranslations]) {
        if (code === 'pt_BR')
          await client.translations.set({ staticTranslations: [{ key: 'x', locale: code, value: 'x' }] });
      }
      const added = sorted().filter((one) => !before.includes(one));
      expect(await store.run('translations', 'push', 't.csv', '--yes')).toMatchObject({ code: 0 });
      expect(sorted()).toEqual([...before, ...added].sort());

      const written = before.join('\n');
      if (/"value":"[=+\-@＝]/.test(written)) seen.formulas += 1;
      if (/\\[nr]/.test(written)) seen.breaks += 1;
      if (written.includes(String.raw`\"`)) seen.quotes += 1;
      if (/"value":" | "}/.test(written)) seen.spaces += 1;
      if (/[\u202E\u200Fم]/.test(written)) seen.rightToLeft += 1;
    }),
    { numRuns: 100 },
  );
  expectOccurrences(seen, { formulas: 20, breaks: 40, quotes: 20, spaces: 10, rightToLeft: 30 });
});
