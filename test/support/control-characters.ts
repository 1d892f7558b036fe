/** C0, DEL and C1, line and paragraph separators, and marks that turn the direction of text; by number, as typed out. */
const ranges = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x2028, 0x2029],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
] as const;

/** The characters of a string that could forge a line of a log or drive a terminal; line feeds only on request. */
export function controlCharactersIn(text: string, allowLineFeeds = false): string[] {
  return Array.from(text).filter(
    (character) =>
      !(allowLineFeeds && character === '\n') &&
      ranges.some(([first, last]) => character.charCodeAt(0) >= first && character.charCodeAt(0) <= last),
  );
}

/** Forges a line of a log, clears a terminal and turns the direction of what follows. */
export const hostile = 'no\r\n2026-10-01 ERROR forged\u001b[2J\u009b1m\u202e\u2028end';
/** The same as it is safe to print. */
export const harmless = String.raw`no\r\n2026-10-01 ERROR forged\u001b[2J\u009b1m\u202e\u2028end`;
