import { rmSync } from 'node:fs';

import { expect } from 'vitest';

import { PublisherClient } from '../../../../src/client/index.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';
import * as fc from '../../../support/fast-check.ts';
import { openStore } from '../../open-store.ts';

const piece = fc.constantFrom(
  ...['a', ' ', '=', '+', '-', '@', "'", '"', ',', ';', '\t', '\r\n', '\n', '\r', '＝', '\uFEFF', '\0'],
  ...['💎', '👩‍👩‍👧', 'é', 'e\u0301', 'متجر', '\u202E', '\u200F', '{amount}', '日本'],
);
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: piece }, fc.string({ unit: fc.anyCharacter, maxLength: 3 })), {
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

/** Pulls random translations and applies them to an empty store, and expects them to be the same. */
export async function expectRoundTrips(numRuns: number): Promise<void> {
  const store = await openStore();
  const { sandbox, folder } = store;
  const client = new PublisherClient(sandbox.clientOptions);
  const sorted = (): unknown[] => {
    const { staticTranslations, dynamicTranslations } = sandbox.state().translations;
    return [...(staticTranslations ?? []), ...(dynamicTranslations ?? [])]
      .map((one) => JSON.stringify(one))
      .sort();
  };
  const allowed = ['--skip-checks', '--new-keys', '--new-locales', 'de,en,ja,pt-BR'];
  const seen = { formulas: 0, breaks: 0, quotes: 0, spaces: 0, rightToLeft: 0 };
  await fc.assert(
    fc.asyncProperty(translations, fc.boolean(), async (all, isWorkbook) => {
      // A workbook with a doubled return is one that a program has made of `\r\n`, and is read as that.
      fc.pre(!isWorkbook || !JSON.stringify(all).includes(String.raw`\r\r\n`));
      sandbox.reset();
      await client.translations.setAll(all);
      const before = sorted();
      const file = isWorkbook ? 't.xlsx' : 't.csv';
      rmSync(folder.file(file), { force: true });
      expect(await store.run('translations', 'pull', '--out', file)).toMatchObject({ code: 0, err: '' });
      expect(await store.run('translations', 'plan', file)).toMatchObject({ code: 0 });

      sandbox.reset();
      // Unusual forms of locales are those that the service has.
      for (const { locale: code } of [...all.staticTranslations, ...all.dynamicTranslations]) {
        if (code === 'pt_BR')
          await client.translations.set({ staticTranslations: [{ key: 'x', locale: code, value: 'x' }] });
      }
      const added = sorted().filter((one) => !before.includes(one));
      // What it was pulled from counts for the service that still has it.
      const wish = ['--ignore-column', '# pulled'];
      expect(await store.run('translations', 'apply', file, '--yes', ...allowed, ...wish)).toMatchObject({
        code: 0,
      });
      expect(sorted()).toEqual([...before, ...added].sort());

      const written = before.join('\n');
      if (/"value":"[=+\-@＝]/.test(written)) seen.formulas += 1;
      if (/\\[nr]/.test(written)) seen.breaks += 1;
      if (written.includes(String.raw`\"`)) seen.quotes += 1;
      if (/"value":" | "}/.test(written)) seen.spaces += 1;
      if (/[\u202E\u200Fم]/.test(written)) seen.rightToLeft += 1;
    }),
    { numRuns },
  );
  expectOccurrences(seen, {
    formulas: numRuns / 5,
    breaks: numRuns / 3,
    quotes: numRuns / 5,
    spaces: numRuns / 10,
    rightToLeft: numRuns / 4,
  });
}
