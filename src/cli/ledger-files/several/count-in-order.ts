import { instantOf } from '../../../client/api/instant.ts';
import { OrderedKeys } from '../../../ledger/ordered-keys.ts';
import type { RowWith } from '../ledger-row.ts';
import { type FileToRead, readLedger, rowKey } from '../read-ledger.ts';

/** A row, as far as it is compared. */
type KeyRow = RowWith<(typeof rowKey)[number]>;

/**
 * Counts rows of files that have the key of another row, in any of them; `undefined` if a file is not in order of time. Each
 * is read once, and no more than a batch of its rows is in memory.
 */
export async function countInOrder(files: readonly FileToRead[]): Promise<number | undefined> {
  const keys = new OrderedKeys('asc');
  const cursors = files.map((file) => new Cursor(file));
  try {
    for (const cursor of cursors) await cursor.advance();
    while (keys.ordered) {
      const [first, ...others] = cursors.filter(({ row }) => row);
      if (!first) return keys.duplicates;
      const next = others.reduce((one, other) => (other.instant < one.instant ? other : one), first);
      if (next.row) keys.add(next.instant, next.row.type, next.row.transaction_id);
      // Most rows are in memory already.
      if (!next.step()) await next.advance();
    }
    return undefined;
  } finally {
    for (const cursor of cursors) await cursor.close();
  }
}

/** Where a file is read. */
class Cursor {
  /** `undefined` at its end. */
  row: KeyRow | undefined;
  instant = NaN;
  readonly #batches: AsyncGenerator<readonly KeyRow[], void, undefined>;
  #batch: readonly KeyRow[] = [];
  #index = 0;

  constructor(file: FileToRead) {
    this.#batches = readLedger({ ...file, needed: rowKey });
  }

  /** Moves to the next row of the batch; returns whether there is one. */
  step(): boolean {
    this.row = this.#batch[this.#index];
    this.#index += 1;
    if (this.row) this.instant = instantOf(this.row.timestamp);
    return this.row !== undefined;
  }

  /** Moves to the first row of the next batch that has one. */
  async advance(): Promise<void> {
    do {
      const { value } = await this.#batches.next();
      if (!value) return;
      this.#batch = value;
      this.#index = 0;
    } while (!this.step());
  }

  async close(): Promise<void> {
    await this.#batches.return();
  }
}
