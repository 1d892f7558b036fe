import type { Journal } from './journal.ts';
import type { Change, ChangeOf, TableName, Tables } from './tables.ts';

type Rows = { readonly [Name in TableName]: Map<string, Tables[Name]> };

/**
 * The state of the sandbox. All that one request changes is written at once: first to the journal where there is
 * one, then to memory, so that a failure leaves both as they were.
 */
export class Store {
  readonly #first: readonly Change[];
  readonly #journal: Journal | undefined;
  #rows: Rows;

  /** Begins with some changes, and goes on with those of the journal. */
  constructor(first: readonly Change[], journal?: Journal) {
    this.#first = first;
    this.#journal = journal;
    this.#rows = withChanges(emptyRows(), first);
    for (const changes of journal?.replay() ?? []) withChanges(this.#rows, changes);
  }

  get<Name extends TableName>(table: Name, key: string): Tables[Name] | undefined {
    return this.#rows[table].get(key);
  }

  /** The rows of a table, in the order in which their keys came. */
  list<Name extends TableName>(table: Name): Tables[Name][] {
    return [...this.#rows[table].values()];
  }

  /** How many rows a table has. */
  count(table: TableName): number {
    return this.#rows[table].size;
  }

  /** Makes changes, all of them or none; those that are made survive a crash. */
  write(...changes: readonly Change[]): void {
    this.#journal?.append(changes);
    withChanges(this.#rows, changes);
  }

  /** Forgets every change but the first ones. */
  reset(): void {
    this.#journal?.clear();
    this.#rows = withChanges(emptyRows(), this.#first);
  }

  /** Releases the file; nothing can be written afterwards where there is one. */
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
