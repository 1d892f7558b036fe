import type { DriftEvent } from '../validation/validation.ts';
import { printable, printableLines } from '../errors/printable.ts';
import type { Logger } from '../options/rules.ts';
import { nodeProcess } from '../runtime/runtime.ts';
import { DriftReporter } from '../http/observer.ts';
import { Observer } from '../http/observer.ts';
import type { TokenRedactor } from '../http/redact.ts';
import { type CallbackError, rejectionOf } from './callback-error.ts';

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
  failed(error: CallbackError, sent: TokenRedactor): void {
    const { status } = rejectionOf(error.reason);
    const operation = printable(this.#operation);
    const entry = `publisher-commerce ${operation}: responded with ${status}, ${error.reason}: ${error.message}`;
    this.#observer.guard('logger', () => {
      const cause = error.cause === undefined ? '' : `\n  ${printCause(error.cause, sent)}`;
      this.#logger[status < 500 ? 'warn' : 'error'](entry + cause);
    });
    this.#observer.guard('onError', () => this.#onError?.(error));
  }
}

const longestCause = 20_000;

/**
 * Prints what the publisher's function threw, over several lines. Its message may quote the request: line breaks in it
 * are escaped, and every further line is indented, so that no log reads it as an entry of its own.
 */
export function printCause(cause: unknown, sent: TokenRedactor): string {
  try {
    const printed = sent.redact(inspect(cause), longestCause);
    const message = cause instanceof Error ? sent.redact(cause.message, longestCause) : '';
    return printableLines(printed.replace(message, () => printable(message))).replaceAll(
      /\n(?!\s|[}\]]+$)/gm,
      () => String.raw`\n`,
    );
  } catch {
    // A getter or a custom inspect function threw.
    return 'a value that cannot be printed';
  }
}

/** Prints as Node does where its `inspect` exists. Otherwise prints an error's stack, and those of its causes. */
function inspect(value: unknown): string {
  // Not imported, so that bundles for other runtimes need no Node.
  const util = nodeProcess().getBuiltinModule?.('node:util');
  return util ? util.inspect(value) : stacksOf(value, maxCauses);
}

/** A cause may be its own cause. */
const maxCauses = 5;

function stacksOf(value: unknown, remaining: number): string {
  if (!(value instanceof Error)) return String(value);
  const { stack = String(value), cause } = value;
  if (cause === undefined || remaining === 0) return stack;
  return `${stack}\n  [cause]: ${stacksOf(cause, remaining - 1)}`;
}
