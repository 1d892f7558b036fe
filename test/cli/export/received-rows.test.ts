import { expect, test, vi } from 'vitest';

import type { Transaction } from '../../../src/api/transactions.ts';
import { ReceivedRows } from '../../../src/cli/export/formats/received-rows.ts';
import { JsonlEncoder } from '../../../src/cli/export/formats/text-encoders.ts';
import { readGivenSettings } from '../../../src/cli/export/given-settings.ts';
import { connect, readPages } from '../../../src/cli/export/read-pages.ts';
import { newSettings } from '../../../src/cli/export/resolve-settings.ts';
import { paidTransaction, refundTransaction, transaction } from '../../literals/transactions.ts';
import * as fc from '../../support/fast-check.ts';
import { rowsAt, serveLedger } from '../../support/ledger.ts';
import { expectOccurrences } from '../../support/occurrences.ts';
import { startService, token } from '../../support/service.ts';

interface Page {
  readonly results: readonly Transaction[];
}

/** Returns the lines that are cut out of a body; `undefined` if they have to be encoded. */
function cut(
  body: string,
  rowsOf = ({ results }: Page): readonly Transaction[] => results,
): string | undefined {
  // Each body of this file has rows.
  const page = JSON.parse(body) as Page;
  const received = new ReceivedRows();
  received.add(page, Buffer.from(body));
  return received.take(rowsOf(page))?.toString();
}

function pageOf(...rows: readonly string[]): string {
  return `{"totalCount":9,"nextCursor":"a","results":[${rows.join(',')}]}`;
}

const rows = [paidTransaction, refundTransaction, transaction(3)];
const encoded = rows.map((row) => JSON.stringify(row));
const lines = encoded.map((row) => `${row}\n`).join('');

test('lines are cut out of a body that is as JSON.stringify writes it', () => {
  expect(cut(pageOf(...encoded))).toBe(lines);
  expect(cut(`${pageOf(...encoded)} \n`)).toBe(lines);
});

test.each([
  ['white space between rows', pageOf(encoded.join(', '))],
  ['white space within a row', pageOf(JSON.stringify(paidTransaction).replace(':{', ': {'))],
  ['white space around the rows', pageOf(` ${encoded.join(',')} `)],
  ['a decimal that is an integer', pageOf('{"a":1}', '{"a":1.0}')],
  ['a number with an exponent of the same length', pageOf('{"a":100}', '{"a":1e2}')],
  ['a number that is rounded', pageOf('{"a":1}', '{"a":12345678901234567891}')],
  ['an array of digits that are one number', pageOf('{"a":[1]}', '{"a":[12345678901234567891]}')],
  ['a negative zero', pageOf('{"a":1}', '{"a":-0}')],
  ['an escape that is not needed', pageOf('{"a":"b"}', '{"a":"\\u0062"}')],
  ['an escaped slash', pageOf('{"a":"b"}', '{"a":"\\/"}')],
  ['a repeated key', pageOf('{"a":1}', '{"a":1,"a":2}')],
  ['keys that JavaScript moves', pageOf('{"b":1,"2":2,"1":3}')],
  ['a key that is an expression', pageOf('{"[^]*":1}', '{"[^]*":1.0,"b":1}')],
  ['a key that ends like that of the rows', `{"results" :[{"a":1},{"a":2}],"x\\"results":[{"a":1},{"a":3}]}`],
  ['results twice', `{"results":[${encoded.join(',')}],"results":[${encoded.toReversed().join(',')}]}`],
  ['results twice, once longer', `{"results":[{"a":1},{"a":2}],"results":[{"a":1}]}`],
  ['results of another object first', `{"meta":{"results":[{"a":1}]},"results":[{"a":1}]}`],
  ['a field after the rows', `{"results":[${encoded.join(',')}],"totalCount":3}`],
  ['white space before the rows', `{"results" :[{"a":1}]}`],
  ['white space between brackets', `{"results":[{"a":1}] }`],
])('a body with %s is encoded', (_, body) => {
  expect(cut(body)).toBeUndefined();
});

test('a string that looks like the end of a row is part of its row', () => {
  const forged = { ...paidTransaction, orderId: '"},{"orderId":"x"}],"results":[{"orderId":"y' };
  const body = [forged, paidTransaction].map((row) => JSON.stringify(row));

  expect(cut(pageOf(...body))).toBe(`${body.join('\n')}\n`);
});

test('rows of other shapes, with numbers, escapes and long arrays, are compared with their encoding', () => {
  const others = [
    { ...paidTransaction, device: null, unknown: { rate: 0.92, '1': 'ü', list: [[1], [], ['\u0001']] } },
    { ...paidTransaction, many: Array.from({ length: 300 }, (_, index) => index) },
    { ...paidTransaction, offerDetails: { offerId: 'a"b\\c\n' } },
    ...Array.from({ length: 20 }, (_, index) => ({ [`field${index}`]: index, ...paidTransaction })),
  ].map((row) => JSON.stringify(row));

  expect(cut(pageOf(...others, ...encoded))).toBe(`${others.join('\n')}\n${lines}`);
});

