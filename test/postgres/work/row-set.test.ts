import { expect, test } from 'vitest';

import type { Transaction } from '../../../src/client/index.ts';
import { linesOf, RowSet, timestampOf } from '../../../src/postgres/work/row-set.ts';
import { type EncodedRow, encodeRow } from '../../../src/postgres/work/stored-row.ts';
import { transaction } from '../../literals/transactions.ts';
import {
  anyCharacter,
  array,
  assert,
  constantFrom,
  integer,
  property,
  string,
  tuple,
} from '../../support/fast-check.ts';

const read = { number: '5', time: '2026-11-01T00:00:00.000001+00:00' };

const origin = { source: 'game', load: 7 };

function encoded(row: Transaction): EncodedRow {
  const result = encodeRow(row);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

function setOf(rows: readonly Transaction[]): RowSet {
  const set = new RowSet();
  for (const row of rows) set.add(encoded(row), null, read);
  return set;
}

test('lines are in the order of keys, each key once, however the rows arrive', () => {
  const seconds = ['2026-10-01T00:00:00.000Z', '2026-10-01T00:00:01.000Z', '2026-10-01T00:00:01.5Z'];
  const row = tuple(integer({ min: 0, max: 40 }), string({ unit: anyCharacter, maxLength: 4 })).map(
    ([id, orderId]) => ({
      ...transaction(id),
      timestamp: seconds[id % 3] ?? '',
      orderId: `${id} ${orderId}`,
    }),
  );
  assert(
    property(
      array(row, { maxLength: 60 }),
      array(constantFrom(0, 1), { maxLength: 60 }),
      (received, order) => {
        // Each id has one content: the first one that was generated.
        const rows = received.map(
          ({ transactionDetails: { id } }) =>
            received.find((other) => other.transactionDetails.id === id) ?? transaction(),
        );
        const shuffled = [
          ...rows.filter((_, index) => order[index]),
          ...rows.filter((_, index) => !order[index]),
        ];
        const set = setOf(shuffled).finish(true);
        const expected = [...new Map(rows.map((one) => [encoded(one).key, one])).values()]
          .map(encoded)
          .toSorted((a, b) => (a.key < b.key ? -1 : 1));

        const escaped = expected.map((one) => ({ ...one, json: one.json.replaceAll('\\', '\\\\') }));
        expect([...linesOf(set.rows, origin)].join('')).toBe(
          escaped
            .map(({ fields, json }) => `${fields}\t0\t5\t${read.time}\tgame\t7\t${json}\t\\N\n`)
            .join(''),
        );
        expect(set.rows.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
        expect(set.repeated).toBe(rows.length - expected.length);
        expect(set.rejected).toEqual([]);
      },
    ),
  );
});

test('different rows with one key are rejected as received if the list was not steady, the others are kept', () => {
  const [first, second] = [
    { ...transaction(1), orderId: 'one\\' },
    { ...transaction(1), orderId: 'two\u{1F600}' },
  ];
  const { rows, rejected, repeated } = setOf([first, second, transaction(2), first]).finish(true);

  expect(rows.map(({ json }) => json)).toEqual([JSON.stringify(transaction(2))]);
  expect(repeated).toBe(1);
  expect(rejected).toEqual(
    [first, second].map((row) => ({
      reason: 'another row has the same timestamp, type and id',
      row: JSON.stringify(row),
      timestamp: '2026-10-01T08:15:30.000000Z',
      read,
      customer: null,
    })),
  );
});

test('every row of many messages has its line', () => {
  const rows = Array.from({ length: 1201 }, (_, index) => transaction(index));
  const lines = [...linesOf(setOf(rows).finish(true).rows, origin)];

  expect(lines).toHaveLength(3);
  expect(new Set(lines.join('').trimEnd().split('\n')).size).toBe(1201);
});

test('different rows with one key are rows of their own in a steady list, in an order that pages and fields do not decide', () => {
  const first = { ...transaction(1), orderId: 'one' };
  const second = { ...transaction(1), orderId: 'two' };
  const turned = Object.fromEntries(Object.entries(second).toReversed()) as unknown as Transaction;
  const occurrences = (rows: readonly Transaction[]) => {
    const finished = setOf(rows).finish(true);
    expect(finished).toMatchObject({ repeated: 0, rejected: [] });
    return finished.rows.map(({ json, occurrence }) => [
      (JSON.parse(json) as Transaction).orderId,
      occurrence,
    ]);
  };

  expect(occurrences([second, first])).toEqual([
    ['one', 0],
    ['two', 1],
  ]);
  expect(occurrences([first, turned])).toEqual(occurrences([second, first]));
  expect(setOf([first, second]).finish(false).rejected).toHaveLength(2);
});

test('the time of a row is the start of its key', () => {
  expect(
    setOf([transaction(1)])
      .finish(true)
      .rows.map(timestampOf),
  ).toEqual(['2026-10-01T08:15:30.000000Z']);
});
