import { transactionColumns } from '../database/tables.ts';
import type { EncodedRow, RejectedRow } from './stored-row.ts';

/**
 * A row to store: its key, and where its line is. As strings, the rows of a job would cost more than all else.
 */
export interface StoredRow {
  /** Timestamp, type and id, as stored. */
  readonly key: string;
  /** Lines of COPY in UTF-8, of many rows; that of this one begins at `start`, and ends with a line break before `end`. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly jsonStart: number;
  readonly end: number;
}

/** The timestamp of a row in UTC, with microseconds: all have the same length. */
export function timestampOf({ key }: StoredRow): string {
  return key.slice(0, '2026-10-01T00:00:00.000000Z'.length);
}

/** The columns before the JSON in the text format of COPY, those of the ledger first. */
export function fieldsOf({ bytes, start, jsonStart }: StoredRow): string {
  return bytes.toString('utf8', start, jsonStart);
}

/** The row as received, as JSON. */
export function jsonOf({ bytes, jsonStart, end }: StoredRow): string {
  return bytes.toString('utf8', jsonStart, end - 1).replaceAll('\\\\', '\\');
}

/** The lines of rows, in their order and without copying them: rows that follow each other are one part. */
export function linesOf(rows: readonly StoredRow[]): readonly Buffer[] {
  const parts: Buffer[] = [];
  let [first] = rows;
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (!first || (next?.bytes === row.bytes && next.start === row.end)) continue;
    parts.push(row.bytes.subarray(first.start, row.end));
    first = next;
  }
  return parts;
}

/** Bytes that are allocated for lines at a time. */
const chunk = 1024 * 1024;

/** The rows of a job. A row that is received again, on the next page for example, is one row. */
export class RowSet {
  readonly #load: number;
  readonly #keysOnly: boolean;
  #rows: StoredRow[] = [];
  /** Whether each key is greater than the one before. */
  #ordered = true;
  #lastKey = '';
  #bytes = Buffer.alloc(0);
  #used = 0;
  readonly #rejected = new Map<string, RejectedRow>();
  #repeated = 0;

  /** @param keysOnly Whether to leave out the contents of rows */
  constructor(load: number, keysOnly: boolean) {
    this.#load = load;
    this.#keysOnly = keysOnly;
  }

  /** @param fetchedAt The database's clock before the page was requested */
  add(row: EncodedRow, fetchedAt: string): void {
    const { key } = row;
    this.#ordered &&= key > this.#lastKey;
    this.#lastKey = key;
    this.#rows.push(this.#keysOnly ? { key, ...nothing } : this.#write(row, fetchedAt));
  }

  reject(row: RejectedRow): void {
    if (this.#rejected.has(row.row)) this.#repeated += 1;
    else this.#rejected.set(row.row, row);
  }

  /** Returns the rows to store in the order of their keys, each once, and the others. */
  finish(): {
    readonly rows: readonly StoredRow[];
    readonly rejected: readonly RejectedRow[];
    readonly repeated: number;
  } {
    const rows = this.#ordered ? this.#rows : this.#settle();
    return { rows, rejected: [...this.#rejected.values()], repeated: this.#repeated };
  }

  #write({ key, fields, json }: EncodedRow, fetchedAt: string): StoredRow {
    const head = `${fields}\t${fetchedAt}\t${this.#load}\t`;
    const most = (head.length + json.length) * 3 + 1;
    if (this.#bytes.length - this.#used < most) {
      this.#bytes = Buffer.allocUnsafeSlow(Math.max(chunk, most));
      this.#used = 0;
    }
    const [bytes, start] = [this.#bytes, this.#used];
    const jsonStart = start + bytes.write(head, start);
    const jsonEnd = jsonStart + bytes.write(json, jsonStart);
    const end = jsonEnd + bytes.write('\n', jsonEnd);
    this.#used = end;
    return { key, bytes, start, jsonStart, end };
  }

  /** Sorts the rows. Different ones with one key are rejected: nobody knows which of them is right. */
  #settle(): StoredRow[] {
    const sorted = this.#rows.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    const rows: StoredRow[] = [];
    for (const same of Map.groupBy(sorted, ({ key }) => key).values()) {
      const different = same.filter(
        (row, index) => same.findIndex((other) => hasSameJson(row, other)) === index,
      );
      this.#repeated += same.length - different.length;
      if (different.length === 1) rows.push(...different);
      else for (const row of different) this.reject(toConflict(row));
    }
    return rows;
  }
}

/** Of a row without its contents. */
const nothing = { bytes: Buffer.alloc(0), start: 0, jsonStart: 0, end: 0 };

function hasSameJson(one: StoredRow, other: StoredRow): boolean {
  return one.bytes.compare(other.bytes, other.jsonStart, other.end, one.jsonStart, one.end) === 0;
}

function toConflict(row: StoredRow): RejectedRow {
  return {
    reason: 'another row has the same timestamp, type and id',
    row: jsonOf(row),
    timestamp: timestampOf(row),
    fetchedAt: fieldsOf(row).split('\t')[transactionColumns.length] ?? '',
  };
}
