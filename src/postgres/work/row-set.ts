import { canonicalJson } from '../../ledger/row-key.ts';
import type { ReadMoment } from '../database/open-database.ts';
import { copyField, type EncodedRow, type RejectedRow } from './stored-row.ts';

/** A row to store, as it was received. */
export interface StoredRow extends EncodedRow {
  /** 0, or more for further rows with the same key. */
  readonly occurrence: number;
  /** Before its page was requested. */
  readonly read: ReadMoment;
  /** Id of its player, as received. */
  readonly customer: string | null;
  readonly isErased?: boolean;
}

/** The timestamp of a row in UTC, with microseconds: all have the same length. */
export function timestampOf({ key }: Pick<StoredRow, 'key'>): string {
  return key.slice(0, '2026-10-01T00:00:00.000000Z'.length);
}

/** Rows that are sent to the database in one message. */
const batch = 500;

/** Whose rows are stored, and by which load. */
interface Origin {
  readonly source: string;
  readonly load: number;
}

/** Yields the lines of rows in the text format of COPY, a batch at a time. */
export function* linesOf(
  rows: readonly StoredRow[],
  { source, load }: Origin,
): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += batch) {
    const lines = rows
      .slice(from, from + batch)
      .map(({ fields, occurrence, read, json, isErased = false }) =>
        [
          ...[fields, occurrence, read.number, read.time, copyField(source), load, copyField(json)],
          isErased ? read.time : '\\N',
        ].join('\t'),
      );
    yield `${lines.join('\n')}\n`;
  }
}

type ReceivedRow = Omit<StoredRow, 'occurrence'>;

/** The rows of a job. A row that is received again, on the next page for example, is one row. */
export class RowSet {
  readonly #rows: ReceivedRow[] = [];
  readonly #rejected = new Map<string, RejectedRow>();
  #repeated = 0;

  add(row: EncodedRow, customer: string | null, read: ReadMoment): void {
    this.#rows.push({ ...row, customer, read });
  }

  reject(row: RejectedRow): void {
    if (this.#rejected.has(row.row)) this.#repeated += 1;
    else this.#rejected.set(row.row, row);
  }

  /**
   * Returns the rows to store in the order of their keys, and the others. Different rows with one key are all stored if
   * the list is steady: nothing shows that one of them was corrected while pages shifted. Otherwise they are rejected,
   * since nobody knows which of them is right.
   *
   * @param steady Whether the rows add up to the service's count, and nothing changed while they were read
   */
  finish(steady: boolean): {
    readonly rows: readonly StoredRow[];
    readonly rejected: readonly RejectedRow[];
    readonly repeated: number;
  } {
    const sorted = this.#rows.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    const groups = [...Map.groupBy(sorted, ({ key }) => key).values()].map((same) =>
      same.length === 1 ? same : distinct(same),
    );
    const kept = groups.reduce((total, rows) => total + rows.length, 0);
    this.#repeated += this.#rows.length - kept;
    const areRows = steady && this.#repeated === 0 && this.#rejected.size === 0;
    const rows: StoredRow[] = [];
    for (const group of groups) {
      if (group.length === 1 || areRows)
        rows.push(...group.map((row, occurrence) => ({ ...row, occurrence })));
      else for (const row of group) this.reject(toConflict(row));
    }
    return { rows, rejected: [...this.#rejected.values()], repeated: this.#repeated };
  }
}

/** Returns different rows with one key, in an order that does not depend on that of the pages or of their fields. */
function distinct(rows: readonly ReceivedRow[]): readonly ReceivedRow[] {
  const byContent = new Map(rows.map((row) => [canonicalJson(JSON.parse(row.json)), row]));
  return [...byContent].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function toConflict(row: ReceivedRow): RejectedRow {
  return {
    reason: 'another row has the same timestamp, type and id',
    row: row.json,
    timestamp: timestampOf(row),
    read: row.read,
    customer: row.customer,
  };
}
