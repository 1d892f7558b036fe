import { documentedErrors } from '../contract/documented-errors.ts';
import type { ErrorFamily } from '../contract/operation.ts';
import {
  ApiError,
  type ApiErrorInit,
  type ApiErrorReason,
  BadRequestError,
  ConflictError,
  type ErrorCode,
  ForbiddenError,
  NotFoundError,
  type Outcome,
  PayloadTooLargeError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from '../errors/index.ts';
import { shorten } from '../errors/printable.ts';
import { readErrorBody } from './api-error-body.ts';
import { AttemptFailure, type Retryable } from './failure.ts';
import type { ErrorResponseBody } from './keep-body.ts';

type ApiErrorClass = new (
  message: string,
  init: ApiErrorInit & { retryAfter?: number | undefined },
) => ApiError;

/** Returns the failure for an error status; `body` is `undefined` if it was not received. */
export function apiFailure(
  status: number,
  body: ErrorResponseBody | undefined,
  family: ErrorFamily,
  retryAfter: number | undefined,
): AttemptFailure {
  const { details, reason, message } = readErrorBody(body?.readable, family);
  // Statuses of many documented messages are not shown (§7.2, §7.3), so the message decides before the status.
  const ErrorClass = classByStatus((reason && statuses.get(reason)) ?? status);
  return new AttemptFailure({
    code: codes.get(ErrorClass) ?? 'api_error',
    ...judge(ErrorClass, status),
    status,
    retryAfter,
    toError: (context) =>
      new ErrorClass(
        `${context.operation}: ${shorten(message ?? '', maxMessageLength) || 'no error message'} (status ${status})` +
          (ErrorClass === UnauthorizedError ? checkToken : ''),
        {
          ...context,
          status,
          reason,
          details,
          body: body?.kept,
          retryAfter,
        },
      ),
  });
}

/** What to check if the service does not know the token, as with `Publisher not found` (§7.1). */
const checkToken =
  '; check that the token is complete, and that it belongs to the environment of the base URL';

/** Maximum length of the service's message in an error message; the complete one is in the error's `body`. */
const maxMessageLength = 300;

/** Returns what the response proves about a write, and whether to retry. */
function judge(ErrorClass: ApiErrorClass, status: number): { evidence: Outcome; retry: Retryable } {
  if (ErrorClass === RateLimitError) return { evidence: 'rejected', retry: 'always' };
  if (ErrorClass === ServerError || status === 408) return { evidence: 'unknown', retry: 'unless_create' };
  return { evidence: 'rejected', retry: 'never' };
}

const codes: ReadonlyMap<ApiErrorClass, ErrorCode> = new Map<ApiErrorClass, ErrorCode>([
  [BadRequestError, 'bad_request'],
  [UnauthorizedError, 'unauthorized'],
  [ForbiddenError, 'forbidden'],
  [NotFoundError, 'not_found'],
  [ConflictError, 'conflict'],
  [PayloadTooLargeError, 'payload_too_large'],
  [RateLimitError, 'rate_limited'],
  [ServerError, 'server_error'],
]);

const statuses: ReadonlyMap<ApiErrorReason, number> = new Map(
  documentedErrors.map(({ reason, status }) => [reason, status]),
);

function classByStatus(status: number): ApiErrorClass {
  switch (status) {
    case 400:
    case 422:
      return BadRequestError;
    case 401:
      return UnauthorizedError;
    case 403:
      return ForbiddenError;
    case 404:
    case 410:
      return NotFoundError;
    case 409:
      return ConflictError;
    case 413:
      return PayloadTooLargeError;
    case 429:
      return RateLimitError;
    default:
      return status >= 500 ? ServerError : ApiError;
  }
}
