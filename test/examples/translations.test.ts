import { expect, test } from 'vitest';

import { openService, openWorkplace, sampleFile } from './run-example.ts';

test('the locale files are set, and what a locale lacks is named', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  const { code, out } = await workplace.run(
    ['translations', '--folder', sampleFile('translations')],
    service,
  );
  const { staticTranslations, dynamicTranslations } = service.sandbox.state().translations;

  expect(code).toBe(0);
  expect(out).toContain('Request 1 of 1: 23 of 23 translations set');
  expect(out).toContain('en.json: complete');
  expect(out).toMatch(/^ja\.json: \d+ translations missing\n {2}store\.sold_out\n {2}receipt\.thanks$/m);
  expect(staticTranslations).toContainEqual({ key: 'store.title', locale: 'de', value: 'Edelsteinladen' });
  expect(dynamicTranslations).toContainEqual({
    type: 'product',
    externalId: 'gems',
    field: 'name',
    locale: 'ja',
    value: 'ジェム',
  });
});
