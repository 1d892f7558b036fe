import { Readable } from 'node:stream';

import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import { csvRecords } from '../../../../src/cli/ledger-files/formats/csv-records.ts';
import * as fc from '../../../support/fast-check.ts';
import { expectOccurrences } from '../../../support/occurrences.ts';

function inChunks(content: string, size: number): AsyncIterable<Buffer> {
  const text = Buffer.from(content);
  const count = Math.ceil(text.length / size);
  return Readable.from(
    Array.from({ length: count }, (_, index) => text.subarray(index * size, (index + 1) * size)),
  );
}

async function read(text: string, size = text.length || 1) {
  const records: (readonly (string | null)[])[] = [];
  for await (const batch of csvRecords(inChunks(text, size))) records.push(...batch);
  return records;
}

test('an empty cell without quotes is null, and one in quotes is an empty string', async () => {
  expect(await read('a,b,c\r\n,"",1\r\n')).toEqual([
    ['a', 'b', 'c'],
    [null, '', '1'],
  ]);
});

test('the last line may have no end', async () => {
  expect(await read('a\n"b\n"')).toEqual([['a'], ['b\n']]);
  expect(await read('')).toEqual([]);
});

test.each([
  ['a\n"b', 'row 1: its quotes are not closed'],
  ['a\nb\n"c"d\n', 'row 2: a quote within a cell must be doubled, and the cell in quotes'],
  ['a\nb"c\n', 'row 1: a quote within a cell must be doubled, and the cell in quotes'],
])('%j is no CSV', async (text, message) => {
  await expect(read(text)).rejects.toMatchObject({ name: 'UnreadableFileError', message });
});

test('records are those of another reader, wherever the text is cut into chunks', async () => {
  const cell = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('', '""', 'a', '-1', '"a,b"', '"a""b"', '"\r\n"', '"""', "'=1") },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'x'), maxLength: 5 }) },
  );
  const texts = fc
    .array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    .chain((lines) =>
      fc.constantFrom('\n', '\r\n').map((end) => lines.map((cells) => cells.join(',')).join(end)),
    );
  const seen = { valid: 0, invalid: 0, cut: 0 };
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      let expected: string[][] | undefined;
      try {
        // Any of the line breaks ends a record, as in ours.
        expected = parse(text, { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true });
      } catch {
        // A quote in the wrong place.
      }
      const found = await read(text, size).catch(() => undefined);
      if (expected) seen.valid += 1;
      else seen.invalid += 1;
      if (size < text.length) seen.cut += 1;
      expect(found?.map((record) => record.map((one) => one ?? ''))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
  expectOccurrences(seen, { valid: 100, invalid: 50, cut: 300 });
});
