import type { Journal } from './journal.ts';
import type { StoredSession } from './session.ts';
import type { Change, ChangeOf, TableName, Tables } from './tables.ts';

type Rows = { readonly [Name in TableName]: Map<string, Tables[Name]> };

/**
 * The state of the sandbox. All changes of a request are written at once: first to the journal, if any, then to
 * memory, so that a failure changes neither.
 */
export class Store {
  readonly #initial: readonly Change[];
  readonly #journal: Journal | undefined;
  #rows = emptyRows();
  #ids = new UsedIds();
  #revision = 0;

  /** Applies the initial changes, then those of the journal. */
  constructor(initial: readonly Change[], journal?: Journal) {
    this.#initial = initial;
    this.#journal = journal;
    this.#apply(initial);
    for (const changes of journal?.replay() ?? []) this.#apply(changes);
  }

  get<Name extends TableName>(table: Name, key: string): Tables[Name] | undefined {
    return this.#rows[table].get(key);
  }

  /** The rows of a table, in the order in which their keys were added. */
  list<Name extends TableName>(table: Name): Tables[Name][] {
    return [...this.#rows[table].values()];
  }

  /** The number of rows of a table. */
  count(table: TableName): number {
    return this.#rows[table].size;
  }

  /** The session of a purchase. */
  sessionOf(purchaseId: string): StoredSession | undefined {
    const token = this.#ids.tokenOf(purchaseId);
    return token === undefined ? undefined : this.get('sessions', token);
  }

  /** Whether a session, a purchase or a transaction has, or had, an id. */
  isUsed(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Changes with the state. */
  get revision(): number {
    return this.#revision;
  }

  /** Makes all of the changes or none; with a journal, they survive a crash. */
  write(...changes: readonly Change[]): void {
    this.#journal?.append(changes);
    this.#apply(changes);
  }

  /** Discards all changes but the initial ones. */
  reset(): void {
    this.#journal?.clear();
    this.#rows = emptyRows();
    this.#ids = new UsedIds();
    this.#apply(this.#initial);
  }

  /** Closes the journal; with a journal, nothing can be written afterwards. */
  close(): void {
    this.#journal?.close();
  }

  #apply(changes: readonly Change[]): void {
    this.#revision += 1;
    for (const change of changes) {
      applyTo(this.#rows, change);
      this.#ids.add(change);
    }
  }
}

function emptyRows(): Rows {
  return {
    clock: new Map(),
    pricePoints: new Map(),
    promoCodes: new Map(),
    dynamicTranslations: new Map(),
    staticTranslations: new Map(),
    content: new Map(),
    offers: new Map(),
    sessions: new Map(),
    transactions: new Map(),
    personalization: new Map(),
  };
}

function applyTo<Name extends TableName>(rows: Rows, { table, key, row }: ChangeOf<Name>): void {
  if (row === null) rows[table].delete(key);
  else rows[table].set(key, row);
}

/**
 * The ids of sessions, purchases and transactions, and the session of each purchase. An index, since a sandbox may have
 * tens of thousands of rows, and each payment needs an id that none of them has.
 */
class UsedIds {
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
