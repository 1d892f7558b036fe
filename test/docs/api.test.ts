import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import * as callbacks from '../../src/callbacks/index.ts';
import * as ledger from '../../src/ledger/index.ts';
import * as money from '../../src/client/money/index.ts';
import * as postgres from '../../src/postgres/index.ts';
import * as sandbox from '../../src/sandbox/index.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');

/** The names that a pattern finds at the beginning of lines; a method with two signatures has two lines. */
function listed(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();
}

test('every method of a client is listed, and no other', () => {
  const client = new PublisherClient({ baseUrl: 'http://127.0.0.1:1', token: 'token' });
  const methods = Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'function') return [name];
    return typeof value === 'object' && value ? Object.keys(value).map((method) => `${name}.${method}`) : [];
  });

  expect(listed(page, /^- `client\.([\w.]+)[<(]/gm)).toEqual(methods.toSorted());
});

test.each([
  ['Money', money],
  ['publisher-commerce/callbacks', callbacks],
  ['publisher-commerce/sandbox', sandbox],
  ['publisher-commerce/ledger', ledger],
  ['publisher-commerce/postgres', postgres],
])('every function of %s is listed', (heading, module: Readonly<Record<string, unknown>>) => {
  const section = page.split('\n## ').find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const functions = Object.entries(module).filter(
    ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
  );

  expect(listed(section, /^- `(\w+)[<(]/gm)).toEqual(functions.map(([name]) => name).toSorted());
});

test('a line has the signature, the method and path, and the first sentence', () => {
  expect(page).toMatch(
    /^- `client\.pricePoints\.get\(.+\): Promise<PricePointRead>`\\\n {2}`GET \/v1\/price-points\/\{priceInUsdCents\}`\. Returns .+ \(§4\.6\)\.$/m,
  );
});
