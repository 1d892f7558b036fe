import type { ApiErrorDetails, ApiErrorReason } from './api-error-details.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from './publisher-error.ts';

/** What an answer that says no is made of. */
export interface ApiErrorInit extends ErrorContext {
  /** HTTP status of the answer. */
  readonly status: number;
  /** A stable word for a documented message. */
  readonly reason?: ApiErrorReason | undefined;
  /** The documented body, parsed. */
  readonly details: ApiErrorDetails;
  /** The body as received. */
  readonly body: unknown;
}

/**
 * The service answered, and said no (§7).
 *
 * The class follows the documented message where there is one, else the HTTP status.
 */
export class ApiError extends PublisherError {
  readonly code: string = 'api_error';
  /** HTTP status of the answer. */
  readonly status: number;
  /** A stable word for a documented message; `undefined` when the message is not in the specification. */
  readonly reason: ApiErrorReason | undefined;
  /** The documented body, parsed; branch on `details.family`. */
  readonly details: ApiErrorDetails;
  /**
   * The body as received, the token redacted: parsed JSON, else text, else `undefined` when it was lost on the way.
   * Over 64 KiB it is an object of its top-level scalars, with `truncated: true`.
   */
  readonly body: unknown;

  constructor(message: string, init: ApiErrorInit) {
    super(message, init);
    this.status = init.status;
    this.reason = init.reason;
    this.details = init.details;
    this.body = init.body;
  }

  /** The request URL or path template that the service named, when it named one. */
  get requestUrl(): string | undefined {
    return 'requestUrl' in this.details ? this.details.requestUrl : undefined;
  }
}

/** The request was refused as invalid (400, 422). */
export class BadRequestError extends ApiError {
  override readonly code = 'bad_request';
}

/** The publisher token is missing, unknown or not accepted (401). */
export class UnauthorizedError extends ApiError {
  override readonly code = 'unauthorized';
}

/** The token is known and may not do this (403). */
export class ForbiddenError extends ApiError {
  override readonly code = 'forbidden';
}

/** The thing asked for is not there (404). */
export class NotFoundError extends ApiError {
  override readonly code = 'not_found';
}

/** It exists already, or clashes with something that does (409). */
export class ConflictError extends ApiError {
  override readonly code = 'conflict';
}

/** The request body is too large (413). */
export class PayloadTooLargeError extends ApiError {
  override readonly code = 'payload_too_large';
}

/** Too many requests (429). */
export class RateLimitError extends ApiError {
  override readonly code = 'rate_limited';
  /** How long the service asked to wait, in milliseconds; `undefined` when it did not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, init: ApiErrorInit & { readonly retryAfter?: number | undefined }) {
    super(message, init);
    this.retryAfter = init.retryAfter;
  }
}

/** The service failed (5xx). */
export class ServerError extends ApiError {
  override readonly code = 'server_error';
  /** How long the service asked to wait, in milliseconds; `undefined` when it did not say. */
  readonly retryAfter: number | undefined;

  constructor(message: string, init: ApiErrorInit & { readonly retryAfter?: number | undefined }) {
    super(message, init);
    this.retryAfter = init.retryAfter;
  }
}

nameErrorClass(ApiError, 'ApiError');
nameErrorClass(BadRequestError, 'BadRequestError');
nameErrorClass(UnauthorizedError, 'UnauthorizedError');
nameErrorClass(ForbiddenError, 'ForbiddenError');
nameErrorClass(NotFoundError, 'NotFoundError');
nameErrorClass(ConflictError, 'ConflictError');
nameErrorClass(PayloadTooLargeError, 'PayloadTooLargeError');
nameErrorClass(RateLimitError, 'RateLimitError');
nameErrorClass(ServerError, 'ServerError');
