import { expect, test } from 'vitest';

import { isLocale, localeOfName, meantCountry, meantLocale } from '../../src/shared/locale.ts';

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

test.each([
  ['German', 'de'],
  ['deutsch', 'de'],
  [' Français ', 'fr'],
  ['日本語', 'ja'],
  ['Filipino', 'fil'],
  ['Hebrew', 'he'],
  ['Brazilian Portuguese', 'pt-BR'],
  ['Portuguese (Brazil)', 'pt-BR'],
  ['português (Brasil)', 'pt-BR'],
  ['Latin American Spanish', 'es-419'],
  ['Chinese (Simplified)', 'zh-Hans'],
  ['Klingon', undefined],
  ['de', undefined],
  ['', undefined],
])('%j is the name of the locale %s', (name, locale) => {
  expect(localeOfName(name)).toBe(locale);
});

test.each([
  ['Brazil', 'BR'],
  ['united states', 'US'],
  ['de', 'DE'],
  ['override', undefined],
  ['', undefined],
])('by %j, the country %s is meant', (name, country) => {
  expect(meantCountry(name)).toBe(country);
});
