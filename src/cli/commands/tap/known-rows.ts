import { createHash } from 'node:crypto';

import * as z from 'zod';

import { fieldOf } from '../../../client/api/input.ts';
import { instantOf } from '../../../client/api/instant.ts';
import type { Transaction } from '../../../client/api/transactions.ts';
import { type KnownRow, lookedFor, recognizeLedger } from '../../../ledger/recognize-ledger.ts';
import type { Connection } from '../../service/connection.ts';
import { UsageError } from '../../terminal/command-error.ts';

/** The rule of what a state has of the newest rows. */
export const knownRowsSchema = z.array(z.strictObject({ timestamp: z.string(), key: z.string() })).readonly();

/** The newest rows that a tap has read: by them it recognizes the ledger of a service. */
export class KnownRows {
  readonly #transactions: Connection['client']['transactions'];
  readonly #signal: AbortSignal;
  #newest: readonly KnownRow[];

  constructor({ client }: Connection, saved: readonly KnownRow[] = [], signal: AbortSignal) {
    this.#transactions = client.transactions;
    this.#newest = saved;
    this.#signal = signal;
  }

  /** As a state has them: the newest first. */
  get newest(): readonly KnownRow[] {
    return this.#newest;
  }

  /** Adds rows that are about to be printed, the newest last. */
  add(rows: readonly Transaction[]): void {
    const added = rows.slice(-lookedFor).map((row) => ({ timestamp: row.timestamp, key: keyOf(row) }));
    const byKey = new Map([...this.#newest, ...added].map((row) => [row.key, row]));
    this.#newest = [...byKey.values()]
      .toSorted((one, other) => instantOf(other.timestamp) - instantOf(one.timestamp))
      .slice(0, lookedFor);
  }

  /**
   * Checks that a known row is among those that the service has returned, or else that it has one.
   *
   * @throws UsageError if it has none of them, but others: its token is that of another game
   */
  async check(received: readonly Transaction[] = []): Promise<void> {
    const isKnown = (row: Transaction): boolean =>
      this.#newest.some(({ timestamp, key }) => timestamp === row.timestamp && key === keyOf(row));
    if (received.some(isKnown)) return;
    const options = { signal: this.#signal, hasOthers: received.length > 0 };
    if ((await recognizeLedger(this.#transactions, this.#newest, keyOf, options)) !== 'other') return;
    throw new UsageError(
      `token: must be of the ledger that was read before: the service has none of its ${this.#newest.length} newest rows, but ` +
        'others, of which none was printed. Set its token, and continue with the last state. If the service has replaced this ' +
        'ledger, or --state is of another one, leave out --state, to read all days again',
    );
  }
}

/** A row is identified, and not revealed: states are printed. */
function keyOf(row: unknown): string {
  const details = fieldOf(row, 'transactionDetails');
  const names = [fieldOf(details, 'type'), fieldOf(details, 'id')];
  const key = [instantOf(fieldOf(row, 'timestamp')), ...names].join('\0');
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
