import type { LoadDifference } from './load-verification.ts';

/** Maximum number of rows to list. */
export const maxListed = 100;

/** The differences of rows: each is counted, and the first ones are listed. */
export class RowDifferences {
  readonly #listed: LoadDifference[] = [];
  #count = 0;

  add(difference: () => LoadDifference): void {
    this.#count += 1;
    if (this.#listed.length < maxListed) this.#listed.push(difference());
  }

  /** In order of time. */
  get listed(): readonly LoadDifference[] {
    return this.#listed.toSorted((a, b) => ((a.timestamp ?? '') < (b.timestamp ?? '') ? -1 : 1));
  }

  get unlisted(): number {
    return this.#count - this.#listed.length;
  }
}
