import type { Issue } from '../errors/printable.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import { byteLength } from '../runtime/runtime.ts';

/** Maximum length of a string that is shown beside others. */
export const maxShownLength = 1000;

export function redactIssues(issues: readonly Issue[], redactor: TokenRedactor): readonly Issue[] {
  return issues.map(({ path, message }) => ({
    path: redactor.redact(path, maxShownLength),
    message: redactor.redact(message, maxShownLength),
  }));
}

/** Maximum JSON size of a body that an error contains, in bytes. */
const maxBytes = 64 * 1024;
const maxKeyLength = 200;
const maxElements = 20;

/**
 * Returns a copy of a JSON value with the token redacted. Over 64 KiB, it is an object of the top-level scalars with
 * `truncated: true`, so that the ids of a created resource are kept.
 *
 * @throws RangeError if the value is nested so deeply that it overflows the stack
 */
export function keepBody(value: unknown, redactor: TokenRedactor): unknown {
  return isLarge(value) ? summaryOf(value, redactor) : copyOf(value, redactor);
}

/** Returns what to keep of an error body, and what to parse of it: of a large one, the first elements of each array. */
export function keepErrorBody(body: unknown, redactor: TokenRedactor) {
  const large = isLarge(body);
  const readable = large ? copyOf(body, redactor, maxElements, maxShownLength) : copyOf(body, redactor);
  return { kept: large ? summaryOf(body, redactor) : readable, readable };
}

function isLarge(value: unknown): boolean {
  return byteLength(JSON.stringify(value)) > maxBytes;
}

function copyOf(value: unknown, redactor: TokenRedactor, elements = Infinity, length = Infinity): unknown {
  if (typeof value === 'string') return redactor.redact(value, length);
  if (typeof value !== 'object' || value === null) return value;
  const copy = (part: unknown): unknown => copyOf(part, redactor, elements, length);
  if (Array.isArray(value)) return value.slice(0, elements).map(copy);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [redactor.redact(key), copy(field)]));
}

function summaryOf(value: unknown, redactor: TokenRedactor): unknown {
  const shorten = (part: unknown): unknown =>
    typeof part === 'string' ? redactor.redact(part, maxShownLength) : part;
  if (typeof value === 'string') return { text: shorten(value), truncated: true };
  if (Array.isArray(value)) return { length: value.length, truncated: true };
  let bytes = 0;
  const scalars = Object.entries(Object(value) as Readonly<Record<string, unknown>>)
    .filter(([, field]) => typeof field !== 'object' || field === null)
    .map(([key, field]) => [redactor.redact(key, maxKeyLength), shorten(field)] as const)
    .filter((scalar) => (bytes += byteLength(JSON.stringify(scalar))) <= maxBytes);
  return Object.fromEntries([...scalars, ['truncated', true]]);
}
