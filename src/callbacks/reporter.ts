import { inspect } from 'node:util';

import type { CallbackError } from '../errors/index.ts';
import { DriftReporter } from '../transport/drift.ts';
import { Observer } from '../transport/observer.ts';
import type { CallbackDrift, CallbackLogger } from './options.ts';
import { statusOf } from './replies.ts';

const ignore = (): void => undefined;

/** Tells the publisher what the service is not told; what their logger and functions throw goes no further. */
export class Reporter {
  readonly #operation: string;
  readonly #logger: CallbackLogger;
  readonly #onError: ((error: CallbackError) => unknown) | undefined;
  readonly #observer: Observer;
  /** Tells of payloads that are not quite as documented, once for each field. */
  readonly drift: DriftReporter;

  constructor(
    operation: string,
    options: {
      readonly logger?: CallbackLogger | undefined;
      readonly onError?: ((error: CallbackError) => unknown) | undefined;
      readonly onDrift?: ((event: CallbackDrift) => void) | undefined;
    },
  ) {
    const logger = options.logger ?? console;
    this.#operation = operation;
    this.#logger = logger;
    this.#onError = options.onError;
    this.#observer = new Observer(
      { debug: ignore, info: ignore, warn: (text) => logger.warn(text), error: (text) => logger.error(text) },
      {},
    );
    this.drift = new DriftReporter(options.onDrift, this.#observer);
  }

  failed(error: CallbackError): void {
    const status = statusOf(error.reason);
    const said = `publisher-commerce ${this.#operation}: answered ${status}, ${error.reason}: ${error.message}`;
    const cause = error.cause === undefined ? '' : `\n${inspect(error.cause)}`;
    this.#observer.guard('logger', () => this.#logger[status < 500 ? 'warn' : 'error'](said + cause));
    this.#observer.guard('onError', () => this.#onError?.(error));
  }
}
