import type { StoredSession } from './session.ts';
import { type Change, type ChangeOf, type TableName, tableNames, type Tables } from './tables.ts';

type Rows = { readonly [Name in TableName]: Map<string, Tables[Name]> };

/** Keeps a state outside the process; throws if it cannot. */
export type Save = (rows: RowReader) => void;

/** The rows of a state, in the order in which their keys were added. */
export interface RowReader {
  list<Name extends TableName>(table: Name): Tables[Name][];
}

/** The state of the sandbox. All changes of a request are saved before they are seen, so that a failure changes nothing. */
export class Store implements RowReader {
  readonly #initial: readonly Change[];
  readonly #save: Save | undefined;
  #rows: Rows;

  /** Begins with the current rows; `reset` returns to the initial ones. */
  constructor(initial: readonly Change[], current: readonly Change[] = initial, save?: Save) {
    this.#initial = initial;
    this.#save = save;
    this.#rows = apply(emptyRows(), current);
  }

  get<Name extends TableName>(table: Name, key: string): Tables[Name] | undefined {
    return this.#rows[table].get(key);
  }

  list<Name extends TableName>(table: Name): Tables[Name][] {
    return [...this.#rows[table].values()];
  }

  /** The number of rows of a table. */
  count(table: TableName): number {
    return this.#rows[table].size;
  }

  /** The session of a purchase. */
  sessionOf(purchaseId: string): StoredSession | undefined {
    return this.list('sessions').find((session) => session.purchaseId === purchaseId);
  }

  /** Whether a session, a purchase or a transaction has an id. */
  isUsed(id: string): boolean {
    return (
      this.#rows.sessions.has(id) ||
      this.#rows.transactions.has(id) ||
      this.sessionOf(id) !== undefined ||
      this.list('transactions').some(({ purchaseId }) => purchaseId === id)
    );
  }

  /** Whether there is a translation into a locale. */
  isTranslated(locale: string): boolean {
    const translations = [...this.list('dynamicTranslations'), ...this.list('staticTranslations')];
    return translations.some((one) => one.locale === locale);
  }

  /** Makes all of the changes or none. */
  write(...changes: readonly Change[]): void {
    // Without a file nothing can fail, and a copy would cost more than the change.
    const rows = this.#save ? copyOf(this.#rows) : this.#rows;
    this.#replace(apply(rows, changes));
  }

  /** Discards all changes but the initial ones. */
  reset(): void {
    this.#replace(apply(emptyRows(), this.#initial));
  }

  #replace(rows: Rows): void {
    this.#save?.({ list: (table) => [...rows[table].values()] });
    this.#rows = rows;
  }
}

function emptyRows(): Rows {
  // Each name has its own empty map; the compiler does not see which.
  return Object.fromEntries(tableNames.map((name) => [name, new Map()])) as unknown as Rows;
}

function copyOf(rows: Rows): Rows {
  // As above: each map is copied under its own name.
  return Object.fromEntries(tableNames.map((name) => [name, new Map<string, unknown>(rows[name])])) as Rows;
}

function apply(rows: Rows, changes: readonly Change[]): Rows {
  for (const change of changes) applyOne(rows, change);
  return rows;
}

function applyOne<Name extends TableName>(rows: Rows, { table, key, row }: ChangeOf<Name>): void {
  if (row === null) rows[table].delete(key);
  else rows[table].set(key, row);
}
