import { expect, test } from 'vitest';

import { packageVersion } from '../../src/runtime/runtime.ts';
import { userAgent } from '../../src/options/user-agent.ts';
import { pricePoint } from '../literals/price-points.ts';
import { readByGet } from '../support/calls.ts';
import { startService } from '../support/service.ts';

const node = { release: { name: 'node' }, versions: { node: '24.1.0' } };

test.each([
  ['Node', { process: node }, 'node/24.1.0'],
  ['Deno, which also looks like Node', { process: node, Deno: { version: { deno: '2.9.6' } } }, 'deno/2.9.6'],
  ['Bun, which also looks like Node', { process: node, Bun: { version: '1.4.5' } }, 'bun/1.4.5'],
  ['workerd', { navigator: { userAgent: 'Cloudflare-Workers' } }, 'workerd'],
  ['an edge runtime', { EdgeRuntime: 'edge-runtime' }, 'edge-runtime'],
])('the user agent names %s', (_, globals, runtime) => {
  expect(userAgent(globals)).toBe(`publisher-commerce/${packageVersion} ${runtime}`);
});

test.each([
  ['a browser', { navigator: { userAgent: 'Mozilla/5.0' } }],
  ['a process of a bundler', { process: {} }],
  ['no global at all', {}],
])('there is no user agent in %s', (_, globals) => {
  expect(userAgent(globals)).toBeUndefined();
});

test('requests have the user agent, which the client and the call can override', async () => {
  await using service = await startService([{ json: pricePoint }]);

  await readByGet.send(service.client());
  await readByGet.send(service.client({ headers: { 'User-Agent': 'shop/1' } }));
  await readByGet.send(service.client(), { headers: { 'user-agent': 'shop/2' } });

  expect(service.requests.map(({ headers }) => headers['user-agent'])).toEqual([
    `publisher-commerce/${packageVersion} node/${process.versions.node}`,
    'shop/1',
    'shop/2',
  ]);
});
