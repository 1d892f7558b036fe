import { expect, test } from 'vitest';

import { nextCursorOf, readPageHead } from '../../../src/client/pagination/page-request.ts';

const heads: readonly (readonly [string, string, string])[] = [
  ['as documented', '{"totalCount":9,"nextCursor":"b","nextPageQuery":"?cursor=b","results":[{"orderId', 'b'],
  ['with white space', '{\n  "totalCount": 9,\n  "nextCursor": "b",\n  "results": [', 'b'],
  ['with a byte-order mark', '\ufeff{"totalCount":9,"nextCursor":"b","results":[', 'b'],
  ['with the query alone', '{"totalCount":9,"nextPageQuery":"?limit=2&cursor=b%26","results":[', 'b&'],
  ['with more fields', '{"version":{"a":[1]},"totalCount":9,"nextCursor":"ü","results":[', 'ü'],
  [
    'with quotes in the cursor',
    String.raw`{"totalCount":9,"nextCursor":"\"results\"","results":[`,
    '"results"',
  ],
];

test.each(heads)('a head %s names the next cursor', (_, text, cursor) => {
  const head = readPageHead(Buffer.from(text));

  expect(head?.totalCount).toBe(9);
  expect(head && nextCursorOf(head)).toBe(cursor);
});

test.each([
  ['nothing', ''],
  ['rows that come first', '{"results":[{"orderId":"a"}],"totalCount":9,"nextCursor":"b"}'],
  ['a head that these bytes end within', '{"totalCount":9,"nextCursor":"b'],
  ['a cursor that is called results', '{"totalCount":9,"nextCursor":"results","results":['],
  ['results within another object', '{"totalCount":9,"meta":{"results":[],"nextCursor":"b"'],
  ['a count that is no number', '{"totalCount":"9","nextCursor":"b","results":['],
  ['a cursor that is not a string', '{"totalCount":9,"nextCursor":7,"results":['],
  ['an array', '["results"]'],
  ['HTML', '<!doctype html><p id="results">'],
])('%s is no head', (_, text) => {
  expect(readPageHead(Buffer.from(text))).toBeUndefined();
});

test('bytes that are not UTF-8 are no head', () => {
  const bytes = Buffer.from('{"totalCount":9,"nextCursor":"\u00ff","results":[', 'latin1');

  expect(readPageHead(bytes)).toBeUndefined();
});
