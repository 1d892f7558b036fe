import type { StoredRow } from './stored-row.ts';

/** Rows per chunk: a string of all rows would be held twice. */
const chunk = 500;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns rows in the text format of COPY: the ordinal, then the columns. */
export function* copyLines(rows: readonly StoredRow[], load: number): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += chunk) {
    let lines = '';
    for (const [index, { values, fetchedAt, json }] of rows.slice(from, from + chunk).entries()) {
      lines += `${from + index}\t${values.map(field).join('\t')}\t${fetchedAt}\t${load}\t${field(json)}\n`;
    }
    yield lines;
  }
}

function field(value: string | number | null): string | number {
  if (value === null) return '\\N';
  if (typeof value === 'number') return value;
  return value.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
