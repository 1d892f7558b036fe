import { type Issue, printableIssues } from './outcome.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from './publisher-error.ts';

/** What every error about an answer knows: its status too. */
export interface ResponseErrorContext extends ErrorContext {
  /** HTTP status of the answer. */
  readonly status: number;
}

/** A success status came with a body that is not whole, valid JSON; the text itself is never quoted. */
export class MalformedResponseError extends PublisherError {
  readonly code = 'malformed_response';
  /** HTTP status of the answer. */
  readonly status: number;
  /** Bytes of the body that arrived, after decompression. */
  readonly bytes: number;

  constructor(message: string, context: ResponseErrorContext & { readonly bytes: number }) {
    super(message, context);
    this.status = context.status;
    this.bytes = context.bytes;
  }
}

/** The body is larger than `maxResponseBytes`, counted after decompression; it is never asked for again. */
export class ResponseTooLargeError extends PublisherError {
  readonly code = 'response_too_large';
  /** HTTP status of the answer. */
  readonly status: number;
  /** The limit that was passed, in bytes. */
  readonly maxResponseBytes: number;

  constructor(message: string, context: ResponseErrorContext & { readonly maxResponseBytes: number }) {
    super(message, context);
    this.status = context.status;
    this.maxResponseBytes = context.maxResponseBytes;
  }
}

/**
 * An answer's essential field is not as documented, so the answer is not delivered as good.
 *
 * For a write the service did the work: `outcome` is `applied` and `body` holds what it answered.
 */
export class ResponseValidationError extends PublisherError {
  readonly code = 'response_validation';
  /** HTTP status of the answer. */
  readonly status: number;
  /** What does not match, by field; ten at the most, without the values. */
  readonly issues: readonly Issue[];
  /** Index of the first offending row in its page; `undefined` when it is not a row that is wrong. */
  readonly row: number | undefined;
  /**
   * For a read: the row at `row` as received, to find out what is wrong with it, without the token should it be
   * echoed there. It holds a customer's data. `undefined` when it is not a row that is wrong, and for a write, whose
   * `body` has it.
   */
  readonly rawRow: unknown;
  /** Cursor of the page that was asked for; `undefined` on the first page and outside walks. */
  readonly cursor: string | undefined;
  /**
   * For a write: the body as received, the token redacted; over 64 KiB an object of its top-level scalars, with
   * `truncated: true`. For a read, which can be repeated, `undefined`.
   */
  readonly body: unknown;

  constructor(
    message: string,
    context: ResponseErrorContext & {
      readonly issues: readonly Issue[];
      readonly row?: number | undefined;
      readonly rawRow?: unknown;
      readonly cursor?: string | undefined;
      readonly body?: unknown;
    },
  ) {
    super(message, context);
    this.status = context.status;
    this.issues = printableIssues(context.issues);
    this.row = context.row;
    this.rawRow = context.rawRow;
    this.cursor = context.cursor;
    this.body = context.body;
  }
}

/** A walk over pages cannot go on: going on would loop, repeat rows, or store the token in a checkpoint. */
export class PaginationError extends PublisherError {
  readonly code = 'pagination';
  /** The cursor that cannot be followed, when there is one; a token in it is redacted. */
  readonly cursor: string | undefined;

  constructor(message: string, context: ErrorContext & { readonly cursor?: string | undefined }) {
    super(message, context);
    this.cursor = context.cursor;
  }
}

nameErrorClass(MalformedResponseError, 'MalformedResponseError');
nameErrorClass(ResponseTooLargeError, 'ResponseTooLargeError');
nameErrorClass(ResponseValidationError, 'ResponseValidationError');
nameErrorClass(PaginationError, 'PaginationError');
