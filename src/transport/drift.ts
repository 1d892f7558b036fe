import type { Drift, DriftEvent } from '../contract/validation/validation.ts';
import { printable, shorten } from '../errors/printable.ts';
import type { Observer } from './observer.ts';
import { SentTokens } from './sent-tokens.ts';

/**
 * Reports each drifting field once for each operation and path, however often it comes. What is reported is in part
 * the service's own words: the token is redacted, control characters are escaped, and long strings cut.
 */
export class DriftReporter {
  readonly #seen = new Set<string>();
  readonly #report: (event: DriftEvent) => void;
  readonly #sent: SentTokens;

  constructor(
    onDrift: ((event: DriftEvent) => void) | undefined,
    observer: Observer,
    sent: SentTokens = new SentTokens(),
  ) {
    this.#sent = sent;
    this.#report = onDrift
      ? (event) => observer.guard('onDrift', () => onDrift(event))
      : ({ operation, path, expected, received }) =>
          observer.warn(
            `${operation}: ${path} is not as documented: expected ${expected}, received ${received}`,
          );
  }

  report(operation: string, drift: Drift, sent = this.#sent): void {
    const key = `${operation} ${drift.path.slice(0, longestPath)}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.reportAgain(operation, drift, sent);
  }

  /** Reports it each time: what one walk found says nothing of the next. */
  reportAgain(operation: string, drift: Drift, sent = this.#sent): void {
    this.#report({
      operation,
      ...drift,
      path: printable(sent.redact(drift.path, longestPath)),
      expected: printable(sent.redact(drift.expected, longestExpected)),
      // A new value of an enumeration comes with its end cut off.
      received: printable(sent.redactCut(shorten(drift.received, longestReceived))),
    });
  }
}

const longestPath = 200;
const longestExpected = 1000;
const longestReceived = 200;
