// Control characters (C0, DEL, C1), line and paragraph separators, bidirectional control characters, and what XML cannot
// contain: halves of surrogate pairs and two noncharacters.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\uFFFE\uFFFF]/gu;
const shortForms: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/**
 * Cuts a string to `max` characters and escapes control characters, so that it is safe to print.
 *
 * Otherwise the service could forge log lines or send control sequences to a terminal.
 */
export function printable(text: string, max = Infinity): string {
  return shorten(text, max).replace(unprintable, escapeCharacter);
}

/** Like {@link printable}, but keeps line breaks, for example of a stack trace. */
export function printableLines(text: string, max = Infinity): string {
  return shorten(text, max).replace(unprintable, (character) =>
    character === '\n' ? character : escapeCharacter(character),
  );
}

/** Quotes a string for a message, for example a cursor; cut to 200 characters. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 200));
}

/** Cuts a string to `max` characters if it is longer. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  // Not between the halves of a surrogate pair.
  return `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The visible escape of a character: `\u202e`. */
export function escapeCharacter(character: string): string {
  return shortForms[character] ?? String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A value that breaks a rule. */
export interface Issue {
  /** Path of the value, for example `priceOverrides[0].price`. */
  readonly path: string;
  /** The rule that it breaks; the value itself is never quoted. */
  readonly message: string;
}

/** Returns at most ten issues, escaped for printing and with long keys shortened. */
export function printableIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.slice(0, 10).map(({ path, message }) => ({
    path: printable(path, 200),
    message: printable(message, 500),
  }));
}

/** Joins issues into one line of a message. */
export function listIssues(issues: readonly Issue[]): string {
  return printableIssues(issues)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ');
}
