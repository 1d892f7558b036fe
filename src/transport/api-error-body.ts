import * as z from 'zod';

import { documentedErrors } from '../contract/documented-errors.ts';
import type { ErrorFamily } from '../contract/operation.ts';
import type { ApiErrorDetails, ApiErrorReason } from '../errors/index.ts';

/** A parsed error body. */
export interface ErrorBody {
  readonly details: ApiErrorDetails;
  readonly reason: ApiErrorReason | undefined;
  /** The most specific message in the body. */
  readonly message: string | undefined;
}

const optionalString = z.string().optional().catch(undefined);
const optionalNumber = z.number().optional().catch(undefined);

// Each schema requires only the fields that identify its family.
const transactionReport = z.object({
  statusCode: optionalNumber,
  error: optionalString,
  message: z.array(z.object({ validationErrorNumber: optionalNumber, error: z.string() })).min(1),
  requestUrl: optionalString,
});
const portalContent = z.object({ message: z.string(), body: z.string(), requestUrl: optionalString });
const personalization = z.object({
  message: z.string().regex(/^schema validation error\W*$/i),
  body: z.union([z.string(), z.array(z.string())]),
  requestUrl: optionalString,
});
const plainMessage = z.object({ message: z.string() });

/** Parses an error body by its shape; if that is ambiguous, by the operation's error family. */
export function readErrorBody(received: unknown, family: ErrorFamily): ErrorBody {
  const body = relevantFields(received);
  const report = transactionReport.safeParse(body);
  if (report.success) {
    const { message: messages, ...rest } = report.data;
    const matched = messages.map(({ error }) => match(error)).find((found) => found !== undefined);
    return {
      details: { family: 'transactionReport', messages, ...rest },
      reason: matched?.reason,
      message: messages.map(({ error }) => error).join('; '),
    };
  }
  const failed = personalization.safeParse(body);
  if (failed.success) {
    const { message, requestUrl } = failed.data;
    const failures = listFailures(failed.data.body);
    return {
      details: { family: 'personalization', message, failures, requestUrl },
      reason: 'schema_validation',
      message: `${message}: ${failures.join('; ')}`,
    };
  }
  const content = portalContent.safeParse(body);
  if (content.success) {
    const { message, body: sentence, requestUrl } = content.data;
    return {
      details: { family: 'portalContent', message, body: sentence, requestUrl },
      reason: match(message, 'portalContent')?.reason,
      message: message === sentence ? message : `${message}: ${sentence}`,
    };
  }
  const plain = plainMessage.safeParse(body);
  if (plain.success) {
    const { message } = plain.data;
    const matched = match(message);
    const isPrice = family === 'pricePoint' || matched?.family === 'pricePoint';
    return {
      details: isPrice ? { family: 'pricePoint', message, ...matched?.values } : { family: 'unknown' },
      reason: matched?.reason,
      message,
    };
  }
  return { details: { family: 'unknown' }, reason: undefined, message: findMessage(body) };
}

/** Returns the relevant fields, with lists shortened: schemas would create an issue for each of a million elements. */
function relevantFields(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const fields = ['statusCode', 'error', 'message', 'requestUrl', 'body', 'detail', 'title', 'errors'];
  // Not a filter of all fields: an error body may have any number of them.
  const entries = fields
    .filter((field) => Object.hasOwn(body, field))
    .map((field) => [field, (body as Record<string, unknown>)[field]] as const);
  return Object.fromEntries(
    entries.map(([field, value]) => [field, Array.isArray(value) ? value.slice(0, 100) : value]),
  );
}

interface Match {
  readonly reason: ApiErrorReason;
  readonly family: ErrorFamily;
  readonly values: { readonly countryCode2?: string; readonly priceInUsdCents?: number };
}

/** Returns the documented error that a message matches, ignoring case and final punctuation. */
function match(message: string, family?: ErrorFamily): Match | undefined {
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
    return { reason, family: candidate, values };
  }
  return undefined;
}

const patterns = documentedErrors.map(({ message, reason, family }) => ({
  pattern: new RegExp(`^${toPattern(message)}[.!]*$`, 'i'),
  reason,
  family,
}));

function toPattern(message: string): string {
  return message
    .replace(/[.!]+$/, '')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/<(\w+)>/g, String.raw`(?<$1>\S+)`);
}

function listFailures(body: string | readonly string[]): string[] {
  const parts = typeof body === 'string' ? body.split(/[,;\n]+/) : body;
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

// A string, or an object with a string `message`.
const sentence = z
  .union([z.string(), plainMessage.transform(({ message }) => message)])
  .optional()
  .catch(undefined);
const undocumented = z.object({
  message: sentence,
  detail: sentence,
  error: sentence,
  title: sentence,
  errors: z.array(sentence).optional().catch(undefined),
});

/** Returns the message of an undocumented body, from the fields that usually have one. */
function findMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return body.length <= 200 && !body.includes('<') ? body.trim() : undefined;
  const found = undocumented.safeParse(body);
  if (!found.success) return undefined;
  const { message, detail, error, title, errors } = found.data;
  return message ?? detail ?? error ?? title ?? errors?.filter((text) => text !== undefined).join('; ');
}