test('lines are not cut if rows of the page were left out, moved or copied', () => {
  const body = pageOf(...[1, 2, 3].map((index) => JSON.stringify(transaction(index))));

  expect(cut(body)).toBeDefined();
  expect(cut(body, ({ results }) => results.slice(1))).toBeUndefined();
  expect(cut(body, ({ results }) => results.slice(0, 2))).toBeUndefined();
  expect(cut(body, ({ results }) => [0, 2, 1].flatMap((index) => results[index] ?? []))).toBeUndefined();
  expect(cut(body, ({ results }) => structuredClone(results))).toBeUndefined();
});

test('an export cuts the lines of every page out of its body', async () => {
  await using service = await startService(serveLedger(rowsAt([1, 2, 3, 4, 5])));
  const env = { PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const out = 'a.jsonl';
  const given = readGivenSettings({ out, start: '2026-10-01', end: '2026-10-02', limit: '2' });
  const settings = newSettings(given, out, env);
  const received = new ReceivedRows();
  await using connection = await connect(settings, {}, received.add);

  const sizes: number[] = [];
  const { signal } = new AbortController();
  for await (const { page } of readPages(connection.client, settings, undefined, signal)) {
    const encoded = page.results.map((row) => `${JSON.stringify(row)}\n`).join('');
    expect(received.take(page.results)?.toString()).toBe(encoded);
    sizes.push(page.results.length);
  }
  expect(sizes).toEqual([2, 2, 1]);
});

test('a body is used once', () => {
  const received = new ReceivedRows();
  const page = { results: rows as unknown as readonly Transaction[] }; // literals of the same fields
  received.add(page, Buffer.from(pageOf(...encoded)));

  expect(received.take(page.results)?.toString()).toBe(lines);
  expect(received.take(page.results)).toBeUndefined();
});

/** JSON of a value as a service may write it; each choice is random, and rarely other than that of `JSON.stringify`. */
function written(value: unknown, isOdd: () => boolean): string {
  const space = (): string => (isOdd() ? ' ' : '');
  if (typeof value === 'number') {
    const odd = value % 100 === 0 ? `${value / 100}e2` : `${value}.0`;
    return Number.isInteger(value) && isOdd() ? odd : JSON.stringify(value);
  }
  if (typeof value === 'string') {
    const text = JSON.stringify(value);
    const unicode = (character: string): string =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return isOdd() ? text.replaceAll(/[^\0-\x7f]|e/g, unicode).replaceAll('/', '\\/') : text;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => space() + written(item, isOdd)).join(`${space()},`)}${space()}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const one = `${written(key, isOdd)}${space()}:${space()}${written(field, isOdd)}`;
    return isOdd() ? [`${JSON.stringify(key)}:null`, one] : [one];
  });
  return `{${space()}${fields.join(`${space()},`)}${space()}}`;
}

test('an export has the same bytes whether its lines are cut or encoded', () => {
  const text = fc.oneof(
    fc.constantFrom(
      '',
      '},{"orderId"',
      '"results":[',
      ']}',
      'é€💎',
      '\u2028',
      '\\',
      '\n',
      'a/b',
      '\u007f',
      ' : ',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const number = fc.oneof(fc.constantFrom(0, -0, 100, 1500, 1e21, 2 ** 53, 0.5, 1e-7), fc.integer());
  const field = fc.letrec((tie) => ({
    value: fc.oneof(
      { weight: 8, arbitrary: fc.oneof(text, number, fc.boolean(), fc.constant(null)) },
      { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', 'b', '1', '__proto__', 'é'), tie('value')) },
    ),
  })).value;
  const row = fc.record(
    {
      orderId: text,
      amount: number,
      nested: fc.record({ id: text, count: fc.nat() }),
      any: field,
      '7': number,
    },
    { requiredKeys: ['orderId', 'amount'] },
  );
  const seen = { cut: 0, encoded: 0 };
  const page = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    odds: fc.infiniteStream(fc.nat({ max: 400 })),
    isOften: fc.boolean(),
    head: fc.constantFrom(
      '',
      '"totalCount":1,',
      '"meta":{"results":[]},',
      '"results":[{"a":1}],',
      '"a":"\\u0061",',
    ),
    tail: fc.constantFrom('', '', '', ' ', ',"totalCount":1', ',"results" :[]'),
  });
  fc.assert(
    fc.property(page, ({ rows: all, odds, isOften, head, tail }) => {
      const isOdd = (): boolean => isOften && (odds.next().value as number) < 5; // it is infinite
      const results = all.map((one) => written(one, isOdd)).join(isOdd() ? ' ,' : ',');
      const body = `{${head}"results":[${results}]${tail}}`;
      const { results: parsed } = JSON.parse(body) as Page;
      const [plain, fast, received] = [new JsonlEncoder(), new JsonlEncoder(), new ReceivedRows()];
      fast.onBody({ results: parsed }, Buffer.from(body));
      received.add({ results: parsed }, Buffer.from(body));

      expect(Buffer.from(fast.encode(parsed)).toString('hex')).toBe(
        Buffer.from(plain.encode(parsed)).toString('hex'),
      );
      seen[received.take(parsed) ? 'cut' : 'encoded'] += 1;
    }),
    { numRuns: 3000 },
  );
  expectOccurrences(seen, { cut: 500, encoded: 500 });
});
