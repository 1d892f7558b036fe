import type { SentTokens } from './sent-tokens.ts';

/** Bytes of JSON that an error keeps of what the service sent. */
const mostBytes = 64 * 1024;
/** What is nested deeper is dropped: a printer of the error would run out of stack on it. */
const deepest = 100;
const longestString = 1000;
const longestKey = 200;
const mostElements = 20;

/** The body of an error response, redacted and bounded. */
export interface ErrorResponseBody {
  /** As an error holds it. */
  readonly kept: unknown;
  /** What its documented forms are read from: more than is kept, where that is a summary. */
  readonly readable: unknown;
}

/**
 * A JSON value as an error holds it, the token redacted. Over 64 KiB it is an object of its top-level scalars, with
 * `truncated: true`: of a created thing the ids remain.
 */
export function keepBody(value: unknown, sent: SentTokens): unknown {
  const copy = new BoundedCopy(sent);
  const whole = copy.of(value);
  return copy.isWhole ? whole : summaryOf(value, copy.topKeys, sent);
}

/** The body of an error response. The work depends on what is kept, and not on what was sent. */
export function keepErrorBody(value: unknown, sent: SentTokens): ErrorResponseBody {
  const copy = new BoundedCopy(sent);
  const whole = copy.of(value);
  return copy.isWhole
    ? { kept: whole, readable: whole }
    : { kept: summaryOf(value, copy.topKeys, sent), readable: excerptOf(value, sent) };
}

/** A copy that is given up as soon as it is too large. */
class BoundedCopy {
  readonly #sent: SentTokens;
  #bytes = 0;
  /** The fields of the whole; of a large object, listing them is what costs. */
  topKeys: readonly string[] = [];

  constructor(sent: SentTokens) {
    this.#sent = sent;
  }

  /** Whether all of the value was copied. */
  get isWhole(): boolean {
    return this.#bytes <= mostBytes;
  }

  of(value: unknown, depth = 0): unknown {
    if (depth > deepest || !this.isWhole) return undefined;
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
      if (!this.isWhole) break;
    }
    return copy;
  }

  #object(value: object, depth: number): unknown {
    const copy: [string, unknown][] = [];
    // Not `Object.entries`, which makes an array for each field before the first is looked at.
    const keys = Object.keys(value);
    if (depth === 0) this.topKeys = keys;
    for (const key of keys) {
      this.#bytes += 2;
      copy.push([this.#string(key), this.of(fieldOf(value, key), depth + 1)]);
      if (!this.isWhole) break;
    }
    return Object.fromEntries(copy);
  }

  #string(text: string): string {
    this.#bytes += text.length;
    if (!this.isWhole) return '';
    this.#bytes += Buffer.byteLength(JSON.stringify(text)) - text.length;
    return this.#sent.redact(text);
  }
}

function summaryOf(value: unknown, keys: readonly string[], sent: SentTokens): unknown {
  if (typeof value === 'string') return { text: sent.redact(value, longestString), truncated: true };
  if (Array.isArray(value)) return { length: value.length, truncated: true };
  const kept: [string, unknown][] = [];
  const object = Object(value) as object;
  let bytes = 0;
  for (const key of keys) {
    const field = fieldOf(object, key);
    if (typeof field === 'object' && field !== null) continue;
    const name = sent.redact(key, longestKey);
    const scalar = typeof field === 'string' ? sent.redact(field, longestString) : field;
    bytes += Buffer.byteLength(JSON.stringify([name, scalar]));
    if (bytes > mostBytes) break;
    kept.push([name, scalar]);
  }
  return Object.fromEntries([...kept, ['truncated', true]]);
}

/** The fields of all documented error bodies (§7), and those that others usually have. */
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

/** The fields of an error body, with the first elements of its lists and the beginning of its strings. */
function excerptOf(value: unknown, sent: SentTokens, levels = 3): unknown {
  if (typeof value === 'string') return sent.redact(value, longestString);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, mostElements).map((element) => excerptOf(element, sent, levels - 1));
  }
  return Object.fromEntries(
    errorFields
      .filter((name) => Object.hasOwn(value, name))
      .map((name) => [name, excerptOf(fieldOf(value, name), sent, levels - 1)]),
  );
}

function fieldOf(value: object, key: string): unknown {
  // The index signature that an object of JSON has, and its type does not say.
  return (value as Readonly<Record<string, unknown>>)[key];
}
