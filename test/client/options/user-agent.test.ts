import { expect, test } from 'vitest';

import { packageVersion } from '../../../src/client/runtime/runtime.ts';
import { userAgent } from '../../../src/client/options/headers.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { readByGet } from '../../support/calls.ts';
import { startService } from '../../support/service.ts';

test.each([
  ['Node', { node: '24.1.0', v8: '13.6' }, 'node/24.1.0'],
  ['Deno, which also looks like Node', { node: '24.1.0', deno: '2.9.6' }, 'deno/2.9.6'],
  ['Bun, which also looks like Node', { node: '24.1.0', bun: '1.4.5' }, 'bun/1.4.5'],
])('the user agent names %s', (_, versions, runtime) => {
  expect(userAgent(versions)).toBe(`publisher-commerce/${packageVersion} ${runtime}`);
});

test('there is no user agent where there is no version, as in a browser', () => {
  expect(userAgent({})).toBeUndefined();
});

test('requests have the user agent, which the client and the call can override', async () => {
  await using service = await startService([{ json: pricePointRead }]);

  await readByGet.send(service.client());
  await readByGet.send(service.client({ headers: { 'User-Agent': 'shop/1' } }));
  await readByGet.send(service.client(), { headers: { 'user-agent': 'shop/2' } });

  expect(service.requests.map(({ headers }) => headers['user-agent'])).toEqual([
    `publisher-commerce/${packageVersion} node/${process.versions.node}`,
    'shop/1',
    'shop/2',
  ]);
});
