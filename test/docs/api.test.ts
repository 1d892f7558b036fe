import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../src/index.ts';
import * as callbacks from '../../src/callbacks/index.ts';
import * as ledger from '../../src/ledger/index.ts';
import * as money from '../../src/money/index.ts';
import * as postgres from '../../src/postgres/index.ts';
import * as sandbox from '../../src/sandbox/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');

test('every method of a client is listed, and no other', () => {
  const client = new PublisherClient({ baseUrl: 'http://127.0.0.1:1', token: 'token' });
  const methods = Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [name];
    return typeof value === 'object' && value ? Object.keys(value).map((method) => `${name}.${method}`) : [];
  });
  const lines = [...page.matchAll(/^- `client\.([\w.]+)[<(]/gm)].map(([, name = '']) => name);
  // A method with two signatures has two lines.
  const listed = [...new Set(lines)];

  expect(listed.toSorted()).toEqual(methods.toSorted());
});

test.each([
  ['Money', money],
  ['publisher-commerce/callbacks', callbacks],
  ['publisher-commerce/sandbox', sandbox],
  ['publisher-commerce/ledger', ledger],
  ['publisher-commerce/postgres', postgres],
])('every function of %s is listed', (heading, module: Readonly<Record<string, unknown>>) => {
  const section = page.split('\n## ').find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const listed = [...section.matchAll(/^- `(\w+)[<(]/gm)].map(([, name = '']) => name);
  const functions = Object.entries(module).filter(
    ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
  );

  expect(listed.toSorted()).toEqual(functions.map(([name]) => name).toSorted());
});

test('every member of a sandbox, of its purchases and of a paginator is listed, and no other', async () => {
  await using created = sandbox.createSandbox({ transactions: 0 });
  await using server = await created.listen();
  const objects = {
    sandbox: created,
    'sandbox.purchases': created.purchases,
    server,
    paginator: sandbox.paginate([]),
  };
  const members = Object.entries(objects).flatMap(([name, value]) =>
    Object.keys(value).map((member) => `${name}.${member}`),
  );
  const listed = [...page.matchAll(/^- `((?:sandbox|server|paginator)\.[\w.]+)[<(:]/gm)].map(
    ([, name = '']) => name,
  );

  expect(listed.toSorted()).toEqual(members.toSorted());
});

test('every type of the page has its fields, with their defaults', () => {
  expect(page).toContain(
    "- `limit?: number`\\\n  Rows per page, 1 to 10 000. Default: `1000`; the service's own default is 10.\n",
  );
  expect(page).toContain('- `onProgress?: (progress: PaginationProgress) => void`\\\n');
  expect(page).not.toContain('{@link');
});

test('a line has the signature, the method and path, and the first sentence', () => {
  expect(page).toContain(
    '- `client.pricePoints.get(priceInUsdCents: number, options?: CallOptions): Promise<PricePointRead>`\\\n' +
      "  `GET /v1/price-points/{priceInUsdCents}`. Returns a price point with its localized prices and today's `realTimePrice` (§4.6).\n",
  );
});
