import { inspect } from 'node:util';

import type { CallbackError } from '../errors/index.ts';
import { printable, printableLines } from '../errors/printable.ts';
import { DriftReporter } from '../transport/drift.ts';
import { Observer } from '../transport/observer.ts';
import type { SentTokens } from '../transport/sent-tokens.ts';
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

  failed(error: CallbackError, sent: SentTokens): void {
    const status = statusOf(error.reason);
    const operation = printable(this.#operation);
    const said = `publisher-commerce ${operation}: answered ${status}, ${error.reason}: ${error.message}`;
    this.#observer.guard('logger', () => {
      const cause = error.cause === undefined ? '' : `\n  ${printCause(error.cause, sent)}`;
      this.#logger[status < 500 ? 'warn' : 'error'](said + cause);
    });
    this.#observer.guard('onError', () => this.#onError?.(error));
  }
}

const longestCause = 20_000;

/**
 * What the publisher's own function threw, over several lines. Its message may quote the request: there line breaks are
 * escaped as well, and no line begins at the margin, where a log would take it for an entry.
 */
function printCause(cause: unknown, sent: SentTokens): string {
  try {
    const printed = sent.redact(inspect(cause), longestCause);
    const message = cause instanceof Error ? sent.redact(cause.message, longestCause) : '';
    return printableLines(printed.replace(message, () => printable(message))).replaceAll(
      /\n(?!\s|[}\]]+$)/gm,
      () => String.raw`\n`,
    );
  } catch {
    // A getter, or a printer of its own, that throws.
    return 'something that cannot be printed';
  }
}
