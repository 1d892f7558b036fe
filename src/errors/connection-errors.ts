import { type ErrorContext, nameErrorClass, PublisherError } from './publisher-error.ts';

/** No answer came: the connection could not be made, or broke. */
export class ConnectionError extends PublisherError {
  readonly code = 'connection';
  /** The system's own word for it, for example `ECONNREFUSED`, when there is one. */
  readonly reason: string | undefined;

  constructor(message: string, context: ErrorContext & { readonly reason?: string | undefined }) {
    super(message, context);
    this.reason = context.reason;
  }
}

/** The answer, body included, did not come in time. */
export class TimeoutError extends PublisherError {
  readonly code = 'timeout';
  /** HTTP status, when the headers had come and only the body was late. */
  readonly status: number | undefined;

  constructor(message: string, context: ErrorContext & { readonly status?: number | undefined }) {
    super(message, context);
    this.status = context.status;
  }
}

/** The service answered with a redirect, which is never followed: it would carry the token elsewhere. */
export class RedirectError extends PublisherError {
  readonly code = 'redirect';
  /** HTTP status of the answer. */
  readonly status: number;
  /** Origin of the redirect's target, without its path and query; `undefined` when it named none. */
  readonly targetOrigin: string | undefined;

  constructor(
    message: string,
    context: ErrorContext & { readonly status: number; readonly targetOrigin?: string | undefined },
  ) {
    super(message, context);
    this.status = context.status;
    this.targetOrigin = context.targetOrigin;
  }
}

nameErrorClass(ConnectionError, 'ConnectionError');
nameErrorClass(TimeoutError, 'TimeoutError');
nameErrorClass(RedirectError, 'RedirectError');
