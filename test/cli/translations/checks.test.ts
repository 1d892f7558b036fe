import { expect, test } from 'vitest';

import { checkString } from '../../../src/cli/translations/checks/check-string.ts';
import { similarKeys } from '../../../src/cli/translations/checks/similar-keys.ts';
import { suggestedLocale } from '../../../src/cli/translations/locales.ts';

test.each([
  ['{name} hat %d', '{name} has %d', []],
  ['{nom} hat %d', '{name} has %d', ['has {nom} instead of {name}']],
  ['hat {{ n }}', 'has {{n}}', ['has {{ n }} instead of {{n}}']],
  ['hat %d', '{name} has %d', ['lacks {name}']],
  ['%2$s von %1$s', '%1$s of %2$s', []],
  ['%d von %s', '%s of %d', ['has %d %s in another order: number them, such as %1$s']],
  ['100 % gratis', '100% free', []],
  ['100%ig gratis', '100% free', []],
  ['<b>Jetzt</b>', '<b class="x">Now</b>', []],
  ['<b>Jetzt<b>', '<b>Now</b>', ['has <b> instead of </b>']],
  ['Jetzt ', 'Now', ['does not end with the same spaces as the source']],
  ['Jetzt\nkaufen', 'Buy now', ['has 1 line breaks, and the source 0']],
  ["l'{name}", 'the {name}', []],
  ['Now', 'Now', ['is the same as the source']],
  ['100', '100', []],
  ['{name}', '{name}', []],
])('the translation %j of %j has the findings %j', (value, source, findings) => {
  expect(checkString(value, source, 'de')).toEqual(findings);
});

test.each([
  ['{count, plural, one {# kamień} few {# kamienie} other {# kamieni}}', []],
  ['{ile, plural, other {#}}', ['has {ile, plural} instead of {count, plural}']],
  ['{count, plural, jeden {#} other {#}}', ['has {count, plural jeden} instead of {count, plural}']],
  ['{count, plural, one {# kamień} other {#}', ['is no valid ICU message: expect argument closing brace']],
])('an ICU message may have the plural forms of its language: %j', (value, findings) => {
  expect(checkString(value, '{count, plural, one {# gem} other {# gems}}', 'pl')).toEqual(findings);
});

test.each([
  ['ja', 'Edelsteine', 'Gems', true],
  ['ja', '宝石', 'Gems', false],
  ['ja', 'VIP パス', 'VIP Pass', false],
  ['ja', 'VIP', 'VIP pass', false],
  ['de', '宝石', 'Gems', true],
  ['ru', 'Камни', 'Gems', false],
  ['sr', 'Kamenje', 'Gems', false],
  ['sr-Cyrl', 'Kamenje', 'Gems', true],
  ['ko', '100', 'Gems', false],
])('in %s, %j for %j is in the letters of another language: %j', (locale, value, source, isOther) => {
  expect(checkString(value, source, locale).some((one) => one.includes('wrong column'))).toBe(isOther);
});

test('keys that only differ in spaces or capital letters resemble each other', () => {
  const all = ['store.title', 'store.title ', 'store.\u00A0buy', 'store. buy', 'Store.Title', 'other'];

  expect([...similarKeys(all, all).keys()]).toEqual(all.slice(0, 5));
});

test.each([
  ['jp', [], 'ja'],
  ['cn', [], 'zh'],
  ['pt_BR', ['pt-BR'], 'pt-BR'],
  ['pt-BR', ['pt_BR'], 'pt_BR'],
  ['ja', [], undefined],
  ['id', [], undefined],
])('by %j, in a store with %j, the locale %j is meant', (name, known, meant) => {
  expect(suggestedLocale(name, known)).toBe(meant);
});
