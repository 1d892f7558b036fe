import type { ApiErrorReason } from './documented-errors.ts';
import { codesOf, idsOf } from './logged-fields.ts';
import {
  type ErrorCode,
  type ErrorContext,
  hide,
  nameErrorClass,
  PublisherError,
} from './publisher-error.ts';

/** A numbered message of a failed transaction report (§7.1). */
export interface TransactionReportErrorMessage {
  /** Number of the message; its values are not documented. */
  readonly validationErrorNumber?: number | undefined;
  /** The documented message. */
  readonly error: string;
}

/** Body of a failed transaction report (§7.1). */
export interface TransactionReportErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'transactionReport';
  /** HTTP status in the body. */
  readonly statusCode?: number | undefined;
  /** Name of the status, for example `Bad Request`. */
  readonly error?: string | undefined;
  /** The numbered messages, in order; of a body over 64 KiB, the first twenty. */
  readonly messages: readonly TransactionReportErrorMessage[];
  /** Request URL, as the service received it. */
  readonly requestUrl?: string | undefined;
}

/** Body of a failed portal content call (§7.2). */
export interface PortalContentErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'portalContent';
  /** Message of the response, one of those that are documented. */
  readonly message: string;
  /** Description of the error. */
  readonly body: string;
  /** Path template of the request. */
  readonly requestUrl?: string | undefined;
}

/** Body of a failed price point call (§7.3). */
export interface PricePointErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'pricePoint';
  /** Message of the response, one of those that are documented. */
  readonly message: string;
  /** For the reason `country_not_found`: the country code without custom pricing. */
  readonly countryCode2?: string;
  /** For the reason `price_point_not_found`: the missing price point, in US cents. */
  readonly priceInUsdCents?: number;
}

/** Body of a personalization call that failed validation (§7.4). */
export interface PersonalizationErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'personalization';
  /** Message of the response, one of those that are documented. */
  readonly message: string;
  /** The failed validations. */
  readonly failures: readonly string[];
  /** Request URL, as the service received it. */
  readonly requestUrl?: string | undefined;
}

/** An undocumented body (§7.5). */
export interface UnknownErrorDetails {
  /** Discriminates the union {@link ApiErrorDetails}. */
  readonly family: 'unknown';
}

/** The parsed body of an error response; discriminated by `family`. */
export type ApiErrorDetails =
  | TransactionReportErrorDetails
  | PortalContentErrorDetails
  | PricePointErrorDetails
  | PersonalizationErrorDetails
  | UnknownErrorDetails;

/** Properties of an {@link ApiError}; by default it has the usual status of its class, and an unknown body. */
export type ApiErrorInit = ErrorContext &
  Partial<Pick<ApiError, 'reason' | 'details' | 'body'> & Pick<RateLimitError, 'retryAfter'>>;

/**
 * The service responded with an error (§7).
 *
 * The class depends on the documented message, or on the HTTP status if the message is not documented.
 */
export class ApiError extends PublisherError {
  readonly code: ErrorCode = 'api_error';
  /** HTTP status of the response; for offers, also the one in the body of a response with HTTP status 200. */
  declare readonly status: number;
  /** A stable identifier for a documented message; `undefined` if the message is not documented. */
  readonly reason: ApiErrorReason | undefined;
  /** The documented body, parsed; branch on `details.family`. Not enumerable; the JSON form has its ids and codes. */
  declare readonly details: ApiErrorDetails;
  /**
   * The received body with the token redacted: parsed JSON, a string if it is not JSON, or `undefined` if it was not
   * received. Over 64 KiB, an object of its top-level scalars with `truncated: true`. It may quote what was sent, and so a
   * player: it is not enumerable.
   */
  declare readonly body: unknown;
  /** Headers of the response, without `set-cookie` and with the token redacted. Not enumerable. */
  declare readonly headers: Headers;

  constructor(message: string, init: ApiErrorInit = {}) {
    super(message, { ...init, headers: init.headers ?? new Headers() });
    const { reason, details = { family: 'unknown' }, body } = init;
    this.reason = reason;
    hide(this, 'details', details);
    hide(this, 'body', body);
  }

  override toJSON(): Record<string, unknown> {
    const isWrite = this.outcome !== undefined;
    return {
      ...super.toJSON(),
      details: codesOf(this.details),
      ...(isWrite && { body: idsOf(this.body) }),
    };
  }

  /** The request URL or path template in the response, if any. */
  get requestUrl(): string | undefined {
    return 'requestUrl' in this.details ? this.details.requestUrl : undefined;
  }
}

/** The request was rejected as invalid (400, 422). */
export class BadRequestError extends ApiError {
  override readonly code = 'bad_request';
}

/** The publisher token is missing, unknown or rejected (401). */
export class UnauthorizedError extends ApiError {
  override readonly code = 'unauthorized';
}

/** The token has no permission for this operation (403). */
export class ForbiddenError extends ApiError {
  override readonly code = 'forbidden';
}

/** The resource does not exist (404, 410). */
export class NotFoundError extends ApiError {
  override readonly code = 'not_found';
}

/** The resource already exists or conflicts with another one (409). */
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
  /** `Retry-After` of the response in milliseconds; `undefined` if it has none. */
  readonly retryAfter: number | undefined;

  constructor(message: string, init: ApiErrorInit = {}) {
    super(message, init);
    this.retryAfter = init.retryAfter;
  }
}

/** The service failed (5xx). */
export class ServerError extends ApiError {
  override readonly code = 'server_error';
  /** `Retry-After` of the response in milliseconds; `undefined` if it has none. */
  readonly retryAfter: number | undefined;

  constructor(message: string, init: ApiErrorInit = {}) {
    super(message, init);
    this.retryAfter = init.retryAfter;
  }
}

nameErrorClass(ApiError, 'ApiError', 400);
nameErrorClass(BadRequestError, 'BadRequestError', 400);
nameErrorClass(UnauthorizedError, 'UnauthorizedError', 401);
nameErrorClass(ForbiddenError, 'ForbiddenError', 403);
nameErrorClass(NotFoundError, 'NotFoundError', 404);
nameErrorClass(ConflictError, 'ConflictError', 409);
nameErrorClass(PayloadTooLargeError, 'PayloadTooLargeError', 413);
nameErrorClass(RateLimitError, 'RateLimitError', 429);
nameErrorClass(ServerError, 'ServerError', 500);
