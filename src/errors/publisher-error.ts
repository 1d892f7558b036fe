import type { Checkpoint, Outcome } from './outcome.ts';
import { printable } from './printable.ts';

/** What every error of this package knows besides its message. */
export interface ErrorContext {
  /** The operation that failed. */
  readonly operation?: string | undefined;
  /** For writes: what is known of the effect. */
  readonly outcome?: Outcome | undefined;
  /** How many requests were begun. */
  readonly attempts?: number | undefined;
  /** A sentence to add to the message. */
  readonly remark?: string | undefined;
}

/** Longer than any message of ours gets; one that quotes more than it should is cut. */
const longestMessage = 10_000;

const kindKey = Symbol.for('publisher-commerce.error-kind');

/** Gives an error class a name that its twin in another copy of this package (ESM beside CommonJS) shares. */
export function nameErrorClass(errorClass: abstract new (...args: never[]) => Error, name: string): void {
  Object.defineProperty(errorClass, kindKey, { value: name });
  Object.defineProperty(errorClass.prototype, 'name', { value: name, writable: true, configurable: true });
}

function ownKind(value: unknown): unknown {
  return typeof value === 'function' ? Object.getOwnPropertyDescriptor(value, kindKey)?.value : undefined;
}

/**
 * The base of every error this package throws; branch on the class or on `code`.
 *
 * It holds no request and no HTTP-client object, so no printer can leak the token through it.
 *
 * @example
 * ```ts
 * import { PublisherClient, PublisherError } from 'publisher-commerce';
 *
 * const client = new PublisherClient();
 * try {
 *   await client.pricePoints.create({ priceInUsdCents: 999 });
 * } catch (error) {
 *   if (error instanceof PublisherError) console.error(error.code, error.outcome, error.message);
 * }
 * ```
 */
export abstract class PublisherError extends Error {
  /** A stable, machine-readable word for the kind of failure. */
  abstract readonly code: string;
  /** The operation that failed, for example `pricePoints.get`. */
  readonly operation: string | undefined;
  /** For writes: what is known of the effect. `undefined` for reads. */
  readonly outcome: Outcome | undefined;
  /** How many requests were begun for this call. */
  readonly attempts: number;
  /** For walks: where to resume, with the next undelivered row first. */
  declare checkpoint?: Checkpoint;

  constructor(message: string, context: ErrorContext = {}) {
    // Messages quote what the service sent; escaped here, it is escaped in the stack as well.
    const shown = printable(message, longestMessage);
    super(context.remark === undefined ? shown : `${shown}. ${context.remark}`);
    this.operation = context.operation;
    this.outcome = context.outcome;
    this.attempts = context.attempts ?? 0;
  }

  /** The error as plain JSON: its message and own fields, without the stack. */
  toJSON(): Record<string, unknown> {
    return Object.fromEntries([['name', this.name], ['message', this.message], ...Object.entries(this)]);
  }

  /** An error of the same class from another copy of this package counts as an instance too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const kind = ownKind(this);
    if (kind === undefined) return Function.prototype[Symbol.hasInstance].call(this, value);
    if (!(Object(value) === value)) return false;
    for (let proto: unknown = Object.getPrototypeOf(value); proto; proto = Object.getPrototypeOf(proto)) {
      if (ownKind((proto as { constructor?: unknown }).constructor) === kind) return true;
    }
    return false;
  }
}
nameErrorClass(PublisherError, 'PublisherError');
