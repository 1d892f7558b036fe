import type { Journal } from './journal.ts';
import type { Change, ChangeOf, TableName, Tables } from './tables.ts';

type Rows = { readonly [Name in TableName]: Map<string, Tables[Name]> };

/**
 * The state of the sandbox. All changes of a request are written at once: first to the journal, if any, then to
 * memory, so that a failure changes neither.
 */
export class Store {
  readonly #initial: readonly Change[];
  readonly #journal: Journal | undefined;
  #rows: Rows;

  /** Applies the initial changes, then those of the journal. */
  constructor(initial: readonly Change[], journal?: Journal) {
    this.#initial = initial;
    this.#journal = journal;
    this.#rows = withChanges(emptyRows(), initial);
    for (const changes of journal?.replay() ?? []) withChanges(this.#rows, changes);
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

  /** Makes all of the changes or none; with a journal, they survive a crash. */
  write(...changes: readonly Change[]): void {
    this.#journal?.append(changes);
    withChanges(this.#rows, changes);
  }

  /** Discards all changes but the initial ones. */
  reset(): void {
    this.#journal?.clear();
    this.#rows = withChanges(emptyRows(), this.#initial);
  }

  /** Closes the journal; with a journal, nothing can be written afterwards. */
  close(): void {
    this.#journal?.close();
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

function withChanges(rows: Rows, changes: readonly Change[]): Rows {
  for (const change of changes) apply(rows, change);
  return rows;
}

function apply<Name extends TableName>(rows: Rows, { table, key, row }: ChangeOf<Name>): void {
  if (row === null) rows[table].delete(key);
  else rows[table].set(key, row);
}
