import type { RejectedRow } from './rejected-row.ts';
import type { StoredRow } from './stored-row.ts';

/** The rows of a job. A row that is received again, on the next page for example, is one row. */
export class RowSet {
  readonly #rows = new Map<string, StoredRow[]>();
  readonly #rejected = new Map<string, RejectedRow>();
  #repeated = 0;

  add(row: StoredRow): void {
    const same = this.#rows.get(row.key);
    if (!same) this.#rows.set(row.key, [row]);
    else if (same.some(({ json }) => json === row.json)) this.#repeated += 1;
    else same.push(row);
  }

  reject(row: RejectedRow): void {
    if (this.#rejected.has(row.row)) this.#repeated += 1;
    else this.#rejected.set(row.row, row);
  }

  /** Returns the rows to store, each key once, and the others. */
  finish(): {
    readonly rows: readonly StoredRow[];
    readonly rejected: readonly RejectedRow[];
    readonly repeated: number;
  } {
    const rows = [...this.#rows.values()].flatMap((same) => (same.length === 1 ? same : []));
    return { rows, rejected: [...this.#rejected.values(), ...this.#conflicts()], repeated: this.#repeated };
  }

  /** Different rows with one key: nobody knows which of them is right. */
  #conflicts(): RejectedRow[] {
    const reason = 'another row has the same timestamp, type and id';
    return [...this.#rows.values()]
      .filter(({ length }) => length > 1)
      .flatMap((same) =>
        same.map(({ json, timestamp, fetchedAt }) => ({ reason, row: json, timestamp, fetchedAt })),
      );
  }
}
