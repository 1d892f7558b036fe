import { expect, test } from 'vitest';

import { BodyStart } from '../../../src/sandbox/requests/request-log.ts';

function bodyOf(...chunks: readonly (string | Uint8Array)[]): BodyStart {
  const body = new BodyStart();
  for (const chunk of chunks) body.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return body;
}

test('the first 66 KiB of a body are kept, and its size is counted', () => {
  const body = bodyOf('a'.repeat(65_000), 'b'.repeat(1000), 'c'.repeat(5_000_000));

  expect(body.total).toBe(5_066_000);
  expect(body.text()).toBe('a'.repeat(65_000) + 'b'.repeat(1000) + 'c'.repeat(1584));
});

test('a character that is cut is left out, and a body that ends in one is whole', () => {
  expect(bodyOf('a'.repeat(67_582), '€€').text()).toBe('a'.repeat(67_582));
  expect(bodyOf('5 €').text()).toBe('5 €');
});

test.each([
  ['bytes that are not UTF-8', Uint8Array.of(0x61, 0xff, 0x62)],
  ['UTF-16, in which no secret would be found', Buffer.from('sandbox-token', 'utf16le')],
])('%s are not kept', (_, bytes) => {
  expect(bodyOf(bytes).text()).toBeUndefined();
  expect(bodyOf(bytes).total).toBe(bytes.length);
});
