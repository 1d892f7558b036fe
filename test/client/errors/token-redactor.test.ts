import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { TokenRedactor } from '../../../src/client/errors/token-redactor.ts';

function sent(...tokens: readonly string[]): TokenRedactor {
  const known = new TokenRedactor();
  for (const token of tokens) known.remember(token);
  return known;
}

const token = 'ab+cd/ef"gh%4711\\x';

test.each([
  ['as it is', 'ab+cd/ef"gh%4711\\x'],
  ['in capital letters', 'AB+CD/EF"GH%4711\\X'],
  ['URL-encoded', 'ab%2Bcd%2Fef%22gh%254711%5Cx'],
  ['URL-encoded in small letters', 'ab%2bcd%2fef%22gh%254711%5cx'],
  ['URL-encoded in part', 'ab+cd/ef%22gh%254711%5Cx'],
  ['JSON-escaped', String.raw`ab+cd/ef\"gh%4711\\x`],
  ['JSON-escaped, slashes included', String.raw`ab+cd\/ef\"gh%4711\\x`],
  ['JSON-escaped by numbers', String.raw`ab\u002Bcd\u002fef\u0022gh\u00254711\u005cx`],
  ['HTML-escaped by name', 'ab+cd/ef&quot;gh%4711\\x'],
  ['HTML-escaped by number', 'ab&#43;cd&#47;ef&#034;gh&#37;4711&#92;x'],
  ['HTML-escaped by hexadecimal number', 'ab&#x2B;cd&#x2f;ef&#x22;gh&#x25;4711&#x05c;x'],
])('a token is redacted %s', (_, form) => {
  expect(sent(token).redact(`one ${form}, two ${form}.`)).toBe('one [token], two [token].');
  expect(sent(token).isIn(`one ${form}`)).toBe(true);
});

test('what only resembles a token is left', () => {
  const text = 'token-4712 Token 4711 dG9rZW4tNDgxMg== token%2D4712 token-471';

  expect(sent('token-4711').redact(text)).toBe(text);
  expect(sent('token-4711').isIn(text)).toBe(false);
  expect(new TokenRedactor().redact(text)).toBe(text);
  expect(new TokenRedactor().isIn('')).toBe(false);
});

test('a token of less than eight characters is left', () => {
  expect(sent('secret7').redact('secret7')).toBe('secret7');
  expect(sent('secret78').redact('secret78')).toBe('[token]');
});

test('the sixteen latest tokens are redacted', () => {
  const tokens = Array.from({ length: 17 }, (_, index) => `rotated-token-${String(index).padStart(2, '0')}`);
  const known = sent(...tokens);

  expect(known.redact(tokens.join(' '))).toBe(`rotated-token-00 ${Array(16).fill('[token]').join(' ')}`);
});

test('a token that is used anew is one of the latest', () => {
  const others = Array.from({ length: 15 }, (_, index) => `rotated-token-${index}`);

  expect(sent('fallback-token', ...others, 'fallback-token', 'newest-token').redact('fallback-token')).toBe(
    '[token]',
  );
});

test('nothing is left of a token that begins with another one', () => {
  expect(sent('secret-token', 'secret-token-4711').redact('secret-token-4711 secret-token')).toBe(
    '[token] [token]',
  );
});

test('a string is redacted first, and then cut: no part of a token is left at its end', () => {
  const secret = 'secret-token-4711';
  const text = `${secret} ${'x'.repeat(30)} ${secret} ${secret} end`;
  const redacted = sent(secret).redact(text);

  expect(redacted).toBe(`[token] ${'x'.repeat(30)} [token] [token] end`);
  for (let max = 0; max < redacted.length; max++)
    expect(sent(secret).redact(text, max)).toBe(`${redacted.slice(0, max)}…`);
});

test('the tokens are out of reach of printers and serializers', () => {
  const known = sent('secret-token-4711');
  known.redact('secret-token-4711');

  expect(inspect(known, { depth: 20, showHidden: true, getters: true })).not.toContain('secret');
  expect(JSON.stringify(known)).toBe('{}');
});
