import { byteLength, copyOf } from './bytes.ts';

const replacement = '[token]';
/** Shorter tokens, and shorter parts of one, may be ordinary words: redacting those would garble messages. */
const minLength = 8;
/** A token function may return a new token for each request. */
const maxTokens = 16;

/** Redacts the most recently sent tokens where the service echoes them: as sent, percent-encoded, JSON-escaped, in base64. */
export class TokenRedactor {
  readonly #tokens = new Set<string>();
  #pattern: RegExp | undefined;

  /** Adds a token; if there are too many, the oldest is dropped. */
  remember(token: string): this {
    if (token.length < minLength || this.#tokens.has(token)) return this;
    this.#tokens.add(token);
    for (const oldest of this.#tokens) {
      if (this.#tokens.size <= maxTokens) break;
      this.#tokens.delete(oldest);
    }
    this.#pattern = undefined;
    return this;
  }

  /** Whether a string contains a token in any encoding. */
  isIn(text: string): boolean {
    return text.search(this.#compiled()) >= 0;
  }

  /** Returns a string with every token redacted, cut at `max` characters. */
  redact(text: string, max = Infinity): string {
    if (text.length <= max) return text.replace(this.#compiled(), replacement);
    // Copied: a slice would keep the whole string in memory as long as the error exists.
    return `${copyOf(this.redactCut(text.slice(0, max)))}…`;
  }

  /** Redacts a string that was cut before, so that it may end with a part of a token. */
  redactCut(text: string): string {
    const redacted = this.redact(text);
    const [ending = ''] = /["…]*$/.exec(redacted) ?? [];
    const kept = redacted.slice(0, redacted.length - ending.length);
    for (const form of [...this.#tokens].flatMap(formsOf)) {
      for (let length = Math.min(form.length, kept.length); length >= minLength; length--) {
        if (kept.endsWith(form.slice(0, length))) return kept.slice(0, -length) + replacement + ending;
      }
    }
    return redacted;
  }

  #compiled(): RegExp {
    // Without tokens, a pattern that never matches. Hosts and names of headers arrive in lower case.
    this.#pattern ??= new RegExp([...this.#tokens].flatMap(patternsOf).join('|') || '(?!)', 'gi');
    return this.#pattern;
  }
}

/** Returns the forms of a token that a cut string may end with the start of. */
function formsOf(token: string): string[] {
  const cores = base64Of(token).map((positions) => positions.filter(({ length }) => length === 1).join(''));
  const forUrls = cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_'));
  return [token, encodeURIComponent(token), jsonOf(token), ...cores, ...forUrls];
}

/** Each pattern matches in one way only, so that searching never backtracks. */
function patternsOf(token: string): string[] {
  const percentEncoded = token.replaceAll(/\W/g, (character) => {
    const hex = character.charCodeAt(0).toString(16);
    return character === '%' ? '%25' : `(?:${escaped(character)}|%${hex})`;
  });
  const json = escaped(jsonOf(token)).replaceAll('/', String.raw`\\?/`);
  const base64 = base64Of(token).map((positions) => positions.map(base64Character).join(''));
  return [escaped(token), percentEncoded, json, ...base64.map((pattern) => `${pattern}(?:=|%3d){0,2}`)];
}

function jsonOf(token: string): string {
  return JSON.stringify(token).slice(1, -1);
}

/** Bytes that differ in their first four bits and in their last four: base64 mixes some of those with a token's. */
const neighbours = Array.from({ length: 16 }, (_, half) => String.fromCharCode(17 * half));

/** Returns the characters that each position of a token may have in base64, for the three ways to group its bytes. */
function base64Of(token: string): string[][] {
  return [0, 1, 2].map((before) => {
    const encoded = neighbours.map((byte) => btoa(byte.repeat(before) + token + byte));
    const start = Math.floor((8 * before) / 6);
    const end = Math.ceil((8 * (before + token.length)) / 6);
    return Array.from({ length: end - start }, (_, index) => {
      const candidates = new Set(encoded.map((text) => text.charAt(start + index)));
      return [...candidates].join('');
    });
  });
}

/** Matches one of the given characters, in both alphabets. */
function base64Character(candidates: string): string {
  if (/^\w$/.test(candidates)) return candidates;
  const spelled = Array.from(candidates, (character) => {
    if (character === '+') return '[+-]|%2b';
    return character === '/' ? String.raw`\\?/|_|%2f` : character;
  });
  return `(?:${spelled.join('|')})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Maximum JSON size of a body that an error contains, in bytes. */
const maxBytes = 64 * 1024;
const maxStringLength = 1000;
const maxKeyLength = 200;

/**
 * Returns a copy of a JSON value with the token redacted. Over 64 KiB, it returns an object of the top-level scalars
 * with `truncated: true`, so that the ids of a created resource are kept.
 */
export function keepBody(value: unknown, redactor: TokenRedactor): unknown {
  const whole = wholeCopyOf(value, redactor);
  return whole ? whole.copy : summaryOf(value, redactor);
}

/** The body of an error response, redacted and limited in size. */
export interface ErrorResponseBody {
  /** The body to put into the error. */
  readonly kept: unknown;
  /** The fields that error bodies have, to be parsed. */
  readonly fields: unknown;
}

/** Returns the redacted body of an error response; the cost depends on the size kept, not on the size received. */
export function keepErrorBody(value: unknown, redactor: TokenRedactor): ErrorResponseBody {
  const whole = wholeCopyOf(value, redactor);
  return whole
    ? { kept: whole.copy, fields: excerptOf(value, redactor, 100) }
    : { kept: summaryOf(value, redactor), fields: excerptOf(value, redactor, 20, maxStringLength) };
}

/** Returns a redacted copy, or `undefined` as soon as its JSON is over 64 KiB. */
function wholeCopyOf(value: unknown, redactor: TokenRedactor): { readonly copy: unknown } | undefined {
  let bytes = 0;
  const fits = (more: number): boolean => (bytes += more) <= maxBytes;
  const copyString = (text: string): string =>
    // Its length first: the JSON of a huge string is not needed.
    fits(text.length) && fits(byteLength(JSON.stringify(text)) - text.length) ? redactor.redact(text) : '';
  const copyOfPart = (part: unknown): unknown => {
    if (typeof part === 'string') return copyString(part);
    if (typeof part !== 'object' || part === null) {
      bytes += String(part).length;
      return part;
    }
    bytes += 1;
    if (Array.isArray(part)) {
      const elements: unknown[] = [];
      for (const element of part) {
        if (!fits(1)) break;
        elements.push(copyOfPart(element));
      }
      return elements;
    }
    const fields: [string, unknown][] = [];
    // Not `Object.entries`, which creates an array for every field first.
    for (const key of Object.keys(part)) {
      if (!fits(2)) break;
      fields.push([copyString(key), copyOfPart(fieldOf(part, key))]);
    }
    return Object.fromEntries(fields);
  };
  const copy = copyOfPart(value);
  return fits(0) ? { copy } : undefined;
}

function summaryOf(value: unknown, redactor: TokenRedactor): unknown {
  if (typeof value === 'string') return { text: redactor.redact(value, maxStringLength), truncated: true };
  if (Array.isArray(value)) return { length: value.length, truncated: true };
  const kept: [string, unknown][] = [];
  const object = Object(value) as object;
  let bytes = 0;
  for (const key of Object.keys(object)) {
    const field = fieldOf(object, key);
    if (typeof field === 'object' && field !== null) continue;
    const name = redactor.redact(key, maxKeyLength);
    const scalar = typeof field === 'string' ? redactor.redact(field, maxStringLength) : field;
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

/** Returns the known fields of an error body: a schema would create an issue for each of a million elements. */
function excerptOf(
  value: unknown,
  redactor: TokenRedactor,
  maxElements: number,
  maxLength = Infinity,
  levels = 3,
): unknown {
  if (typeof value === 'string') return redactor.redact(value, maxLength);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return undefined;
  const excerpt = (part: unknown): unknown => excerptOf(part, redactor, maxElements, maxLength, levels - 1);
  if (Array.isArray(value)) return value.slice(0, maxElements).map(excerpt);
  return Object.fromEntries(
    errorFields
      .filter((name) => Object.hasOwn(value, name))
      .map((name) => [name, excerpt(fieldOf(value, name))]),
  );
}

function fieldOf(value: object, key: string): unknown {
  // JSON objects have string keys only, which their type does not say.
  return (value as Readonly<Record<string, unknown>>)[key];
}
