import { copyField } from './copy-field.ts';
import type { StoredRow } from './stored-row.ts';

/** Rows per chunk: a string of all rows would be held twice. */
const chunk = 500;

/** Returns rows in the text format of COPY: the ordinal, then the columns. */
export function* copyLines(rows: readonly StoredRow[], load: number): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += chunk) {
    let lines = '';
    for (const [index, { fields, fetchedAt, json }] of rows.slice(from, from + chunk).entries()) {
      const row = json.includes('\\') ? copyField(json) : json;
      lines += `${from + index}\t${fields}\t${fetchedAt}\t${load}\t${row}\n`;
    }
    yield lines;
  }
}
