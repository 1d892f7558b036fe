import type { DriftEvent } from '../contract/validation/validation.ts';
import { printable } from '../errors/printable.ts';
import type { Logger } from '../options/logger.ts';
import { DriftReporter } from '../transport/drift.ts';
import { Observer } from '../transport/observer.ts';
import type { SentTokens } from '../transport/sent-tokens.ts';
import { printCause } from './print-cause.ts';
import { statusOf } from './responses.ts';
import type { CallbackError } from './callback-error.ts';

/** Reports failed callbacks and schema drift to the publisher. Errors of their logger and functions are contained. */
export class Reporter {
  readonly #operation: string;
  readonly #logger: Logger;
  readonly #onError: ((error: CallbackError) => unknown) | undefined;
  readonly #observer: Observer;
  /** Reports schema drift of payloads, once for each field. */
  readonly drift: DriftReporter;

  constructor(
    operation: string,
    options: {
      readonly logger?: Logger | undefined;
      readonly onError?: ((error: CallbackError) => unknown) | undefined;
      readonly onDrift?: ((event: DriftEvent) => void) | undefined;
    },
  ) {
    this.#operation = operation;
    this.#logger = options.logger ?? console;
    this.#onError = options.onError;
    this.#observer = new Observer(this.#logger, {});
    this.drift = new DriftReporter(options.onDrift, this.#observer);
  }

  /** Logs a failed callback and calls `onError`. */
  failed(error: CallbackError, sent: SentTokens): void {
    const status = statusOf(error.reason);
    const operation = printable(this.#operation);
    const entry = `publisher-commerce ${operation}: responded with ${status}, ${error.reason}: ${error.message}`;
    this.#observer.guard('logger', () => {
      const cause = error.cause === undefined ? '' : `\n  ${printCause(error.cause, sent)}`;
      this.#logger[status < 500 ? 'warn' : 'error'](entry + cause);
    });
    this.#observer.guard('onError', () => this.#onError?.(error));
  }
}
