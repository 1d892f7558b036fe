import type { Drift } from '../validation/validation.ts';
import type { DriftReporter } from '../http/observer.ts';

/** Reports each kind of change once per iteration. */
export class PageChanges {
  readonly #drift: Pick<DriftReporter, 'reportAgain'>;
  readonly #operation: string;
  readonly #isIndexed: boolean;
  readonly #seen = new Set<string>();

  /** @param isIndexed Whether the index of a page is that in the iteration: not with windows */
  constructor(drift: Pick<DriftReporter, 'reportAgain'>, operation: string, isIndexed = true) {
    this.#drift = drift;
    this.#operation = operation;
    this.#isIndexed = isIndexed;
  }

  report(drift: Drift, page: number): void {
    if (this.#seen.has(drift.path)) return;
    this.#seen.add(drift.path);
    this.#drift.reportAgain(this.#operation, { ...drift, ...(this.#isIndexed && { page }) });
  }
}
