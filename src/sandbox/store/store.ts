import type { IdSource } from '../random.ts';
import type { StoredSession } from './session.ts';
import { type StoreChange, type TableName, tableNames, type StoreTables } from './tables.ts';

/** Rows by their keys; `put` has checked that each has the type of its table. */
type Rows = Readonly<Record<TableName, Map<string, unknown>>>;

/** Keeps a state outside the process; throws if it cannot. */
export type Save = (store: Store) => void;

/** The state of the sandbox. All changes of a request are saved before they are seen, so that a failure changes nothing. */
export class Store {
  readonly #initial: readonly StoreChange[];
  readonly #save: Save | undefined;
  #rows: Rows;
  /** Number of the first id. */
  #firstId: number;

  /** Begins with the current rows; `reset` returns to the initial ones. */
  constructor(
    initial: readonly StoreChange[],
    current: readonly StoreChange[] = initial,
    save?: Save,
    firstId = 0,
  ) {
    this.#initial = initial;
    this.#save = save;
    this.#firstId = firstId;
    this.#rows = apply(copyOf(), current);
  }

  get<Name extends TableName>(table: Name, key: string): StoreTables[Name] | undefined {
    return this.#rows[table].get(key) as StoreTables[Name] | undefined; // of its table
  }

  list<Name extends TableName>(table: Name): StoreTables[Name][] {
    return [...this.#rows[table].values()] as StoreTables[Name][]; // as above
  }

  /** The number of rows of a table. */
  count(table: TableName): number {
    return this.#rows[table].size;
  }

  /** The session of a purchase. */
  sessionOf(purchaseId: string): StoredSession | undefined {
    return this.list('sessions').find((session) => session.purchaseId === purchaseId);
  }

  /** The first id of a prefix that nothing has: a seed file may have ids of another sandbox, or edited ones. */
  unusedId(ids: IdSource, prefix: string, first: number): string {
    // Sessions have even numbers, and their purchases odd ones.
    for (let number = this.#firstId + first; ; number += 2) {
      const id = ids(prefix, number >>> 0);
      if (!this.#isUsed(id)) return id;
    }
  }

  /** Whether there is a translation into a locale. */
  isTranslated(locale: string): boolean {
    const translations = [...this.list('dynamicTranslations'), ...this.list('staticTranslations')];
    return translations.some((one) => one.locale === locale);
  }

  /** Makes all of the changes or none. */
  write(...changes: readonly StoreChange[]): void {
    // Without a file nothing can fail, and a copy would cost more than the change.
    const rows = this.#save ? copyOf(this.#rows) : this.#rows;
    this.#replace(apply(rows, changes));
  }

  /** Discards all changes but the initial ones. An id that was in use is not given again: whoever has seen it ignores it. */
  reset(): void {
    this.#firstId += 2 * (this.count('sessions') + this.count('transactions'));
    this.#replace(apply(copyOf(), this.#initial));
  }

  /** Whether a session, a purchase or a transaction has an id. */
  #isUsed(id: string): boolean {
    return (
      this.#rows.sessions.has(id) ||
      this.#rows.transactions.has(id) ||
      this.sessionOf(id) !== undefined ||
      this.list('transactions').some(({ purchaseId }) => purchaseId === id)
    );
  }

  #replace(rows: Rows): void {
    const before = this.#rows;
    this.#rows = rows;
    try {
      this.#save?.(this);
    } catch (error) {
      this.#rows = before;
      throw error;
    }
  }
}

function copyOf(rows?: Rows): Rows {
  // Each name has its own map.
  return Object.fromEntries(tableNames.map((name) => [name, new Map(rows?.[name])])) as Rows;
}

function apply(rows: Rows, changes: readonly StoreChange[]): Rows {
  for (const { table, key, row } of changes) {
    if (row === null) rows[table].delete(key);
    else rows[table].set(key, row);
  }
  return rows;
}
