import { expect, test } from 'vitest';

import { brokenPathRule, buildPath } from '../../../src/client/http/prepare.ts';
import * as fc from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { failureOf, startService } from '../../support/service.ts';

const base = 'https://commerce.example.com/stage';

test('whatever a parameter contains, it stays one segment and is received unchanged', () => {
  const value = fc.oneof(
    fc.string({ unit: fc.anyCharacter, maxLength: 10 }),
    fc.string({ maxLength: 10 }),
    fc.uuid(),
    fc.constantFrom(
      '../../x',
      '..\\x',
      '%2e%2e',
      '/',
      '//host/x',
      '?a=b',
      '#f',
      ' ',
      '\n',
      '\u0000',
      ':id',
      '$&',
      'é日😀',
    ),
  );
  const seen = { unchanged: 0, encoded: 0, separators: 0, delimiters: 0 };
  fc.assert(
    fc.property(value, value, (contentId, isoCode) => {
      fc.pre(![contentId, isoCode].some((text) => ['', '.', '..'].includes(text) || !text.isWellFormed()));
      const built = buildPath('/v1/:contentId/translations/:isoCode', { contentId, isoCode });

      if (!('path' in built)) throw new Error('a valid parameter was rejected');
      const url = new URL(base + built.path);
      const [, ...segments] = url.pathname.split('/');

      expect(url.origin + url.search + url.hash).toBe('https://commerce.example.com');
      expect(segments.map(decodeURIComponent)).toEqual(['stage', 'v1', contentId, 'translations', isoCode]);
      const both = contentId + isoCode;
      if (encodeURIComponent(both) === both) seen.unchanged += 1;
      else seen.encoded += 1;
      if (/[/\\]/.test(both)) seen.separators += 1;
      if (/[?#]/.test(both)) seen.delimiters += 1;
    }),
    { numRuns: 100 },
  );
  expectOccurrences(seen, { unchanged: 3, encoded: 30, separators: 8, delimiters: 8 });
});

test.each([
  ['', 'must not be empty'],
  ['.', 'must not be "." or ".."'],
  ['..', 'must not be "." or ".."'],
  ['\ud800', 'must be well-formed Unicode'],
  [undefined, 'must be a string'],
  [Number.POSITIVE_INFINITY, 'must be a string'],
  [{}, 'must be a string'],
  [['a'], 'must be a string'],
])('a parameter that is %j is rejected: %s', (id, message) => {
  expect(buildPath('/v1/:id', { id })).toEqual({ issues: [{ path: 'id', message }] });
});

test('a number becomes a string', () => {
  expect(buildPath('/v1/price-points/:price', { price: 999 })).toEqual({ path: '/v1/price-points/999' });
});

test('every parameter that is wrong is named', () => {
  expect(buildPath('/:a/:b/:c', { a: '..', b: 'fine', c: '' })).toEqual({
    issues: [
      { path: 'a', message: 'must not be "." or ".."' },
      { path: 'c', message: 'must not be empty' },
    ],
  });
});

test.each(['/', '/v1/things', '/v1/:id/x', '/a..b/.c/d.', '/%2f', '/é'])(
  'the path %s stays below the base URL',
  (path) => {
    expect(brokenPathRule(path)).toBeUndefined();
    expect(new URL(base + path).href.startsWith(`${base}/`)).toBe(true);
  },
);

test.each([
  ['x', 'must start with one slash'],
  ['//host/x', 'must start with one slash'],
  ['/../x', 'must not contain "." or ".." as a segment'],
  ['/x/..', 'must not contain "." or ".." as a segment'],
  ['/%2e%2e/x', 'must not contain "." or ".." as a segment'],
  ['/.%2E/x', 'must not contain "." or ".." as a segment'],
  ['/a?b', 'must not contain "?", "#", a backslash or white space'],
  ['/..\\x', 'must not contain "?", "#", a backslash or white space'],
  ['/a\nb', 'must not contain "?", "#", a backslash or white space'],
  ['/\ud800', 'must be well-formed Unicode'],
])('the path %j is rejected: %s', (path, rule) => {
  expect(brokenPathRule(path)).toBe(rule);
});

test('a DELETE whose parameter would climb out of its path sends nothing', async () => {
  await using service = await startService([{ json: {} }]);

  const error = await failureOf(
    service.client().request({ method: 'DELETE', path: '/v1/things/:id', params: { id: '..' } }),
  );

  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    issues: [{ path: 'params.id' }],
    outcome: 'not_sent',
  });
  expect(service.requests).toEqual([]);
});
