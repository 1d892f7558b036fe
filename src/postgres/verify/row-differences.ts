import type { StoredKey } from '../database/tables.ts';
import { DifferencesByDay } from './day-differences.ts';
import { type LoadDifference, maxListed } from './load-verification.ts';

/** The differences of rows: the first ones are listed, and those of each day are told from others. */
export class RowDifferences {
  readonly days = new DifferencesByDay();
  readonly #listed: LoadDifference[] = [];

  add(difference: LoadDifference): void {
    this.days.add(difference);
    if (this.#listed.length < maxListed) this.#listed.push(difference);
  }

  /** Adds a difference of a stored row. */
  addStored(row: StoredKey & { readonly source: string }, difference: LoadDifference): void {
    const { source, timestamp, type, transaction_id: transactionId } = row;
    const { what, ...contents } = difference;
    this.add({ what, source, timestamp, type, transactionId, ...contents });
  }

  /** In order of time. */
  get listed(): readonly LoadDifference[] {
    return this.#listed.toSorted((a, b) => ((a.timestamp ?? '') < (b.timestamp ?? '') ? -1 : 1));
  }
}
