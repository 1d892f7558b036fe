import { byteLength } from './bytes.ts';
import type { SentTokens } from './sent-tokens.ts';

/** Maximum JSON size of a body that an error contains, in bytes. */
const maxBytes = 64 * 1024;
/** Deeper values are dropped: printing the error would overflow the stack. */
const maxDepth = 100;
const maxStringLength = 1000;
const maxKeyLength = 200;
const maxElements = 20;

/** The body of an error response, redacted and limited in size. */
export interface ErrorResponseBody {
  /** The body to put into the error. */
  readonly kept: unknown;
  /** The body to parse; has more fields than `kept` if that is a summary. */
  readonly readable: unknown;
}

/**
 * Returns a copy of a JSON value with the token redacted. Over 64 KiB, it returns an object of the top-level scalars
 * with `truncated: true`, so that the ids of a created resource are kept.
 */
export function keepBody(value: unknown, sent: SentTokens): unknown {
  const copy = new BoundedCopy(sent);
  const whole = copy.of(value);
  return copy.isComplete ? whole : summaryOf(value, copy.topKeys, sent);
}

/** Returns the redacted body of an error response; the cost depends on the size kept, not on the size received. */
export function keepErrorBody(value: unknown, sent: SentTokens): ErrorResponseBody {
  const copy = new BoundedCopy(sent);
  const whole = copy.of(value);
  return copy.isComplete
    ? { kept: whole, readable: whole }
    : { kept: summaryOf(value, copy.topKeys, sent), readable: excerptOf(value, sent) };
}

/** A copy that stops as soon as it is too large. */
class BoundedCopy {
  readonly #sent: SentTokens;
  #bytes = 0;
  /** The top-level keys, kept since listing those of a large object is expensive. */
  topKeys: readonly string[] = [];

  constructor(sent: SentTokens) {
    this.#sent = sent;
  }

  /** Whether the complete value was copied. */
  get isComplete(): boolean {
    return this.#bytes <= maxBytes;
  }

  of(value: unknown, depth = 0): unknown {
    if (depth > maxDepth || !this.isComplete) return undefined;
    if (typeof value === 'string') return this.#string(value);
    if (typeof value !== 'object' || value === null) {
      this.#bytes += String(value).length;
      return value;
    }
    this.#bytes += 1;
    return Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
  }

  #array(value: readonly unknown[], depth: number): unknown[] {
    const copy: unknown[] = [];
    for (const element of value) {
      this.#bytes += 1;
      copy.push(this.of(element, depth + 1));
      if (!this.isComplete) break;
    }
    return copy;
  }

  #object(value: object, depth: number): unknown {
    const copy: [string, unknown][] = [];
    // Not `Object.entries`, which creates an array for every field first.
    const keys = Object.keys(value);
    if (depth === 0) this.topKeys = keys;
    for (const key of keys) {
      this.#bytes += 2;
      copy.push([this.#string(key), this.of(fieldOf(value, key), depth + 1)]);
      if (!this.isComplete) break;
    }
    return Object.fromEntries(copy);
  }

  #string(text: string): string {
    this.#bytes += text.length;
    if (!this.isComplete) return '';
    this.#bytes += byteLength(JSON.stringify(text)) - text.length;
    return this.#sent.redact(text);
  }
}

function summaryOf(value: unknown, keys: readonly string[], sent: SentTokens): unknown {
  if (typeof value === 'string') return { text: sent.redact(value, maxStringLength), truncated: true };
  if (Array.isArray(value)) return { length: value.length, truncated: true };
  const kept: [string, unknown][] = [];
  const object = Object(value) as object;
  let bytes = 0;
  for (const key of keys) {
    const field = fieldOf(object, key);
    if (typeof field === 'object' && field !== null) continue;
    const name = sent.redact(key, maxKeyLength);
    const scalar = typeof field === 'string' ? sent.redact(field, maxStringLength) : field;
    bytes += byteLength(JSON.stringify([name, scalar]));
    if (bytes > maxBytes) break;
    kept.push([name, scalar]);
  }
  return Object.fromEntries([...kept, ['truncated', true]]);
}

/** The fields of all documented error bodies (§7), and those that other bodies usually have. */
const errorFields = [
  'message',
  'error',
  'errors',
  'body',
  'detail',
  'title',
  'statusCode',
  'validationErrorNumber',
  'requestUrl',
];

/** Returns the known fields of an error body, with lists and strings shortened. */
function excerptOf(value: unknown, sent: SentTokens, levels = 3): unknown {
  if (typeof value === 'string') return sent.redact(value, maxStringLength);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, maxElements).map((element) => excerptOf(element, sent, levels - 1));
  }
  return Object.fromEntries(
    errorFields
      .filter((name) => Object.hasOwn(value, name))
      .map((name) => [name, excerptOf(fieldOf(value, name), sent, levels - 1)]),
  );
}

function fieldOf(value: object, key: string): unknown {
  // JSON objects have string keys only, which their type does not say.
  return (value as Readonly<Record<string, unknown>>)[key];
}
