import { expect, test } from 'vitest';

import {
  getTranslations,
  setTranslations,
  type TranslationSet,
} from '../../../src/client/api/translations.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { accepted, send, only } from '../send.ts';

const path = '/v1/translations';
const gems = { type: 'product', externalId: 'gems', field: 'name' };

async function get(sandbox: Sandbox, query = ''): Promise<TranslationSet> {
  return accepted(getTranslations, await send(sandbox, 'GET', path + query));
}

async function set(sandbox: Sandbox, body: unknown): Promise<TranslationSet> {
  return accepted(setTranslations, await send(sandbox, 'POST', path, { body }));
}

test('with a locale, each field is returned once, in English if it is not translated', async () => {
  const sandbox = createSandbox();
  const german = await get(sandbox, '?locale=de');
  const everything = [...(german.dynamicTranslations ?? []), ...(german.staticTranslations ?? [])];
  expect(new Set(everything.map(({ locale }) => locale))).toEqual(new Set(['de']));
  expect(german.staticTranslations?.filter(({ key }) => /^store|thanks$/.test(key))).toEqual([
    { key: 'store.title', locale: 'de', value: 'Webshop' },
    { key: 'store.buy_now', locale: 'de', value: 'Jetzt kaufen' },
    { key: 'store.sold_out', locale: 'de', value: 'Sold out' },
    { key: 'receipt.thanks', locale: 'de', value: 'Vielen Dank für deinen Kauf' },
  ]);
  const keys = german.staticTranslations?.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys?.length);
  const english = (await get(sandbox)).dynamicTranslations?.filter(({ locale }) => locale === 'en');
  expect(german.dynamicTranslations).toHaveLength(english?.length ?? 0);
  expect(german.dynamicTranslations).toContainEqual({ ...gems, locale: 'de', value: 'Edelsteine' });
});

test('a language with a country falls back to English, not to its language', async () => {
  const { staticTranslations } = await get(createSandbox(), '?locale=de-AT');
  expect(only(staticTranslations, ({ key }) => key === 'store.title')).toEqual({
    key: 'store.title',
    locale: 'de-AT',
    value: 'Web store',
  });
});

test('set adds or replaces translations, and returns the full set', async () => {
  const sandbox = createSandbox();
  const before = await get(sandbox);
  const after = await set(sandbox, {
    dynamicTranslations: [{ ...gems, locale: 'fr', value: 'Gemmes' }],
    staticTranslations: [{ key: 'store.title', locale: 'de', value: 'Laden' }],
  });
  expect(await get(sandbox)).toEqual(after);
  expect(after.dynamicTranslations).toHaveLength((before.dynamicTranslations?.length ?? 0) + 1);
  expect(after.staticTranslations).toHaveLength(before.staticTranslations?.length ?? 0);
  expect(
    only(after.staticTranslations, ({ key, locale }) => key === 'store.title' && locale === 'de').value,
  ).toBe('Laden');
  const french = await get(sandbox, '?locale=fr');
  expect(
    only(french.dynamicTranslations, ({ externalId, field }) => externalId === 'gems' && field === 'name'),
  ).toEqual({ ...gems, locale: 'fr', value: 'Gemmes' });
});

test('fields whose joined names are equal are distinct', async () => {
  const sandbox = createSandbox();
  await set(sandbox, {
    dynamicTranslations: [
      { type: 'product', externalId: 'a b', field: 'c', locale: 'fr', value: 'one' },
      { type: 'product', externalId: 'a', field: 'b c', locale: 'fr', value: 'two' },
    ],
  });
  const values = (await get(sandbox)).dynamicTranslations?.map(({ value }) => value);
  expect(values?.filter((value) => value === 'one' || value === 'two')).toEqual(['one', 'two']);
});

test('a field without English is omitted in other locales', async () => {
  const sandbox = createSandbox();
  await set(sandbox, { staticTranslations: [{ key: 'only.french', locale: 'fr', value: 'Oui' }] });
  const keys = async (locale: string): Promise<string[]> =>
    ((await get(sandbox, `?locale=${locale}`)).staticTranslations ?? []).map(({ key }) => key);
  expect(await keys('fr')).toContain('only.french');
  expect(await keys('de')).not.toContain('only.french');
});

test('every locale that the command pushes can be set and read, and so can one with an underscore', async () => {
  const sandbox = createSandbox();
  for (const locale of ['fil', 'pt-BR', 'zh-Hans', 'zh-Hans-TW', 'es-419', 'pt_BR']) {
    await set(sandbox, { staticTranslations: [{ key: 'store.title', locale, value: locale }] });
    const { staticTranslations } = await get(sandbox, `?locale=${locale}`);
    expect(only(staticTranslations, ({ key }) => key === 'store.title').value).toBe(locale);
  }
});

test.each([
  ['invalid JSON', '['],
  ['translations that are not an array', '{"staticTranslations":"x"}'],
  ['a translation without a value', '{"staticTranslations":[{"key":"a","locale":"fr"}]}'],
  ['an invalid locale', '{"staticTranslations":[{"key":"a","locale":"French","value":"x"}]}'],
])('translations are not set from %s', async (_what, body) => {
  const sandbox = createSandbox();
  const before = await get(sandbox);
  expect(await send(sandbox, 'POST', path, { body })).toEqual({
    status: 400,
    body: { message: expect.any(String) as string },
  });
  expect(await get(sandbox)).toEqual(before);
});

test('a payload may have 102 400 bytes, counted in bytes', async () => {
  const sandbox = createSandbox();
  const wrapped = (value: string): string =>
    JSON.stringify({ staticTranslations: [{ key: 'a', locale: 'ja', value }] });
  const room = 102_400 - wrapped('').length;
  expect((await send(sandbox, 'POST', path, { body: wrapped('x'.repeat(room)) })).status).toBe(200);
  expect(await send(sandbox, 'POST', path, { body: wrapped('x'.repeat(room + 1)) })).toEqual({
    status: 413,
    body: { message: 'Request payload is too large.' },
  });
  // Three bytes for each character.
  expect((await send(sandbox, 'POST', path, { body: wrapped('日'.repeat(40_000)) })).status).toBe(413);
});
