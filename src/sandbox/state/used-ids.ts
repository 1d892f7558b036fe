import type { Change } from './tables.ts';

/**
 * The ids of sessions, purchases and transactions, and the session of each purchase. An index, since a sandbox may have
 * tens of thousands of rows, and each payment needs an id that none of them has.
 */
export class UsedIds {
  readonly #ids = new Set<string>();
  readonly #tokens = new Map<string, string>();

  /** Notes the ids of a changed row; an id stays used. */
  add({ table, row }: Change): void {
    if (table === 'sessions' && row) {
      this.#ids.add(row.checkoutSessionToken).add(row.purchaseId);
      this.#tokens.set(row.purchaseId, row.checkoutSessionToken);
    }
    if (table === 'transactions' && row) this.#ids.add(row.transactionDetails.id).add(row.purchaseId);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The token of a purchase's session. */
  tokenOf(purchaseId: string): string | undefined {
    return this.#tokens.get(purchaseId);
  }
}
