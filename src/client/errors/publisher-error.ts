import type { Checkpoint } from './checkpoint.ts';
import { printable } from './printable.ts';

/** The `code` of every error of the main entry point; stable, so your code may branch on it. */
export type ErrorCode =
  | 'api_error'
  | 'bad_request'
  | 'configuration'
  | 'conflict'
  | 'connection'
  | 'forbidden'
  | 'invalid_amount'
  | 'invalid_request'
  | 'malformed_response'
  | 'not_found'
  | 'pagination'
  | 'payload_too_large'
  | 'price_point_differs'
  | 'rate_limited'
  | 'redirect'
  | 'response_too_large'
  | 'response_validation'
  | 'server_error'
  | 'timeout'
  | 'unauthorized';

/**
 * The outcome of a failed write: whether the change was made.
 *
 * - `not_sent`: the request never reached the service; it is safe to retry.
 * - `rejected`: the service rejected the request; nothing was changed.
 * - `applied`: the change was made, but the response could not be used.
 * - `unknown`: the change may or may not have been made; check before you retry.
 */
export type Outcome = 'not_sent' | 'rejected' | 'applied' | 'unknown';

/** Properties of every error of this package besides its message. */
export interface ErrorContext {
  /** Name of the operation that failed, such as `pricePoints.create`. */
  readonly operation?: string | undefined;
  /** Identifies the call, as in its events. */
  readonly callId?: string | undefined;
  /** For writes: whether the change was made. */
  readonly outcome?: Outcome | undefined;
  /** HTTP status of the response, if one was received. */
  readonly status?: number | undefined;
  /** Number of requests started. */
  readonly attempts?: number | undefined;
  /** What your code or `fetch` threw, or a redacted copy of it. */
  readonly cause?: unknown;
  /** Headers of the response, if one was received. */
  readonly headers?: Headers | undefined;
  /** The service's id of the request, from the headers of its response. */
  readonly requestId?: string | undefined;
}

/** Longer than any regular message; a message that quotes too much is cut. */
const maxMessageLength = 10_000;

const kindKey = Symbol.for('publisher-commerce.error-kind');

/**
 * Names an error class, so that the same class in another copy of this package (ESM and CommonJS) is recognized.
 *
 * @param status The HTTP status of an error that is made without one, for example in a test of your own.
 */
export function nameErrorClass(
  errorClass: (abstract new (message: string) => Error) & { readonly prototype: Error },
  name: string,
  status?: number,
): void {
  Object.defineProperty(errorClass, kindKey, { value: name });
  hide(errorClass.prototype, 'name', name);
  if (status !== undefined) hide(errorClass.prototype, 'status', status);
}

function ownKind(value: unknown): unknown {
  return typeof value === 'function' ? Object.getOwnPropertyDescriptor(value, kindKey)?.value : undefined;
}

/** Sets a property that is not enumerable, as an Error's own cause is, so that it stays out of the JSON form. */
export function hide(error: Error, name: string, value: unknown): void {
  Object.defineProperty(error, name, { value, writable: true, configurable: true });
}

/** Base class of all errors that this package throws. It references no request or HTTP client, so printing it cannot leak the token. */
export abstract class PublisherError extends Error {
  /** A stable, machine-readable error code, of any entry point. */
  abstract readonly code:
    | ErrorCode
    | 'callback'
    | 'data_file_locked'
    | 'data_file_write_failed'
    | 'database'
    | 'purchase_not_found'
    | 'wrong_purchase_state';
  /** The operation that failed, for example `pricePoints.get`. */
  readonly operation: string | undefined;
  /** For writes: whether the change was made. For reads `not_sent` or `undefined`. */
  readonly outcome: Outcome | undefined;
  /** Number of requests started for this call. */
  readonly attempts: number;
  /** HTTP status of the response, if one was received. */
  declare readonly status: number | undefined;
  /** Identifies the call, as in its events; lines of the log have its start. Not set if nothing was tried. */
  declare readonly callId: string | undefined;
  /** The service's id of the request, if a response with one was received; quote it to the service's support. */
  declare readonly requestId?: string;
  /**
   * Headers of the response, if one was received, without `set-cookie` and with the token redacted. Not enumerable, so
   * that it stays out of logs.
   */
  declare readonly headers: Headers | undefined;
  /** For paginators: where to resume; the next undelivered row is first. */
  declare checkpoint?: Checkpoint;
  /** For `translations.setAll`: how many of its requests were applied. */
  declare appliedRequests?: number;

  constructor(message: string, context: ErrorContext = {}) {
    // Messages may quote the service; escaped here, they are escaped in the stack too.
    super(printable(message, maxMessageLength));
    this.operation = context.operation;
    this.outcome = context.outcome;
    this.attempts = context.attempts ?? 0;
    const status = context.status ?? new.target.prototype.status;
    if (status !== undefined) this.status = status;
    if (context.callId !== undefined) this.callId = context.callId;
    if (context.requestId !== undefined) this.requestId = context.requestId;
    if (context.headers !== undefined) hide(this, 'headers', context.headers);
    if (context.cause !== undefined) hide(this, 'cause', context.cause);
  }

  /** Returns the error as plain JSON: name, message and own properties, without the stack. */
  toJSON(): Record<string, unknown> {
    return Object.fromEntries([['name', this.name], ['message', this.message], ...Object.entries(this)]);
  }

  /** Recognizes errors of the same class from another copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!(Object(value) === value)) return false;
    try {
      const kind = ownKind(this);
      // Your own subclass.
      if (kind === undefined) return Function.prototype[Symbol.hasInstance].call(this, value);
      for (let proto: unknown = Object.getPrototypeOf(value); proto; proto = Object.getPrototypeOf(proto)) {
        if (ownKind((proto as { constructor?: unknown }).constructor) === kind) return true;
      }
    } catch {
      // What is caught may be anything: a proxy that was revoked, or a getter that throws.
    }
    return false;
  }
}
nameErrorClass(PublisherError, 'PublisherError');

/**
 * Captures the stack of an error again, in the code that user code awaits: V8 then adds the user's line. The first stack
 * begins in a callback of a socket, a timer or a queue, and ends within this package.
 */
export function recaptureStack(error: unknown): void {
  // Not a standard, although Node's types declare it.
  const { captureStackTrace } = Error as Partial<typeof Error>;
  if (error instanceof PublisherError) captureStackTrace?.(error, recaptureStack);
}
