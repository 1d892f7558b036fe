import { copyOf } from './bytes.ts';

const replacement = '[token]';
/** Shorter tokens may be ordinary words: redacting those would garble messages. */
const minLength = 8;
/** A token function may return a new token for each request. */
const maxTokens = 16;

/** The most recently sent tokens, to recognize them where the service echoes them. */
export class SentTokens {
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

  /**
   * Returns a string with every token redacted: plain, base64, URL-encoded and JSON-escaped.
   *
   * A longer string is cut at `max` characters; a token across the cut is redacted too.
   */
  redact(text: string, max = Infinity): string {
    const pattern = this.#compiled();
    if (text.length <= max) return text.replace(pattern, replacement);
    const reach = Math.max(0, ...[...this.#tokens].map((token) => maxFormLength * token.length));
    const parts: string[] = [];
    let end = 0;
    for (const { 0: found, index } of text.slice(0, max + reach).matchAll(pattern)) {
      if (index >= max) break;
      parts.push(text.slice(end, index), replacement);
      end = index + found.length;
    }
    if (end < max) parts.push(text.slice(end, max));
    // Copied: a slice would keep the whole string in memory as long as the error exists.
    return `${copyOf(parts.join(''))}…`;
  }

  /** Redacts a string that was cut before, so that it may end with a part of a token. */
  redactCut(text: string): string {
    const redacted = this.redact(text);
    const [ending = ''] = /["…]*$/.exec(redacted) ?? [];
    const kept = redacted.slice(0, redacted.length - ending.length);
    const lower = kept.toLowerCase();
    for (const form of [...this.#tokens].flatMap(literalForms)) {
      for (let length = Math.min(form.length, kept.length); length >= minLength; length--) {
        if (lower.endsWith(form.slice(0, length))) return kept.slice(0, -length) + replacement + ending;
      }
    }
    return redacted;
  }

  #compiled(): RegExp {
    // Without tokens, a pattern that never matches.
    this.#pattern ??= new RegExp([...this.#tokens].flatMap(patternsOf).join('|') || '(?!)', 'gi');
    return this.#pattern;
  }
}

/** Maximum number of characters that encode one character of the token: JSON's `\u002f`. */
const maxFormLength = 6;

/** Each pattern matches in one way only, so that searching never backtracks. */
function patternsOf(token: string): string[] {
  const spelled = (spell: (plain: string, hex: string, character: string) => string): string =>
    token.replaceAll(/[^a-z0-9]/gi, (character) => {
      const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
      return spell(escaped(character), hex, character);
    });
  const forms = [
    spelled((plain) => plain),
    spelled((plain, hex, character) => (character === '%' ? '%25' : `(?:${plain}|%${hex})`)),
    spelled((plain, hex, character) => (character === '%' ? '%2525' : `(?:${plain}|%25${hex})`)),
    spelled((plain, hex, character) => {
      if (character === '/') return String.raw`(?:/|\\(?:/|u002f))`;
      if (character === '"' || character === '\\') return String.raw`\\(?:${plain}|u00${hex})`;
      return String.raw`(?:${plain}|\\u00${hex})`;
    }),
    ...[0, 1, 2].map((shift) => base64Pattern(token, shift)),
  ];
  return [...new Set(forms)];
}

/** Returns the pattern of a token in base64, `shift` bytes into a group: both alphabets, padding optional. */
function base64Pattern(token: string, shift: number): string {
  const encoded = btoa(`${'\0'.repeat(shift)}${token}\0`);
  const [start, end] = [8 * shift, 8 * (shift + token.length)];
  const characters: string[] = [];
  for (let at = Math.floor(start / 6); 6 * at < end; at++) {
    // Only some bits of the first and last character belong to the token; the others to adjacent bytes.
    const own = (0b111111 >> Math.max(0, start - 6 * at)) & (0b111111 << Math.max(0, 6 * at + 6 - end));
    const value = base64.indexOf(encoded.charAt(at));
    characters.push(base64Character(base64.filter((_, index) => (index & own) === (value & own))));
  }
  return `${characters.join('')}(?:=|%3d){0,2}`;
}

const base64 = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');

function base64Character(candidates: readonly string[]): string {
  const spelled = candidates.map((character) => {
    if (character === '+') return '(?:[+-]|%2b)';
    return character === '/' ? String.raw`(?:\\?/|_|%2f)` : character;
  });
  return spelled.length === 1 ? spelled.join('') : `(?:${spelled.join('|')})`;
}

/** Returns the base64 characters that depend on the token only. */
function base64Core(token: string, shift: number): string {
  const text = btoa('\0'.repeat(shift) + token);
  return text.slice(Math.ceil((8 * shift) / 6), Math.floor((8 * (shift + token.length)) / 6));
}

/** Returns the encodings, in lower case, that a cut string may end with the start of. */
function literalForms(token: string): string[] {
  const cores = [0, 1, 2].map((shift) => base64Core(token, shift));
  return [
    token,
    encodeURIComponent(token),
    JSON.stringify(token).slice(1, -1),
    ...cores,
    ...cores.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
  ].map((form) => form.toLowerCase());
}

function escaped(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/-]/, String.raw`\$&`);
}
