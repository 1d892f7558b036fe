import { $ZodType } from 'zod/v4/core';

import { isObject } from '../api/input.ts';
import type { Schema } from '../api/operation.ts';
import {
  ApiError,
  type ApiErrorInit,
  BadRequestError,
  ConflictError,
  type ErrorContext,
  ForbiddenError,
  MalformedResponseError,
  NotFoundError,
  type Outcome,
  PayloadTooLargeError,
  type PublisherError,
  RateLimitError,
  RedirectError,
  ResponseTooLargeError,
  ResponseValidationError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from '../errors/index.ts';
import { listIssues, quote, shorten } from '../errors/printable.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import type { RequestEvent } from '../options/hooks.ts';
import { fieldTree } from '../validation/field-tree.ts';
import type { Invalid } from '../validation/validation.ts';
import { isControlFlow } from './redacted-cause.ts';
import { hasErrorMessage, readErrorBody, statusMeantBy } from './error-body.ts';
import { fetchError } from './fetch-error.ts';
import type { PreparedRequest } from './prepare.ts';
import { keepBody, keepErrorBody, maxShownLength, redactIssues } from './redact.ts';
import type { ShownHeaders } from './response-headers.ts';
import type { BodyProblem, ReadableResponse } from './response.ts';
import { neverRetried } from './retries.ts';
import type { TransportSettings } from './settings.ts';

/** What is known of a request, for the error that it ends with. */
export interface Attempted {
  readonly request: PreparedRequest;
  readonly settings: TransportSettings;
  readonly event: RequestEvent;
  /** Whether `fetch` was called. */
  readonly sent: boolean;
  /** HTTP status, once the headers have been received. */
  readonly status: number | undefined;
  /** Size of the body, once it has been received. */
  readonly bytes: number;
  readonly redactor: TokenRedactor;
  /** What may be shown of the headers, once they have been received. */
  readonly shown: Partial<ShownHeaders>;
  /** How long the service asked to wait, in milliseconds; `Infinity` if that cannot be read. */
  readonly retryAfter: number | undefined;
}

/** Returns what an error of an attempt contains; for writes `outcome`, which is what the attempt alone proves. */
export function contextOf({ request, event, status, shown }: Attempted, outcome: Outcome): ErrorContext {
  const { headers, requestId } = shown;
  const { name: operation, effect } = request.operation;
  const { attempt: attempts, callId } = event;
  const context = { operation, callId, attempts, status, headers, requestId };
  return effect === 'read' ? context : { ...context, outcome };
}

/** Returns the URL of a request without its query; of a custom request with the template, since a parameter may be a secret. */
export function urlOf({ request: { operation, target }, settings: { baseUrl } }: Attempted): string {
  return baseUrl + (operation.name === 'request' ? operation.path : target.replace(/\?.*/, ''));
}

/**
 * Returns the error for an error status, or for a successful response whose body is an error. `body` is `undefined` if it
 * was not received, and `html` describes a page.
 */
export function apiError(attempt: Attempted, status: number, body?: unknown, html?: string): PublisherError {
  // A page of a proxy or another site says nothing about what the service has.
  if (html && [404, 409, 410].includes(status))
    return neverRetried(malformed(attempt, html, 'unknown', status === 404 ? checkVersion(attempt) : ''));
  try {
    return createApiError(attempt, status, body, html);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The body is nested so deeply that it overflows the stack.
    return createApiError(attempt, status, undefined, undefined);
  }
}

function createApiError(
  attempt: Attempted,
  status: number,
  body: unknown,
  html: string | undefined,
): ApiError {
  const { redactor, retryAfter, request } = attempt;
  const { kept, readable } = keepErrorBody(body, redactor);
  const documented = readErrorBody(readable, request.operation.errors);
  const { details, message = '' } = documented;
  const meant = statusMeant(status, documented.status, readable);
  const ErrorClass = classes[meant] ?? (meant >= 500 ? ServerError : ApiError);
  // A status of 500 is no rejection, whatever the text says, and its reason is that of the class.
  const reason = meant === documented.status || meant < 500 ? documented.reason : undefined;
  // After a 421, `fetch` itself retries the request, and does not report the first outcome.
  const mayBeDone = [status, meant].some((one) => one === 408 || one === 421);
  const isUnknown = ErrorClass === ServerError || (mayBeDone && ErrorClass !== RateLimitError);
  const context = contextOf(attempt, isUnknown ? 'unknown' : 'rejected');
  const shown = shorten(message, maxMessageLength) || (html ? `received ${html}` : 'no error message');
  // Which one was not found: an id, or the path of the base URL.
  const isNotFound = ErrorClass === NotFoundError;
  const where = isNotFound ? ` at ${redactor.redact(urlOf(attempt), maxMessageLength)}` : '';
  const isUnexplained = isNotFound && reason === undefined;
  const advice = ErrorClass === UnauthorizedError ? checkToken : isUnexplained ? checkVersion(attempt) : '';
  return new ErrorClass(`${context.operation}: ${shown} (status ${status}${where})${advice}`, {
    ...context,
    status,
    reason,
    details,
    body: kept,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Returns the status that an error counts as: those of many documented messages are not shown (§7.2, §7.3). */
function statusMeant(status: number, documented: number | undefined, body: unknown): number {
  if (status >= 500) return status;
  return (status < 300 ? statusMeantBy(body) : documented) ?? status;
}

/** What to check if the service does not know the token, as with `Publisher not found` (§7.1). */
const checkToken =
  '; check that the token is complete, and that it belongs to the environment of the base URL';

/** What to check if nothing is found at a base URL that has the version with which most paths begin. */
function checkVersion({ settings }: Attempted): string {
  return settings.baseUrl.endsWith('/v1')
    ? '; the base URL ends in /v1, which is a part of the paths: leave it out'
    : '';
}

/** Maximum length of the service's message in an error message; the complete one is in the error's `body`. */
const maxMessageLength = 300;

const classes: Readonly<Record<number, new (message: string, init: ApiErrorInit) => ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: PayloadTooLargeError,
  422: BadRequestError,
  429: RateLimitError,
};

/** Returns the error for what `fetch`, or reading its response, threw. */
export function failedFetch(attempt: Attempted, thrown: unknown): unknown {
  if (isControlFlow(thrown)) return thrown;
  const { status, settings, redactor } = attempt;
  if (status !== undefined && status >= 300) return apiError(attempt, status);
  return fetchError(thrown, settings, redactor, (outcome) => contextOf(attempt, outcome), status);
}

export function timedOut(attempt: Attempted, limit: string): PublisherError {
  const { sent, status, event } = attempt;
  // The status alone is an error; only the body that explains it is missing.
  if (status !== undefined && status >= 300) return apiError(attempt, status);
  const outcome = status !== undefined ? 'applied' : sent ? 'unknown' : 'not_sent';
  return new TimeoutError(
    `${event.operation}: no complete response within ${limit}`,
    contextOf(attempt, outcome),
  );
}

/** Returns the error of a call that was given no place in time. */
export function endedInQueue(attempt: Attempted, milliseconds: number): TimeoutError {
  return new TimeoutError(
    `${attempt.event.operation}: totalTimeout (${milliseconds} ms) ended in the queue of rateLimit or maxConcurrency`,
    { ...contextOf(attempt, 'not_sent'), outcome: 'not_sent' },
  );
}

export function redirected(attempt: Attempted, { status, headers }: ReadableResponse): RedirectError {
  const { baseUrl } = attempt.settings;
  const location = headers.get('location');
  const target = location !== null && URL.canParse(location, baseUrl) && new URL(location, baseUrl);
  const targetOrigin = target ? attempt.redactor.redact(target.origin, maxShownLength) : undefined;
  return new RedirectError(
    `${attempt.event.operation}: received a redirect${targetOrigin ? ` to ${targetOrigin}` : ''} (status ${status}); ` +
      'redirects are never followed: check baseUrl',
    { ...contextOf(attempt, 'unknown'), targetOrigin },
  );
}

/** Returns the error for a response that is larger than allowed. */
export function tooLarge(attempt: Attempted): PublisherError {
  const { status, event, settings } = attempt;
  if (status !== undefined && status >= 300) return apiError(attempt, status);
  const { maxResponseBytes } = settings;
  return new ResponseTooLargeError(
    `${event.operation}: the response is larger than maxResponseBytes (${maxResponseBytes} bytes)`,
    { ...contextOf(attempt, 'applied'), maxResponseBytes },
  );
}

/** Returns the error for a successful response whose body is no JSON; `html` describes a page. */
export function notJson(attempt: Attempted, problem: BodyProblem, html: string | undefined): PublisherError {
  // HTML is sent by a proxy, and an empty body has nothing of what was asked for; what cannot be read may have had it.
  const provesNothing = html !== undefined || problem === 'empty';
  const error = malformed(attempt, html ?? receivedInstead[problem], provesNothing ? 'unknown' : 'applied');
  // A complete response without a body: a retry would only repeat the write, and its response.
  const isDone = problem === 'empty' && attempt.request.operation.effect === 'idempotent';
  return isDone ? neverRetried(error) : error;
}

const receivedInstead: Readonly<Record<BodyProblem, string>> = {
  empty: 'an empty body',
  HTML: 'HTML',
  'not UTF-8': 'invalid UTF-8',
  'not JSON': 'malformed JSON',
};

/** Returns the error for a body that is nested so deeply that to validate or keep it overflows the stack. */
export function nestedTooDeeply(attempt: Attempted): MalformedResponseError {
  return neverRetried(malformed(attempt, 'JSON that is nested too deeply', 'applied'));
}

function malformed(
  attempt: Attempted,
  received: string,
  outcome: Outcome,
  advice = '',
): MalformedResponseError {
  const { status = 0, event, bytes } = attempt;
  const message = `${event.operation}: expected JSON, received ${received} (status ${status}, ${bytes} bytes)`;
  return new MalformedResponseError(message + advice, { ...contextOf(attempt, outcome), bytes });
}

/** Returns the error for a successful response that is not as documented: of a read, perhaps an error with a wrong status. */
export function invalidResponse(attempt: Attempted, value: unknown, invalid: Invalid): PublisherError {
  const { redactor, status = 0 } = attempt;
  const { operation, query } = attempt.request;
  // What a custom request receives may be data that looks like an error.
  if (operation.name !== 'request' && statusMeantBy(value) !== undefined)
    return apiError(attempt, status, value);
  const { issues, row, rawRow } = invalid;
  // Not shortened: resuming manually requires the complete cursor.
  const cursor = typeof query['cursor'] === 'string' ? redactor.redact(query['cursor']) : undefined;
  const page = cursor === undefined ? '' : `, page cursor ${quote(cursor)}`;
  const redacted = redactIssues(issues, redactor);
  const isRead = operation.effect === 'read';
  // One field of what was asked for shows that the operation has responded: a proxy, or a failed write whose status is
  // wrong, may send any other JSON, such as {} or null.
  const isProof = !hasErrorMessage(value) && hasDocumentedField(operation.output, value);
  return new ResponseValidationError(
    `${operation.name}: the response (status ${status}${page}) is not as documented: ${listIssues(redacted)}`,
    {
      ...contextOf(attempt, isProof ? 'applied' : 'unknown'),
      issues: redacted,
      row,
      cursor,
      rawRow: isRead && row !== undefined ? keepBody(rawRow, redactor) : undefined,
      body: isRead ? undefined : keepBody(value, redactor),
    },
  );
}

/** Whether a value has a field of a schema, whatever it contains; of a user's schema that is none of zod, any field. */
function hasDocumentedField(output: Schema<unknown>, value: unknown): boolean {
  if (!isObject(value)) return false;
  const fields = output instanceof $ZodType ? fieldTree(output).fields : undefined;
  const names = Object.keys(value);
  return fields === undefined ? names.length > 0 : fields.some(([name]) => names.includes(name));
}
