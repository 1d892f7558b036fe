import { type ErrorContext, nameErrorClass, PublisherError } from './publisher-error.ts';

/** The connection could not be established, or was lost. */
export class ConnectionError extends PublisherError {
  readonly code = 'connection';
  /** System error code, for example `ECONNREFUSED`; `undefined` if there is none. */
  readonly reason: string | undefined;

  constructor(message: string, context: ErrorContext & { readonly reason?: string | undefined }) {
    super(message, context);
    this.reason = context.reason;
  }
}

/** The response, body included, was not received in time. */
export class TimeoutError extends PublisherError {
  readonly code = 'timeout';
  /** HTTP status, if the headers were received and only the body was late. */
  readonly status: number | undefined;

  constructor(message: string, context: ErrorContext & { readonly status?: number | undefined }) {
    super(message, context);
    this.status = context.status;
  }
}

/** The service responded with a redirect, which is never followed: it would send the token to another URL. */
export class RedirectError extends PublisherError {
  readonly code = 'redirect';
  /** HTTP status of the response. */
  readonly status: number;
  /** Origin of the redirect target, without path and query; `undefined` if it is missing. */
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
