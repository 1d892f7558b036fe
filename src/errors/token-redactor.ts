const replacement = '[token]';
/** Shorter tokens, and shorter parts of one, may be ordinary words: redacting those would garble messages. */
const minLength = 8;
/** A token function may return a new token for each request. */
const maxTokens = 16;

/** Redacts the most recently sent tokens where the service echoes them: as sent, percent-encoded, JSON-escaped, in base64. */
export class TokenRedactor {
  readonly #tokens = new Set<string>();
  #forms: readonly string[] | undefined;
  #pattern: RegExp | undefined;

  /** Adds a token; if there are too many, the oldest is dropped. */
  remember(token: string): this {
    if (token.length < minLength || this.#tokens.has(token)) return this;
    this.#tokens.add(token);
    for (const oldest of this.#tokens) {
      if (this.#tokens.size <= maxTokens) break;
      this.#tokens.delete(oldest);
    }
    this.#forms = undefined;
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
    // Not a pattern, which would try at every quote of the string.
    let end = redacted.length;
    while (/["…]/.test(redacted.charAt(end - 1))) end -= 1;
    const [kept, ending] = [redacted.slice(0, end), redacted.slice(end)];
    for (const form of this.#allForms()) {
      for (let length = Math.min(form.length, kept.length); length >= minLength; length--) {
        if (kept.endsWith(form.slice(0, length))) return kept.slice(0, -length) + replacement + ending;
      }
    }
    return redacted;
  }

  #allForms(): readonly string[] {
    return (this.#forms ??= [...this.#tokens].flatMap(formsOf));
  }

  #compiled(): RegExp {
    const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    // Without tokens, a pattern that never matches. Hosts and names of headers arrive in lower case.
    this.#pattern ??= new RegExp(this.#allForms().map(escaped).join('|') || '(?!)', 'gi');
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
