import * as z from 'zod';

import { documentedErrors } from '../errors/documented-errors.ts';
import type { AnyOperation } from '../api/operation.ts';
import {
  portalContentErrorSchema,
  pricePointErrorSchema,
  transactionReportErrorMessageSchema,
  transactionReportErrorSchema,
} from '../api/error-bodies.ts';
import {
  type ApiErrorDetails,
  ApiError,
  type ApiErrorInit,
  type ApiErrorReason,
  BadRequestError,
  ConflictError,
  type ErrorContext,
  type ErrorFamily,
  ForbiddenError,
  NotFoundError,
  type Outcome,
  PayloadTooLargeError,
  type PricePointErrorDetails,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from '../errors/index.ts';
import { shorten } from '../errors/printable.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import { keepErrorBody } from './redact.ts';

type ApiErrorClass = new (message: string, init: ApiErrorInit) => ApiError;

/** Returns the error for an error status; `body` is `undefined` if it was not received, and `html` describes a page. */
export function apiError(
  status: number,
  body: unknown,
  family: ErrorFamily,
  attempt: {
    readonly redactor: TokenRedactor;
    readonly retryAfter: number | undefined;
    readonly url: string;
    readonly baseUrl: string;
  },
  contextOf: (outcome: Outcome) => ErrorContext,
  html?: string,
): ApiError {
  const { kept, readable } = keepErrorBody(body, attempt.redactor);
  const { details, reason, message = '' } = readErrorBody(readable, family);
  // Statuses of many documented messages are not shown (§7.2, §7.3), so the message decides before the status.
  const meant = documentedErrors.find((documented) => documented.reason === reason)?.status ?? status;
  const ErrorClass = classes[meant] ?? (meant >= 500 ? ServerError : ApiError);
  // After a 421, `fetch` itself retries the request, and does not report the first outcome.
  const mayBeDone = status === 408 || status === 421;
  const isUnknown = ErrorClass === ServerError || (mayBeDone && ErrorClass !== RateLimitError);
  const context = contextOf(isUnknown ? 'unknown' : 'rejected');
  const shown = shorten(message, maxMessageLength) || (html ? `received ${html}` : 'no error message');
  const { retryAfter, redactor, url, baseUrl } = attempt;
  // Which one was not found: an id, or the path of the base URL.
  const where = ErrorClass === NotFoundError ? ` at ${redactor.redact(url, maxMessageLength)}` : '';
  const isUnexplained = ErrorClass === NotFoundError && reason === undefined;
  const advice = ErrorClass === UnauthorizedError ? checkToken : isUnexplained ? checkVersion(baseUrl) : '';
  return new ErrorClass(`${context.operation}: ${shown} (status ${status}${where})${advice}`, {
    ...context,
    status,
    reason,
    details,
    body: kept,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Whether a body is a documented error of the operation, whatever its status. */
export function isDocumentedError(body: unknown, { errors, section }: AnyOperation): boolean {
  const { reason } = readErrorBody(body, errors);
  return documentedErrors.some(
    (documented) => documented.reason === reason && documented.sections.includes(section),
  );
}

/** What to check if the service does not know the token, as with `Publisher not found` (§7.1). */
const checkToken =
  '; check that the token is complete, and that it belongs to the environment of the base URL';

/** What to check if nothing is found at a base URL that has the version with which most paths begin. */
export function checkVersion(baseUrl: string): string {
  return baseUrl.endsWith('/v1')
    ? '; the base URL ends in /v1, which is a part of the paths: leave it out'
    : '';
}

/** Maximum length of the service's message in an error message; the complete one is in the error's `body`. */
const maxMessageLength = 300;

const classes: Readonly<Record<number, ApiErrorClass>> = {
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

interface ErrorBody {
  readonly details: ApiErrorDetails;
  readonly reason: ApiErrorReason | undefined;
  /** The most specific message in the body. */
  readonly message: string | undefined;
}

/** A field of a body: what has another type counts as missing. */
function orMissing<T>(schema: z.ZodType<T>) {
  return schema.optional().catch(undefined);
}

const report = transactionReportErrorSchema.shape;
const { validationErrorNumber, error } = transactionReportErrorMessageSchema.shape;
const reportMessages = z.array(z.object({ validationErrorNumber: orMissing(validationErrorNumber), error }));

/** The fields of the documented bodies (§7). */
const errorBody = z.object({
  message: orMissing(z.union([pricePointErrorSchema.shape.message, reportMessages.min(1)])),
  body: orMissing(z.union([portalContentErrorSchema.shape.body, z.array(z.string())])),
  statusCode: orMissing(report.statusCode),
  error: orMissing(report.error),
  requestUrl: orMissing(report.requestUrl),
});

/** Parses an error body by its shape; if that is ambiguous, by the operation's error family. */
function readErrorBody(received: unknown, family: ErrorFamily): ErrorBody {
  const { message, body, ...rest } = errorBody.safeParse(received).data ?? {};
  const { requestUrl } = rest;
  if (message === undefined)
    return { details: { family: 'unknown' }, reason: undefined, message: findMessage(received) };
  if (Array.isArray(message)) {
    const matched = message.map(({ error }) => match(error)).find((found) => found !== undefined);
    return {
      details: promisedBy(matched) ?? { family: 'transactionReport', messages: message, ...rest },
      reason: matched?.reason,
      message: message.map(({ error }) => error).join('; '),
    };
  }
  if (body !== undefined && /^schema validation error\W*$/i.test(message)) {
    const parts = typeof body === 'string' ? body.split(/[,;\n]+/) : body;
    const failures = parts.map((part) => part.trim()).filter((part) => part !== '');
    return {
      details: { family: 'personalization', message, failures, requestUrl },
      reason: 'schema_validation',
      message: `${message}: ${failures.join('; ')}`,
    };
  }
  if (typeof body === 'string') {
    const matched = match(message, 'portalContent');
    return {
      details: promisedBy(matched) ?? { family: 'portalContent', message, body, requestUrl },
      reason: matched?.reason,
      message: message === body ? message : `${message}: ${body}`,
    };
  }
  const matched = match(message);
  const details: ApiErrorDetails = family === 'pricePoint' ? { family, message } : { family: 'unknown' };
  return { details: promisedBy(matched) ?? details, reason: matched?.reason, message };
}

interface DocumentedMessage {
  readonly reason: ApiErrorReason;
  readonly family: ErrorFamily;
  readonly message: string;
  readonly values: Pick<PricePointErrorDetails, 'countryCode2' | 'priceInUsdCents'>;
}

/** Returns the details that the type of a `reason` promises, in whatever body its message was found. */
function promisedBy(matched: DocumentedMessage | undefined): ApiErrorDetails | undefined {
  if (matched?.family === 'pricePoint')
    return { family: 'pricePoint', message: matched.message, ...matched.values };
  if (matched?.family === 'personalization')
    return { family: 'personalization', message: matched.message, failures: [] };
  return undefined;
}

/** Returns the documented error that a message matches, ignoring case and final punctuation. */
function match(message: string, family?: ErrorFamily): DocumentedMessage | undefined {
  for (const { pattern, reason, family: candidate } of patterns) {
    // The one-word messages of portal content are ambiguous in other bodies.
    if (candidate === 'portalContent' && family !== 'portalContent') continue;
    const found = pattern.exec(message.trim());
    if (!found) continue;
    const { country_code: countryCode2, price_in_usd_cents: price } = found.groups ?? {};
    const values = {
      ...(countryCode2 === undefined ? {} : { countryCode2 }),
      ...(price === undefined || !/^\d+$/.test(price) ? {} : { priceInUsdCents: Number(price) }),
    };
    return { reason, family: candidate, message, values };
  }
  return undefined;
}

const patterns = documentedErrors.map(({ message, reason, family }) => {
  const text = message
    .replace(/[.!]+$/, '')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/<(\w+)>/g, String.raw`(?<$1>\S+)`);
  return { pattern: new RegExp(`^${text}[.!]*$`, 'i'), reason, family };
});

/** Returns the message of an undocumented body, from the fields that usually have one. */
function findMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return body.length <= 200 && !body.includes('<') ? body.trim() : undefined;
  const { message, errorMessage, detail, error, title, errors } = Object(body) as Readonly<
    Record<string, unknown>
  >;
  const found = [message, errorMessage, detail, error, title]
    .map(sentenceIn)
    .find((one) => one !== undefined);
  if (found !== undefined || !Array.isArray(errors)) return found;
  return errors.map(sentenceIn).filter(Boolean).join('; ');
}

/** Returns a string, or the string `message` of an object. */
function sentenceIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const { message } = Object(value) as Readonly<Record<string, unknown>>;
  return typeof message === 'string' ? message : undefined;
}
