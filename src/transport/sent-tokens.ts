const replacement = '[token]';
/** Shorter tokens would be ordinary words: redacting those garbles messages. */
const shortest = 8;
/** A token function may give a new token for each request. */
const mostTokens = 16;

/** The tokens that were sent lately, by which the service's echoes of them are recognized. */
export class SentTokens {
  readonly #tokens = new Set<string>();
  #pattern: RegExp | undefined;

  /** Adds a token; the one added longest ago is forgotten when there are too many. */
  remember(token: string): this {
    if (token.length < shortest || this.#tokens.has(token)) return this;
    this.#tokens.add(token);
    for (const oldest of this.#tokens) {
      if (this.#tokens.size <= mostTokens) break;
      this.#tokens.delete(oldest);
    }
    this.#pattern = undefined;
    return this;
  }

  /** Whether a string contains a token, in any of its forms. */
  isIn(text: string): boolean {
    return text.search(this.#compiled()) >= 0;
  }

  /**
   * A string in which every token is redacted: as it is, base64, URL-encoded and JSON-escaped.
   *
   * Only the first `max` characters are looked at and kept, and no part of a token at their end.
   */
  redact(text: string, max = Infinity): string {
    const pattern = this.#compiled();
    if (text.length <= max) return text.replace(pattern, replacement);
    const reach = Math.max(0, ...[...this.#tokens].map((token) => longestForm * token.length));
    const parts: string[] = [];
    let end = 0;
    for (const { 0: found, index } of text.slice(0, max + reach).matchAll(pattern)) {
      if (index >= max) break;
      parts.push(text.slice(end, index), replacement);
      end = index + found.length;
    }
    if (end < max) parts.push(text.slice(end, max));
    // Copied: a slice would keep the whole string in memory for as long as the error lives.
    return `${Buffer.from(parts.join('')).toString()}…`;
  }

  /** A string that was cut before it came here, so that it may end within a token: redacted all the same. */
  redactCut(text: string): string {
    const redacted = this.redact(text);
    const [ending = ''] = /["…]*$/.exec(redacted) ?? [];
    const kept = redacted.slice(0, redacted.length - ending.length);
    const lower = kept.toLowerCase();
    for (const form of [...this.#tokens].flatMap(literalForms)) {
      for (let length = Math.min(form.length, kept.length); length >= shortest; length--) {
        if (lower.endsWith(form.slice(0, length))) return kept.slice(0, -length) + replacement + ending;
      }
    }
    return redacted;
  }

  #compiled(): RegExp {
    // Without a token, a pattern that matches nothing.
    this.#pattern ??= new RegExp([...this.#tokens].flatMap(patternsOf).join('|') || '(?!)', 'gi');
    return this.#pattern;
  }
}

/** The most characters that a form has for one of the token: JSON's `\u002f`. */
const longestForm = 6;

/** Each of these matches in one way only, so that no text takes long to search. */
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

/** A token within base64, `shift` bytes after the start of a group: both alphabets, with and without padding. */
function base64Pattern(token: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(token), Buffer.alloc(1)]);
  const encoded = bytes.toString('base64');
  const [start, end] = [8 * shift, 8 * (shift + token.length)];
  const characters: string[] = [];
  for (let at = Math.floor(start / 6); 6 * at < end; at++) {
    // Of the first and last character only some bits are the token's; the others are its neighbours'.
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

/** The base64 characters that only the token decides on. */
function base64Core(token: string, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(token)]).toString('base64');
  return text.slice(Math.ceil((8 * shift) / 6), Math.floor((8 * (shift + token.length)) / 6));
}

/** What a string that was cut may end with the beginning of; in lower case. */
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
