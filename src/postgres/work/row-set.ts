import { copyField, type EncodedRow, type RejectedRow } from './stored-row.ts';

/** A row to store, as it was received. */
export interface StoredRow extends EncodedRow {
  /** The database's clock before its page was requested. */
  readonly fetchedAt: string;
}

/** The timestamp of a row in UTC, with microseconds: all have the same length. */
export function timestampOf({ key }: StoredRow): string {
  return key.slice(0, '2026-10-01T00:00:00.000000Z'.length);
}

/** Rows that are sent to the database in one message. */
const batch = 500;

/** Yields the lines of rows in the text format of COPY, a batch at a time. */
export function* linesOf(rows: readonly StoredRow[], load: number): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += batch) {
    const lines = rows
      .slice(from, from + batch)
      .map(({ fields, fetchedAt, json }) => `${fields}\t${fetchedAt}\t${load}\t${copyField(json)}\n`);
    yield lines.join('');
  }
}

/** The rows of a job. A row that is received again, on the next page for example, is one row. */
export class RowSet {
  readonly #keysOnly: boolean;
  readonly #rows: StoredRow[] = [];
  readonly #rejected = new Map<string, RejectedRow>();
  #repeated = 0;

  /** @param keysOnly Whether to leave out the contents of rows */
  constructor(keysOnly: boolean) {
    this.#keysOnly = keysOnly;
  }

  /** @param fetchedAt The database's clock before the page was requested */
  add({ key, fields, json }: EncodedRow, fetchedAt: string): void {
    this.#rows.push(
      this.#keysOnly ? { key, fields: '', json: '', fetchedAt } : { key, fields, json, fetchedAt },
    );
  }

  reject(row: RejectedRow): void {
    if (this.#rejected.has(row.row)) this.#repeated += 1;
    else this.#rejected.set(row.row, row);
  }

  /**
   * Returns the rows to store in the order of their keys, each once, and the others. Different rows with one key are
   * rejected: nobody knows which of them is right.
   */
  finish(): {
    readonly rows: readonly StoredRow[];
    readonly rejected: readonly RejectedRow[];
    readonly repeated: number;
  } {
    const sorted = this.#rows.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    const rows: StoredRow[] = [];
    for (const same of Map.groupBy(sorted, ({ key }) => key).values()) {
      const different = [...new Map(same.map((row) => [row.json, row])).values()];
      this.#repeated += same.length - different.length;
      if (different.length === 1) rows.push(...different);
      else for (const row of different) this.reject(toConflict(row));
    }
    return { rows, rejected: [...this.#rejected.values()], repeated: this.#repeated };
  }
}

function toConflict(row: StoredRow): RejectedRow {
  return {
    reason: 'another row has the same timestamp, type and id',
    row: row.json,
    timestamp: timestampOf(row),
    fetchedAt: row.fetchedAt,
  };
}
