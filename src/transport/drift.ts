import type { Drift } from '../contract/validate.ts';
import type { Observer } from './observer.ts';

/** An answer that is not quite as documented, and was delivered all the same. */
export interface DriftEvent extends Drift {
  /** The operation that was answered, for example `transactions.getPage`. */
  readonly operation: string;
}

/** Reports each drifting field once for each operation and path, however often it comes. */
export class DriftReporter {
  readonly #seen = new Set<string>();
  readonly #report: (event: DriftEvent) => void;

  constructor(onDrift: ((event: DriftEvent) => void) | undefined, observer: Observer) {
    this.#report = onDrift
      ? (event) => observer.guard('onDrift', () => onDrift(event))
      : ({ operation, path, expected, received }) =>
          observer.warn(
            `${operation}: ${path} is not as documented: expected ${expected}, received ${received}`,
          );
  }

  report(operation: string, drift: Drift): void {
    const key = `${operation} ${drift.path}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.reportAgain(operation, drift);
  }

  /** Reports it each time: what one walk found says nothing of the next. */
  reportAgain(operation: string, drift: Drift): void {
    this.#report({ operation, ...drift });
  }
}
