import type { Drift, DriftEvent } from '../validation/validation.ts';
import { printable, shorten } from '../errors/printable.ts';
import type { Observer } from './observer.ts';
import { SentTokens } from './sent-tokens.ts';

/**
 * Reports schema drift once per operation and field. Reports may quote the service: the token is redacted, control
 * characters are escaped, and long strings are shortened.
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
      : ({ operation, path, expected, received, page }) =>
          observer.warn(
            `${operation}: ${path}${page === undefined ? '' : ` of the page at index ${page}`} is not as ` +
              `documented: expected ${expected}, received ${received}`,
          );
  }

  report(operation: string, drift: Drift, sent = this.#sent): void {
    const key = `${operation} ${drift.path.slice(0, maxPathLength)}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.reportAgain(operation, drift, sent);
  }

  /** Reports drift even if it was reported before, for findings that concern one iteration only. */
  reportAgain(operation: string, drift: Omit<DriftEvent, 'operation'>, sent = this.#sent): void {
    this.#report({
      operation,
      ...drift,
      path: printable(sent.redact(drift.path, maxPathLength)),
      expected: printable(sent.redact(drift.expected, maxExpectedLength)),
      // A new value of an enumeration has already been shortened.
      received: printable(sent.redactCut(shorten(drift.received, maxReceivedLength))),
    });
  }
}

const maxPathLength = 200;
const maxExpectedLength = 1000;
const maxReceivedLength = 200;
