import { idsOf } from './logged-fields.ts';
import { type Issue, printableIssues } from './printable.ts';
import { type ErrorContext, hide, nameErrorClass, PublisherError } from './publisher-error.ts';

/** The connection could not be established, or was lost. */
export class ConnectionError extends PublisherError {
  readonly code = 'connection';
  /** System error code, for example `ECONNREFUSED`; `undefined` if there is none. */
  readonly systemCode: string | undefined;

  constructor(message: string, context: ErrorContext & Partial<Pick<ConnectionError, 'systemCode'>> = {}) {
    super(message, context);
    this.systemCode = context.systemCode;
  }
}

/** The response, body included, was not received in time; `status` is set if only the body was late. */
export class TimeoutError extends PublisherError {
  readonly code = 'timeout';
}

/** The service responded with a redirect, which is never followed: it would send the token to another URL. */
export class RedirectError extends PublisherError {
  readonly code = 'redirect';
  /** HTTP status of the response. */
  declare readonly status: number;
  /** Origin of the redirect target, without path and query; `undefined` if it is missing. */
  readonly targetOrigin: string | undefined;

  constructor(message: string, context: ErrorContext & Partial<Pick<RedirectError, 'targetOrigin'>> = {}) {
    super(message, context);
    this.targetOrigin = context.targetOrigin;
  }
}

/** A body is not valid JSON, or is HTML where only the service could say what exists; of HTML, the title is quoted. */
export class MalformedResponseError extends PublisherError {
  readonly code = 'malformed_response';
  /** HTTP status of the response. */
  declare readonly status: number;
  /** Size of the received body in bytes, after decompression. */
  readonly bytes: number;

  constructor(message: string, context: ErrorContext & Partial<Pick<MalformedResponseError, 'bytes'>> = {}) {
    super(message, context);
    this.bytes = context.bytes ?? 0;
  }
}

/** The response is larger than `maxResponseBytes`, after decompression; it is never retried. */
export class ResponseTooLargeError extends PublisherError {
  readonly code = 'response_too_large';
  /** HTTP status of the response. */
  declare readonly status: number;
  /** The exceeded limit, in bytes. */
  readonly maxResponseBytes: number;

  constructor(
    message: string,
    context: ErrorContext & Partial<Pick<ResponseTooLargeError, 'maxResponseBytes'>> = {},
  ) {
    super(message, context);
    this.maxResponseBytes = context.maxResponseBytes ?? 0;
  }
}

/**
 * An essential field of a response is missing or invalid, so the response is not returned.
 *
 * For a write, `body` has the response, and `outcome` is `applied`, or `unknown` if it has a `message`.
 */
export class ResponseValidationError extends PublisherError {
  readonly code = 'response_validation';
  /** HTTP status of the response. */
  declare readonly status: number;
  /** The fields that do not match; at most ten, without their values. */
  readonly issues: readonly Issue[];
  /** Index of the first invalid row in its page; `undefined` if no row is invalid. */
  readonly row: number | undefined;
  /**
   * For a read: the row at index `row` as received, with the token redacted. It has data of a player: it is not
   * enumerable. `undefined` if no row is invalid, and for a write, which has it in `body`.
   */
  declare readonly rawRow: unknown;
  /** Cursor of the requested page; `undefined` for the first page and without pagination. */
  readonly cursor: string | undefined;
  /**
   * For a write: the received body with the token redacted; over 64 KiB, an object of its top-level scalars with
   * `truncated: true`. Not enumerable; its JSON form has the ids in it. `undefined` for a read, which can be repeated.
   */
  declare readonly body: unknown;

  constructor(
    message: string,
    context: ErrorContext &
      Partial<Pick<ResponseValidationError, 'issues' | 'row' | 'rawRow' | 'cursor' | 'body'>> = {},
  ) {
    super(message, context);
    this.issues = printableIssues(context.issues ?? []);
    this.row = context.row;
    this.cursor = context.cursor;
    hide(this, 'rawRow', context.rawRow);
    hide(this, 'body', context.body);
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), body: idsOf(this.body) };
  }
}

/** Pagination cannot continue: it would loop, repeat rows, store the token in a checkpoint, or pass the `max` of `toArray`. */
export class PaginationError extends PublisherError {
  readonly code = 'pagination';
  /** The cursor that cannot be followed, if any, with the token redacted. */
  readonly cursor: string | undefined;

  constructor(message: string, context: ErrorContext & Partial<Pick<PaginationError, 'cursor'>> = {}) {
    super(message, context);
    this.cursor = context.cursor;
  }
}

nameErrorClass(ConnectionError, 'ConnectionError');
nameErrorClass(TimeoutError, 'TimeoutError');
nameErrorClass(RedirectError, 'RedirectError', 302);
nameErrorClass(MalformedResponseError, 'MalformedResponseError', 200);
nameErrorClass(ResponseTooLargeError, 'ResponseTooLargeError', 200);
nameErrorClass(ResponseValidationError, 'ResponseValidationError', 200);
nameErrorClass(PaginationError, 'PaginationError');
