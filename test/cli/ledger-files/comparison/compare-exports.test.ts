import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { compareExports } from '../../../../src/cli/ledger-files/comparison/compare-exports.ts';
import type { Transaction } from '../../../../src/client/index.ts';
import { type LedgerFormat, ledgerFormats } from '../../../../src/ledger/ledger-format.ts';
import * as fc from '../../../support/fast-check.ts';
import { rowOf } from '../../../ledger/receipt-pages.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';
import { createFolder, encode, ledgerRows } from '../../commands/verify/delivered-file.ts';

async function write(folder: string, name: string, rows: readonly Transaction[], format: LedgerFormat) {
  const path = join(folder, `${name}.${format}`);
  await writeFile(path, await encode(rows, format));
  return { file: path, format, receipt: undefined, currencyDigits: {} };
}

const pairs = ledgerFormats.flatMap((one) => ledgerFormats.map((other) => [one, other] as const));

test.each(pairs)('%s and %s of the same rows do not differ', async (one, other) => {
  await using folder = await createFolder();
  const rows = ledgerRows(300);
  const old = await write(folder.path, 'old', rows, one);
  const current = await write(folder.path, 'new', rows.toReversed(), other);

  const { differences, effect, columns } = await compareExports(old, current);
  expect({ differences, effect }).toEqual({ differences: [], effect: new Map() });
  expect(columns).toContain('customer_email');
});

test('rows are added, removed or changed by their key, in any order and with any number of rows of one key', async () => {
  await using folder = await createFolder();
  const seen = { added: 0, removed: 0, changed: 0, twice: 0 };
  const row = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    type: fc.constantFrom('paid', 'refund'),
    amount: fc.constantFrom(1, 2),
    currencyCode: fc.constantFrom('EUR', 'JPY'),
  });
  const rows = fc.array(row, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, rows, fc.constantFrom(...pairs), async (before, after, [one, other]) => {
      const old = await write(folder.path, 'old', before.map(rowOf), one);
      const current = await write(folder.path, 'new', after.map(rowOf), other);
      const { differences, effect } = await compareExports(old, current);

      // Of each key, equal rows cancel out, and the rest is paired.
      const expected = { added: 0, removed: 0, changed: 0 };
      const keyOf = ({ id, type }: { id: string; type: string }): string => `${type} ${id}`;
      for (const key of new Set([...before, ...after].map(keyOf))) {
        const [own, others] = [before, after].map((list) =>
          list.filter((entry) => keyOf(entry) === key).map((entry) => JSON.stringify(entry)),
        );
        if (!own || !others) throw new Error('unreachable');
        if (own.length > 1) seen.twice += 1;
        for (const content of [...own]) {
          const equal = others.indexOf(content);
          if (equal < 0) continue;
          others.splice(equal, 1);
          own.splice(own.indexOf(content), 1);
        }
        expected.changed += Math.min(own.length, others.length);
        expected.removed += Math.max(own.length - others.length, 0);
        expected.added += Math.max(others.length - own.length, 0);
      }
      const count = (what: string): number => differences.filter((one) => one.what === what).length;
      const found = { added: count('added'), removed: count('removed'), changed: count('changed') };
      expect(found).toEqual(expected);
      for (const what of ['added', 'removed', 'changed'] as const) seen[what] += found[what];

      const sumOf = (list: typeof before, currency: string): number =>
        list
          .filter(({ currencyCode }) => currencyCode === currency)
          .reduce((sum, { amount }) => sum + amount, 0);
      for (const currency of ['EUR', 'JPY'])
        expect(effect.get(currency)?.sum('amount') ?? 0n).toBe(
          BigInt(sumOf(after, currency) - sumOf(before, currency)),
        );
    }),
  );
  expectOccurrences(seen, { added: 20, removed: 20, changed: 20, twice: 20 });
});

test('what both files have in common is dropped while they are read', async () => {
  await using folder = await createFolder();
  // More than a chunk of a file.
  const rows = ledgerRows(6000);
  const old = await write(folder.path, 'old', rows, 'csv');
  const current = await write(folder.path, 'new', [...rows, rowOf({ id: 'late' })], 'jsonl');

  const { differences } = await compareExports(old, current);
  expect(differences).toMatchObject([{ what: 'added', old: null, new: { transaction_id: 'late' } }]);
});
