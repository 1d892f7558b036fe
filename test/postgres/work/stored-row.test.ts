import { expect, test } from 'vitest';

import { flatten, type LedgerRow } from '../../../src/ledger/index.ts';
import type { Transaction } from '../../../src/client/index.ts';
import { transactionColumns } from '../../../src/postgres/database/tables.ts';
import { encodeRow, toStoredTime } from '../../../src/postgres/work/stored-row.ts';
import { transaction } from '../../literals/transactions.ts';
import { array, assert, constantFrom, oneof, property, record, string } from '../../support/fast-check.ts';
import { expectOccurrences } from '../../support/occurrences.ts';

test.each([
  ['2026-10-01T08:15:30.000Z', '2026-10-01T08:15:30.000000Z'],
  ['2026-10-01T08:15:30Z', '2026-10-01T08:15:30.000000Z'],
  ['2026-10-01T08:15Z', '2026-10-01T08:15:00.000000Z'],
  ['2026-10-01T08:15:30.123456Z', '2026-10-01T08:15:30.123456Z'],
  ['2026-10-01T08:15:30,1+05:30', '2026-10-01T02:45:30.100000Z'],
  ['2026-10-01t00:00:30.9-0930', '2026-10-01T09:30:30.900000Z'],
  ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000000Z'],
  ['2300-01-01T00:00:00.123456Z', '2300-01-01T00:00:00.123456Z'],
  ['2026-10-01t08:15:30.123z', '2026-10-01T08:15:30.123000Z'],
  ['2026-10-01T24:00:00.000Z', '2026-10-02T00:00:00.000000Z'],
  ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000000Z'],
])('the timestamp %s is stored as %s', (timestamp, stored) => {
  expect(toStoredTime(timestamp)).toBe(stored);
});

test.each([
  '2026-10-01T08:15:30',
  '2026-10-01 08:15:30Z',
  '2026-10-01',
  '2026-10-01T08:15:30.1234567Z',
  '2026-10-01T08:15:30.Z',
  '2026-10-01T08:15.5Z',
  '2026-10-01T08:15,5+02:00',
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00.000Z',
  '0000-06-01T00:00:00.000Z',
  '2026-13-01T00:00:00Z',
  '2026-10-01T25:00:00Z',
  '2026-10-01T08:15:60Z',
  '0000-06-01T00:00:00Z',
  '+012026-10-01T08:15:30Z',
  'Thu, 01 Oct 2026 08:15:30 GMT',
  '1790842530',
  'now',
  'infinity',
  '',
])('the timestamp "%s" is not stored', (timestamp) => {
  expect(toStoredTime(timestamp)).toBeUndefined();
});

test('type and id that differ in their border only are different keys', () => {
  const row = transaction(1);
  const keyOf = (type: string, id: string): unknown => {
    const stored = encodeRow({ ...row, transactionDetails: { ...row.transactionDetails, type, id } });
    return typeof stored === 'string' ? undefined : stored.key;
  };

  expect(keyOf('paid a', 'b')).not.toBe(keyOf('paid', 'a b'));
  expect(keyOf('paid', 'a')).toBe(keyOf('paid', 'a'));
});

/** A value in the text format of COPY, after what PostgreSQL cannot store became U+FFFD. */
function copied(value: string): string {
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}

function storable(value: string): string {
  return Array.from(value, (part) => (/^[\0\uD800-\uDFFF]$/.test(part) ? '\uFFFD' : part)).join('');
}

/** The strings of a JSON value that PostgreSQL can store, its keys too. */
function storableJson(json: string): string {
  return json.replaceAll(/\\(u[0-9a-f]{4}|.)/g, (escape) =>
    /^\\u(0000|d[89a-f]..)$/.test(escape) ? '\uFFFD' : escape,
  );
}

/** The columns by the flat row of the ledger, one after the other. */
function referenceFields(row: Transaction): string {
  const ledger = flatten(row);
  return transactionColumns
    .map(({ name, sqlType }) => {
      const value =
        name === 'timestamp' ? (toStoredTime(ledger.timestamp) ?? null) : ledger[name as keyof LedgerRow];
      if (value === null) return '\\N';
      if (typeof value === 'number') return String(value);
      return copied(sqlType === 'jsonb' ? storableJson(value) : storable(value));
    })
    .join('\t');
}

test('a row has the columns of the flat ledger row, and as received, whatever its fields contain', () => {
  const seen = { plain: 0, halves: 0, nul: 0, backslash: 0, breaks: 0 };
  const special = [
    '\0',
    '\uD800',
    '\uDFFF',
    '\u{1F600}',
    '\\',
    '\n',
    '\r',
    '\t',
    '\\N',
    '\\.',
    '"',
    '\u2028',
  ];
  const unit = oneof(string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), constantFrom(...special));
  const text = oneof(string({ unit, maxLength: 8 }), constantFrom('plain', '', '\\u0000', '\\\\ud800'));
  // Tolerant mode delivers anything where a string is expected.
  const loose = oneof(text, constantFrom(null, undefined, 7), record({ any: text }));
  const row = record({
    type: text,
    orderId: loose,
    products: array(record({ name: loose }), { maxLength: 2 }),
  });
  assert(
    property(row, ({ type, orderId, products }) => {
      const { transactionDetails, ...rest } = transaction(1);
      const generated = {
        ...{ ...rest, orderId, offerDetails: { products } },
        transactionDetails: { ...transactionDetails, type },
      };
      const sent = JSON.stringify(generated);
      const received = JSON.parse(sent) as Transaction;
      const { timestamp } = received;

      expect(encodeRow(received)).toEqual({
        key: `${toStoredTime(timestamp)}\0${storable(received.transactionDetails.type)}\0${transactionDetails.id}`,
        fields: referenceFields(received),
        json: sent,
      });
      if (!sent.includes('\\')) seen.plain += 1;
      if (/\\ud[89a-f]/.test(sent)) seen.halves += 1;
      if (sent.includes('\\u0000')) seen.nul += 1;
      if (sent.includes('\\\\')) seen.backslash += 1;
      if (/\\[nrt]/.test(sent)) seen.breaks += 1;
    }),
    { numRuns: 1000 },
  );
  expectOccurrences(seen, { plain: 20, halves: 100, nul: 100, backslash: 100, breaks: 100 });
});
