import type { Issue } from '../errors/printable.ts';
import { byteLength } from '../runtime/runtime.ts';

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

  isIn(text: string): boolean {
    return text.search(this.#compiled()) >= 0;
  }

  /** Returns a string with every token redacted, cut at `max` characters. */
  redact(text: string, max = Infinity): string {
    if (text.length <= max) return text.replace(this.#compiled(), replacement);
    return `${this.redactCut(text.slice(0, max))}…`;
  }

  /** Redacts a string that was cut before, so that it may end with a part of a token. */
  redactCut(text: string): string {
    const redacted = this.redact(text);
    const [ending = ''] = /["…]*$/.exec(redacted) ?? [];
    const kept = redacted.slice(0, redacted.length - ending.length);
    for (const form of this.#forms()) {
      for (let length = Math.min(form.length, kept.length); length >= minLength; length--) {
        if (kept.endsWith(form.slice(0, length))) return kept.slice(0, -length) + replacement + ending;
      }
    }
    return redacted;
  }

  #forms(): string[] {
    return [...this.#tokens].flatMap(formsOf);
  }

  #compiled(): RegExp {
    const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // Without tokens, a pattern that never matches. Hosts and names of headers arrive in lower case.
    this.#pattern ??= new RegExp(this.#forms().map(escaped).join('|') || '(?!)', 'gi');
    return this.#pattern;
  }
}

/** Returns the forms in which services echo a header. */
function formsOf(token: string): readonly string[] {
  const json = JSON.stringify(token).slice(1, -1);
  const base64 = [0, 1, 2].flatMap((before) => base64Of(token, before));
  const plain = [token, json, encodeURI(token), ...base64];
  const slashes = [json, ...base64].map((form) => form.replaceAll('/', String.raw`\/`));
  return [...new Set([...plain, ...slashes, ...[token, ...base64].map(encodeURIComponent)])];
}

/** Returns the base64 of a token that follows some bytes, in both alphabets, without characters that it shares with others. */
function base64Of(token: string, before: number): readonly string[] {
  const encoded = btoa('x'.repeat(before) + token);
  const own = encoded.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + token.length)) / 6));
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}

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
 * Returns a copy of a JSON value with the token redacted. Over 64 KiB, it returns an object of the top-level scalars
 * with `truncated: true`, so that the ids of a created resource are kept.
 */
export function keepBody(value: unknown, redactor: TokenRedactor): unknown {
  return isLarge(value) ? summaryOf(value, redactor) : copyOf(value, redactor);
}

/** Returns what to parse of an error body, redacted: of a large one, the first elements of each array, with shorter strings. */
export function excerptOf(value: unknown, redactor: TokenRedactor): unknown {
  return isLarge(value) ? copyOf(value, redactor, maxElements, maxShownLength) : copyOf(value, redactor);
}

function isLarge(value: unknown): boolean {
  return byteLength(JSON.stringify(value)) > maxBytes;
}

function copyOf(value: unknown, redactor: TokenRedactor, elements = Infinity, length = Infinity): unknown {
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return redactor.redact(part, length);
    if (Array.isArray(part)) return part.slice(0, elements).map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, field]) => [redactor.redact(key), copy(field)]),
    );
  };
  return copy(value);
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
