import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { PublisherClient } from 'publisher-commerce';

/** What a player has bought. */
export interface Purchase {
  readonly purchaseId: string;
  readonly playerId: string;
  readonly item: string;
}

const schema = `
  CREATE TABLE IF NOT EXISTS grants (
    purchase_id TEXT PRIMARY KEY,
    player_id TEXT NOT NULL,
    item TEXT NOT NULL,
    granted_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (
    purchase_id TEXT PRIMARY KEY,
    opened_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS inventory (
    player_id TEXT NOT NULL,
    item TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (player_id, item)
  ) STRICT;
`;

const oneDay = 86_400_000;

/**
 * How long a session without a grant is open. How long one can be paid is not documented (§4.15): nobody waits for this
 * one longer, and each night reads no more than that because of it.
 */
const openFor = 30 * oneDay;

/** Which sessions are open, which purchases were granted, and what players own. */
export class Grants implements Disposable {
  readonly #db: DatabaseSync;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#db = new DatabaseSync(path);
    // Several servers may share the file: one waits for another.
    this.#db.exec('PRAGMA busy_timeout = 5000');
    this.#db.exec(schema);
  }

  /** Stores that a session was opened, before its player can pay: no payment of it is earlier. */
  opened(purchaseId: string, now: Date): void {
    this.#db
      .prepare('INSERT INTO sessions VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(purchaseId, now.toISOString());
  }

  /** The sessions that are open, the oldest first. */
  open(now: Date): readonly string[] {
    const query = this.#db.prepare(
      `SELECT purchase_id FROM sessions LEFT JOIN grants USING (purchase_id)
       WHERE granted_at IS NULL AND opened_at >= ? ORDER BY opened_at`,
    );
    return query.all(new Date(+now - openFor).toISOString()).map((row) => String(row['purchase_id']));
  }

  /** When the oldest session was opened that is open, or was granted since a time; that time if it is earlier. */
  lookBack(since: Date, now: Date): Date {
    const query = this.#db.prepare(
      `SELECT min(opened_at) AS oldest FROM sessions LEFT JOIN grants USING (purchase_id)
       WHERE granted_at >= ? OR (granted_at IS NULL AND opened_at >= ?)`,
    );
    const oldest = query.get(since.toISOString(), new Date(+now - openFor).toISOString())?.['oldest'];
    return typeof oldest === 'string' && oldest < since.toISOString() ? new Date(oldest) : since;
  }

  /** Grants a purchase, unless it was granted before; returns whether it was new. Both tables change, or none. */
  grant({ purchaseId, playerId, item }: Purchase, now: Date): boolean {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const insert = this.#db.prepare('INSERT INTO grants VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
      const isNew = insert.run(purchaseId, playerId, item, now.toISOString()).changes === 1;
      if (isNew) {
        this.#db
          .prepare(
            `INSERT INTO inventory VALUES (?, ?, 1)
             ON CONFLICT (player_id, item) DO UPDATE SET quantity = quantity + 1`,
          )
          .run(playerId, item);
      }
      this.#db.exec('COMMIT');
      return isNew;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  has(purchaseId: string): boolean {
    return this.#db.prepare('SELECT 1 FROM grants WHERE purchase_id = ?').get(purchaseId) !== undefined;
  }

  /** The purchases that were granted since a time. */
  since(time: Date): readonly string[] {
    const query = this.#db.prepare(
      'SELECT purchase_id FROM grants WHERE granted_at >= ? ORDER BY granted_at',
    );
    return query.all(time.toISOString()).map((row) => String(row['purchase_id']));
  }

  /** What players own, for display. */
  inventory(): readonly string[] {
    const lines = `SELECT player_id || ': ' || quantity || ' x ' || item AS line FROM inventory ORDER BY line`;
    return this.#db
      .prepare(lines)
      .all()
      .map((row) => String(row['line']));
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

/**
 * Compares the grants since a time, and the open sessions, with the report, which is read from the oldest of their
 * sessions on: a callback may come long after its payment. A purchase is paid while what it was refunded is less than its
 * amount.
 */
export async function compareWithReport(
  { transactions }: PublisherClient,
  grants: Grants,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<{ readonly notGranted: readonly string[]; readonly notPaid: readonly string[] }> {
  const balances = new Map<string, number>();
  const expected = new Set(grants.open(now));
  // A day more on both sides: a grant may be later than its payment, and the service's clock ahead.
  const range = {
    startDate: new Date(+grants.lookBack(since, now) - oneDay),
    endDate: new Date(+now + oneDay),
  };
  for await (const { purchaseId, timestamp, transactionDetails } of transactions.list(range)) {
    if (!purchaseId) continue;
    balances.set(purchaseId, (balances.get(purchaseId) ?? 0) + transactionDetails.amount);
    if (Date.parse(timestamp) >= +since) expected.add(purchaseId);
  }
  const isPaid = (purchaseId: string): boolean => (balances.get(purchaseId) ?? 0) > 0;
  return {
    notGranted: [...expected].filter((purchaseId) => isPaid(purchaseId) && !grants.has(purchaseId)),
    notPaid: grants.since(since).filter((purchaseId) => !isPaid(purchaseId)),
  };
}
