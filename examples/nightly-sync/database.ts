import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Checkpoint, Transaction } from 'publisher-commerce';

export interface Range {
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * A row is identified by its time, type and transaction id. The specification does not promise that the id alone is
 * unique: a refund may have the id of its payment, and the two must not count as one.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS transactions (
    timestamp TEXT NOT NULL,
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount INTEGER NOT NULL,
    net_usd_cents INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (timestamp, type, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sync (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    synced_until TEXT,
    unfinished TEXT
  ) STRICT;
  INSERT INTO sync (singleton) VALUES (1) ON CONFLICT DO NOTHING;
`;

/** The ledger in SQLite, with the progress of the copy. */
export class LedgerDatabase implements Disposable {
  readonly #db: DatabaseSync;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#db = new DatabaseSync(path);
    this.#db.exec(schema);
  }

  get syncedUntil(): string | undefined {
    return this.#sync().synced_until ?? undefined;
  }

  /** Where an interrupted run stopped, and in which range. */
  get unfinished(): Checkpoint | undefined {
    const { unfinished } = this.#sync();
    return unfinished === null ? undefined : (JSON.parse(unfinished) as Checkpoint);
  }

  /** Stores a page and its checkpoint in one transaction; returns the number of new rows. */
  savePage(rows: readonly Transaction[], checkpoint: Checkpoint): number {
    const insert = this.#db.prepare(
      'INSERT INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (timestamp, type, id) DO NOTHING',
    );
    const saveProgress = this.#db.prepare('UPDATE sync SET unfinished = ?');
    let added = 0;
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      for (const row of rows) {
        const { id, type, currencyCode, amount, publisherNetAmountUsd } = row.transactionDetails;
        const values = [row.timestamp, type, id, currencyCode, amount, publisherNetAmountUsd];
        added += Number(insert.run(...values, JSON.stringify(row)).changes);
      }
      saveProgress.run(JSON.stringify(checkpoint));
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
    return added;
  }

  /** Records that every page of the range is stored. */
  finish({ endDate }: Range): void {
    this.#db.prepare('UPDATE sync SET synced_until = ?, unfinished = NULL').run(endDate);
  }

  /** Returns BigInts, because a sum may exceed what a double holds. */
  totals(): { readonly rows: bigint; readonly netUsdCents: bigint } {
    const query = this.#db.prepare(
      'SELECT count(*) AS rows, coalesce(sum(net_usd_cents), 0) AS netUsdCents FROM transactions',
    );
    query.setReadBigInts(true);
    // The shape is that of the query above, which the compiler cannot read.
    return query.get() as { rows: bigint; netUsdCents: bigint };
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #sync(): { synced_until: string | null; unfinished: string | null } {
    const query = this.#db.prepare('SELECT synced_until, unfinished FROM sync');
    // As above; the schema guarantees exactly one row.
    return query.get() as { synced_until: string | null; unfinished: string | null };
  }
}
