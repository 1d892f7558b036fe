import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import type { Change } from '../../../../src/cli/changes/change.ts';
import { openStore } from './run-prices.ts';

const flag = '--countries-in-columns';
const fileOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../reconcile/files', name), 'utf8');

function cellsOf(out: string) {
  const { changes } = JSON.parse(out) as { changes: Change[] };
  return changes.map(({ item, cell, after }) => [item, cell, after]);
}

test('a sheet with a column for each country has their overrides, and an empty cell is none', async () => {
  const store = await openStore();
  store.write('prices.csv', fileOf('prices-countries-in-columns.csv'));
  const { code, out } = await store.run('plan', 'prices.csv', flag, '--json');

  expect(code).toBe(3);
  expect(cellsOf(out)).toEqual([
    ['499', '', ''],
    ['499', 'DE', '4.49'],
    ['499', 'JP', '750'],
    ['999', '', ''],
    ['999', 'BR', '39.9'],
    ['999', 'DE', '9.49'],
    ['1999', '', ''],
  ]);
});

test('an empty cell changes nothing, also where the base had a value, and --exact removes its override', async () => {
  const store = await openStore({ points: { 499: { DE: 4.49, BR: 20 } } });
  store.write('base.csv', 'price_usd_cents,DE,BR\n499,"4,49",20\n');
  store.write('prices.csv', 'price_usd_cents,DE,BR\n499,"4,39",\n');
  const read = [flag, '--decimal', ',', '--json'];
  for (const based of [[], ['--base', 'base.csv']]) {
    const plain = await store.run('plan', 'prices.csv', ...based, ...read);
    const exact = await store.run('plan', 'prices.csv', '--exact', ...based, ...read);
    expect(cellsOf(plain.out)).toEqual([['499', 'DE', '4.39']]);
    expect(cellsOf(exact.out)).toEqual([
      ['499', 'DE', '4.39'],
      ['499', 'BR', null],
    ]);
  }
});

test.each([
  [
    fileOf('prices-countries-unknown.csv'),
    [flag],
    'unknown column "Brazil"; with --countries-in-columns, did you mean BR?',
  ],
  [
    'price_usd_cents,de\n499,4\n',
    [flag],
    'unknown column "de"; with --countries-in-columns, did you mean DE?',
  ],
  [
    'price_usd_cents,override\n499,4\n',
    [flag],
    'unknown column "override"; with --countries-in-columns, others are',
  ],
  ['price_usd_cents\n499\n', [flag], '--countries-in-columns: no column is a country such as DE'],
  [
    'price_usd_cents,DE\n499,4.49\n',
    [],
    'unknown column "DE"; is each country a column? --countries-in-columns',
  ],
  [
    'price_usd_cents,XX\n499,4.49\n',
    [flag],
    'line 2, column XX: no price point of the service has the country XX',
  ],
  ['price_usd_cents,DE\n499,4.4a\n', [flag], 'line 2, column DE: the amount "4.4a" must be'],
  ['price_usd_cents,DE\n4.99,4.49\n', [flag], 'line 2, column price_usd_cents: must be a positive integer'],
  ['price_usd_cents,DE\n499,4.49\n499,4.5\n', [flag], 'line 3, column DE: DE of 499 is in prices.csv line 2'],
  ['price_usd_cents,DE\n499,#N/A\n', [flag], 'line 2, column DE: #N/A'],
])('the sheet %j with %j is wrong', async (sheet, flags, problem) => {
  const store = await openStore({ points: { 999: {} } });
  store.write('prices.csv', sheet);
  const { code, out, err } = await store.run('plan', 'prices.csv', ...flags);

  expect(err).toContain(problem);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});
