import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { operationsDocument } from '../../docs/generate-operations.ts';
import { operations } from '../../src/contract/operations.ts';

const document = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const rows = document.split('\n').filter((line) => line.startsWith('| '));

function rowOf(section: string): string | undefined {
  return rows.find((line) => line.includes(`| §${section} |`));
}

test('docs/operations.md is what `node docs/generate-operations.ts` writes', () => {
  expect(document).toBe(operationsDocument());
});

test('the table has a row for every section of §4, the callback included', () => {
  const sections = rows.slice(2).map((line) => /§(4\.\w+)/.exec(line)?.[1]);
  expect(sections).toEqual([
    ...[
      '4.1',
      '4.2',
      '4.3',
      '4.4',
      '4.5',
      '4.6',
      '4.6a',
      '4.7',
      '4.8',
      '4.9',
      '4.10',
      '4.11',
      '4.12',
      '4.13',
    ],
    ...['4.14', '4.15'],
  ]);
});

test('every row has as many cells as the table has columns', () => {
  expect(rows.map((line) => line.split(' | ').length)).toEqual(rows.map(() => 7));
});

test('a row lists what its operation is, and which errors are documented', () => {
  expect(rowOf('4.7')).toBe(
    '| `client.pricePoints.update` | PUT | `/v1/price-points/{priceInUsdCents}` | `idempotent` | §4.7 ' +
      '| a failed connection, a timeout, a malformed response, 429, 5xx ' +
      '| `Invalid request body.`<br>`Country code <country_code> not found in existing custom pricing.`' +
      '<br>`Price point <price_in_usd_cents> not found.`' +
      '<br>`Cannot create new pricing. The price point already exists.` |',
  );
});

test('a create is listed as retried only when nothing was done', () => {
  expect(rowOf('4.15')).toContain('| `create` | §4.15 | a request that never reached the service, 429 |');
});

test('operations without documented errors are listed as such', () => {
  const silent = rows.filter((line) => line.includes('not shown (§7.5)'));
  expect(silent.map((line) => /§(4\.\w+)/.exec(line)?.[1])).toEqual([
    ...['4.5', '4.6', '4.6a', '4.8', '4.9', '4.10', '4.11', '4.13', '4.14', '4.15'],
  ]);
});

test('the callback is listed under the callbacks entry point', () => {
  expect(rowOf('4.14')).toContain('`publisher-commerce/callbacks`');
});

test('the reliability guide explains what to do for each outcome of every write', () => {
  const guide = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');
  const writes = operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
  // One row for both of personalization.
  const wanted = [...new Set(writes.map((name) => name.replace(/^personalization\..*/, 'personalization.')))];

  expect(wanted.filter((name) => !guide.includes(`| \`${name}`))).toEqual([]);
});
