import { expect, test } from 'vitest';

import { findDuplicates } from '../../src/ledger/index.ts';
import { randomFrom } from '../support/random.ts';

const timestamp = '2026-10-01T00:00:00.000Z';

test('rows with the same time, type and id are duplicates, however the time is written', async () => {
  const rows = [
    { timestamp, type: 'paid', id: '1' },
    { timestamp: '2026-10-01T00:00:00.001Z', type: 'paid', id: '1' },
    { timestamp, type: 'refund', id: '1' },
    { timestamp, type: 'paid', id: '2' },
    { timestamp: '2026-10-01T02:00:00+02:00', type: 'paid', id: '1' },
  ];

  expect(await findDuplicates(() => rows, { rows: rows.length })).toBe(1);
});

test('where a type ends decides', async () => {
  const rows = [
    { timestamp, type: 'paid', id: 'x1' },
    { timestamp, type: 'paidx', id: '1' },
  ];

  expect(await findDuplicates(() => rows, { rows: 2 })).toBe(0);
});

test('rows without a readable time are compared as received', async () => {
  const rows = ['yesterday', 'today', 'yesterday'].map((when) => ({
    timestamp: when,
    type: 'paid',
    id: '1',
  }));

  expect(await findDuplicates(() => rows, { rows: 3 })).toBe(1);
});

test('more rows than keys are compared part by part, with the same result', async () => {
  const random = randomFrom(14);
  const ids = Array.from({ length: 5000 }, () => String(Math.floor(random() * 20_000)));
  const rows = ids.map((id) => ({ timestamp, type: 'paid', id }));
  let reads = 0;
  const found = await findDuplicates(
    () => {
      reads += 1;
      return rows;
    },
    { rows: rows.length, maxKeys: 700 },
  );

  expect(reads).toBe(8);
  expect(found).toBe(5000 - new Set(ids).size);
  expect(found).toBeGreaterThan(100);
});

test('halves of surrogate pairs, which no file can have, are not told apart', async () => {
  const rows = ['\uD800', '\uDFFF', 'a'].map((id) => ({ timestamp, type: 'paid', id }));

  expect(await findDuplicates(() => rows, { rows: 3 })).toBe(1);
});
