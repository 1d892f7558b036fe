import { shorten } from './printable.ts';

const replacement = '[token]';
/** Shorter tokens may be ordinary words: redacting those would garble messages. */
const minLength = 8;
/** A token function may return a new token for each request. */
const maxTokens = 16;

/** Redacts the most recently sent tokens where the service echoes them: as sent, or escaped for JSON, URLs or HTML. */
export class TokenRedactor {
  readonly #tokens = new Set<string>();
  /** Without tokens, it never matches. */
  #pattern = /(?!)/gi;

  /** Adds a token as the latest; if there are too many, the one that was not sent for longest is dropped. */
  remember(token: string): this {
    if (token.length < minLength) return this;
    const isKnown = this.#tokens.delete(token);
    this.#tokens.add(token);
    if (isKnown) return this;
    for (const oldest of this.#tokens) {
      if (this.#tokens.size <= maxTokens) break;
      this.#tokens.delete(oldest);
    }
    // One token may begin with another.
    const longestFirst = [...this.#tokens].toSorted((a, b) => b.length - a.length);
    const forms = longestFirst.map((one) => Array.from(one, patternOf).join(''));
    // Hosts and names of headers arrive in lower case.
    this.#pattern = new RegExp(forms.join('|'), 'gi');
    return this;
  }

  isIn(text: string): boolean {
    return text.search(this.#pattern) >= 0;
  }

  /** Returns a string with every token redacted, and then cut at `max` characters. */
  redact(text: string, max = Infinity): string {
    return shorten(text.replace(this.#pattern, replacement), max);
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** Returns a pattern of a character in the forms in which services echo a header. */
function patternOf(character: string): string {
  if (/[a-z\d]/i.test(character)) return character;
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const forms = [String.raw`\\?\x${hex}`, `%${hex}`, String.raw`\\u00${hex}`, `&#0*${code};`, `&#x0*${hex};`];
  const entity = entities[character];
  return `(?:${[...forms, ...(entity === undefined ? [] : [`&${entity};`])].join('|')})`;
}
