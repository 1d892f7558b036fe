import { expect, test } from 'vitest';

import { isLocale, meantLocale } from '../../src/shared/locale.ts';

test('a locale is a language, with or without a script and a country or region', () => {
  for (const locale of ['de', 'fil', 'pt-BR', 'pt_BR', 'es-419', 'zh-Hans', 'zh-Hans-TW', 'zh_Hans_TW']) {
    expect([locale, isLocale(locale)]).toEqual([locale, true]);
  }
  for (const text of ['', 'd', 'German', 'DE', 'de-de', 'de-', 'zh-hans', 'zh-TW-Hans', 'de DE', 'de-DE-x']) {
    expect([text, isLocale(text)]).toEqual([text, false]);
  }
});

test.each([
  ['de_DE', 'de-DE'],
  ['PT-br', 'pt-BR'],
  ['zh_hans', 'zh-Hans'],
  ['es-419', 'es-419'],
  ['German', undefined],
])('by %s, the locale %s is meant', (name, locale) => {
  expect(meantLocale(name)).toBe(locale);
});
