import { writeFile } from 'node:fs/promises';

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

test('more than 100 KB of translations are sent in several requests, and all of them arrive', async () => {
  await using workplace = await openWorkplace();
  let requests = 0;
  await using service = await openService({}, { onRequest: () => (requests += 1) });
  const texts = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`text.${n}`, 'x'.repeat(60)]));
  await writeFile(workplace.path('fr.json'), JSON.stringify({ static: texts }));

  const { code, out } = await workplace.run(['translations', '--folder', '.'], service);
  const { staticTranslations } = service.sandbox.state().translations;

  expect(code).toBe(0);
  expect(requests).toBeGreaterThan(2);
  expect(out).toContain(`Request ${requests} of ${requests}: 3000 of 3000 translations set`);
  expect(staticTranslations?.filter(({ locale }) => locale === 'fr')).toHaveLength(3000);
});

test('a locale file with an unknown part is rejected by its name', async () => {
  await using workplace = await openWorkplace();
  await writeFile(workplace.path('fr.json'), JSON.stringify({ statics: { 'store.title': 'Boutique' } }));

  const { code, err } = await workplace.run(['translations', '--folder', '.']);

  expect(code).toBe(1);
  expect(err).toMatch(/fr\.json[^]*statics/);
});
