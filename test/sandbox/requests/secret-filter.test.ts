import { expect, test } from 'vitest';

import { SecretFilter } from '../../../src/sandbox/requests/secret-filter.ts';

const own = 'own+token/1234';
const filter = new SecretFilter([own]);

test.each([
  ['as it is', own],
  ['percent-encoded', encodeURIComponent(own)],
  ['with escaped slashes', own.replace('/', String.raw`\/`)],
])('a secret of the sandbox is hidden %s', (_, form) => {
  for (const text of [form, `{"value":"${form}"}`, `a=${form}&b=1`, `100% of ${form}\n`]) {
    const hidden = filter.hide(text);
    expect(hidden).toContain('[token]');
    expect(decodeURIComponent(hidden.replace('100% ', ''))).not.toContain(own.slice(2, 10));
  }
});

test('values with the name of a secret are hidden, known or not', () => {
  expect(
    filter.hideFields([
      ['x-publisher-token', 'abc'],
      ['Authorization', 'Basic abc'],
      ['cookie', 'a=b'],
      ['api_key', 'abc'],
      ['limit', '5'],
    ]),
  ).toEqual([
    ['x-publisher-token', '[hidden]'],
    ['Authorization', '[hidden]'],
    ['cookie', '[hidden]'],
    ['api_key', '[hidden]'],
    ['limit', '5'],
  ]);
});

test.each([
  ['{"accessToken":"abc","deepLink":"x"}', '{"accessToken":"[hidden]","deepLink":"x"}'],
  ['{"token" : "a\\"b", "n": 1}', '{"token" : "[hidden]", "n": 1}'],
  ['{"password":"cut he', '{"password":"[hidden]'],
  ['a=1&client_secret=abc&b=2', 'a=1&client_secret=[hidden]&b=2'],
  ['GET http://localhost/v1?token=abc failed', 'GET http://localhost/v1?token=[hidden] failed'],
  ['{"checkoutSessionToken":"session-1"}', '{"checkoutSessionToken":"session-1"}'],
  ['{"tokens":5,"path":"/v1/x?limit=5"}', '{"tokens":5,"path":"/v1/x?limit=5"}'],
  ['nothing%20secret 100%', 'nothing%20secret 100%'],
])('%s is kept as %s', (text, kept) => {
  expect(filter.hide(text)).toBe(kept);
});

test('the secrets of a request are hidden wherever they are', () => {
  const received = filter.withSecretsOf([['authorization', 'Bearer theirs-987654']]);

  expect(received.hide('theirs-987654, own+token/1234')).toBe('[token], [token]');
  expect(filter.hide('theirs-987654')).toBe('theirs-987654');
});

test.each(['token-', 'token\\', 'token"  ', '"token":"', '&token='])(
  'a body that repeats %s is searched at once',
  (part) => {
    const body = part.repeat(65_536 / part.length);
    // A pattern that goes back would take minutes, more than the time of a test.
    expect(filter.hide(body).length).toBeGreaterThan(0);
  },
);
