import * as z from 'zod';

import {
  portalContentErrorSchema,
  pricePointErrorSchema,
  transactionReportErrorMessageSchema,
  transactionReportErrorSchema,
} from '../api/error-bodies.ts';
import { documentedErrors, type DocumentedError } from '../errors/documented-errors.ts';
import type {
  ApiErrorDetails,
  ApiErrorReason,
  ErrorFamily,
  PricePointErrorDetails,
} from '../errors/index.ts';

/** What an operation's error says in its body. */
export interface ErrorBody {
  readonly details: ApiErrorDetails;
  readonly reason: ApiErrorReason | undefined;
  /** The HTTP status of `reason`, documented or as the message means it. */
  readonly status: number | undefined;
  /** The most specific message in the body. */
  readonly message: string | undefined;
}

/**
 * Reads an error body by its shape. What it means is that of the operation's own family, or of a message about the token,
 * with which every operation may respond (§5): a sentence of another family says nothing about this operation.
 */
export function readErrorBody(received: unknown, family: ErrorFamily): ErrorBody {
  const { message, details, documented } = parse(received);
  const meant = documented.find((one) => one.family === family || one.status === 401);
  const isOwn = details.family === family || details.family === meant?.family;
  return {
    details: isOwn ? details : promisedBy(meant),
    reason: meant?.reason,
    status: meant?.status,
    message,
  };
}

/**
 * Returns the error status that a successful response means by its body: that of a documented message of any operation,
 * or the one beside a message; `undefined` if the body is no error.
 */
export function statusMeantBy(body: unknown): number | undefined {
  const { documented, statusCode = 0 } = parse(body);
  return documented[0]?.status ?? (statusCode >= 400 ? statusCode : undefined);
}

/** Whether a body has a message where documented errors have theirs. */
export function hasErrorMessage(body: unknown): boolean {
  return errorBody.safeParse(body).data?.message !== undefined;
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

/** A body as its shape has it, whatever operation responded with it. */
interface ParsedBody {
  readonly message: string | undefined;
  readonly details: ApiErrorDetails;
  /** The documented messages in it, in order. */
  readonly documented: readonly MatchedMessage[];
  /** The status beside the message. */
  readonly statusCode?: number | undefined;
}

function parse(received: unknown): ParsedBody {
  const { message, body, ...rest } = errorBody.safeParse(received).data ?? {};
  const { requestUrl, statusCode } = rest;
  if (message === undefined)
    return { details: { family: 'unknown' }, message: findMessage(received), documented: [] };
  if (Array.isArray(message)) {
    const sentences = message.map(({ error }) => error);
    return {
      details: { family: 'transactionReport', messages: message, ...rest },
      message: sentences.join('; '),
      documented: sentences.flatMap((sentence) => match(sentence, false)),
      statusCode,
    };
  }
  const documented = match(message, typeof body === 'string');
  if (body !== undefined && documented[0]?.family === 'personalization') {
    const parts = typeof body === 'string' ? body.split(/[,;\n]+/) : body;
    const failures = parts.map((part) => part.trim()).filter((part) => part !== '');
    return {
      details: { family: 'personalization', message, failures, requestUrl },
      message: `${message}: ${failures.join('; ')}`,
      documented,
      statusCode,
    };
  }
  if (typeof body === 'string')
    return {
      details: { family: 'portalContent', message, body, requestUrl },
      message: message === body ? message : `${message}: ${body}`,
      documented,
      statusCode,
    };
  return {
    details: { family: 'pricePoint', message, ...documented[0]?.values },
    message,
    documented,
    statusCode,
  };
}

/** A documented message, as a body has it. */
interface MatchedMessage extends Pick<DocumentedError, 'reason' | 'family' | 'status' | 'message'> {
  readonly values: Pick<PricePointErrorDetails, 'countryCode2' | 'priceInUsdCents'>;
}

/** Returns the details that the type of a `reason` promises, of a message in a body of another shape. */
function promisedBy(meant: MatchedMessage | undefined): ApiErrorDetails {
  if (meant?.family === 'pricePoint')
    return { family: 'pricePoint', message: meant.message, ...meant.values };
  if (meant?.family === 'personalization')
    return { family: 'personalization', message: meant.message, failures: [] };
  return { family: 'unknown' };
}

/** Returns the documented error that a message matches, ignoring case and final punctuation. */
function match(message: string, hasBody: boolean): readonly MatchedMessage[] {
  for (const { pattern, reason, family, status } of patterns) {
    // The one-word messages of portal content are ambiguous in other bodies.
    if (family === 'portalContent' && !hasBody) continue;
    const found = pattern.exec(message.trim());
    if (!found) continue;
    const { country_code: countryCode2, price_in_usd_cents: price } = found.groups ?? {};
    const values = {
      ...(countryCode2 === undefined ? {} : { countryCode2 }),
      ...(price === undefined || !/^\d+$/.test(price) ? {} : { priceInUsdCents: Number(price) }),
    };
    return [{ reason, family, status, message, values }];
  }
  return [];
}

const patterns = documentedErrors.map(({ message, ...rest }) => {
  const text = message
    .replace(/[.!]+$/, '')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/<(\w+)>/g, String.raw`(?<$1>\S+)`);
  return { ...rest, pattern: new RegExp(`^${text}[.!]*$`, 'i') };
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
