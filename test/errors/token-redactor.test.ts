import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { TokenRedactor } from '../../src/errors/token-redactor.ts';

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
])('a token is redacted %s', (_, form) => {
  expect(sent(token).redact(`one ${form}, two ${form}.`)).toBe('one [token], two [token].');
  expect(sent(token).isIn(`one ${form}`)).toBe(true);
});

// A token begins anywhere in a group of three bytes, and ends anywhere in one.
const base64Cases = [8, 9, 10].flatMap((length) =>
  [0, 1, 2].map((before) => ({ secret: '~>?\u007esecret~token~'.slice(0, length), before })),
);

test.each(base64Cases)(
  '$secret is redacted in base64, $before bytes from its start',
  ({ secret, before }) => {
    for (const after of ['', 'y', 'yy', 'yyy']) {
      const bytes = Buffer.from('x'.repeat(before) + secret + after);
      const standard = bytes.toString('base64');
      const forms = [
        standard,
        standard.replaceAll('=', ''),
        bytes.toString('base64url'),
        encodeURIComponent(standard),
        standard.replaceAll('/', String.raw`\/`),
      ];

      for (const form of forms) {
        const redacted = sent(secret).redact(`Basic ${form}.`);
        expect(redacted).toMatch(/^Basic [^ ]*\[token\][^ ]*\.$/);
        // Whatever is left around it decodes to nothing of the token.
        const rest = redacted.slice(6, -1).split('[token]');
        for (const part of rest)
          expect(Buffer.from(part, 'base64').toString('latin1')).not.toMatch(/[~>?sec]/);
      }
    }
  },
);

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

test('a string is cut without leaving eight characters of a token at its end', () => {
  const secret = 'secret-token-4711';
  const text = `${secret} ${'x'.repeat(30)} ${secret} ${secret} end`;

  for (let max = 0; max < text.length; max++) {
    const cut = sent(secret).redact(text, max);
    expect(cut.replaceAll(/\[token\]|[ x]/g, '')).toMatch(/^(|s|se|sec|secr|secre|secret|secret-|e|en)…$/);
  }
  expect(sent(secret).redact(text, text.length)).toBe(`[token] ${'x'.repeat(30)} [token] [token] end`);
});

test.each([
  ['"secret-tok', '"[token]'],
  ['"new secret-token-4711', '"new [token]'],
  ['"secret-tok…"', '"[token]…"'],
  ['"secret-', '"secret-'],
  ['"a secret-t is kept within', '"a secret-t is kept within'],
  // The beginning of the base64 of `secret-token-4711`.
  ['"c2VjcmV0LXRva2Vu', '"[token]'],
])('of %j, which was cut before, no part of a token is left', (text, expected) => {
  expect(sent('secret-token-4711').redactCut(text)).toBe(expected);
});

test('the tokens are out of reach of printers and serializers', () => {
  const known = sent('secret-token-4711');
  known.redact('secret-token-4711');

  expect(inspect(known, { depth: 20, showHidden: true, getters: true })).not.toContain('secret');
  expect(JSON.stringify(known)).toBe('{}');
});
