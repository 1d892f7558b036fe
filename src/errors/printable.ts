// Control characters (C0, DEL, C1), line and paragraph separators, and marks that turn the direction of text.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const shortForms: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/**
 * A string that is safe in a message or a log line: cut to `max` characters, with control characters escaped.
 *
 * What the service sends could otherwise forge lines of a log, or drive the terminal that shows it.
 */
export function printable(text: string, max = Infinity): string {
  return shorten(text, max).replace(unprintable, escapeCharacter);
}

/** Several lines, such as a stack, with every other control character escaped. */
export function printableLines(text: string, max = Infinity): string {
  return shorten(text, max).replace(unprintable, (character) =>
    character === '\n' ? character : escapeCharacter(character),
  );
}

/** A string in quotes, as a message shows it: a cursor, say. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 200));
}

/** A string cut to `max` characters, where that is needed. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}

function escapeCharacter(character: string): string {
  return shortForms[character] ?? String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
