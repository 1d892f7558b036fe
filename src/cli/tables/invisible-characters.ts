const names: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\t': 'a tab',
  '\n': 'a line break',
  '\u00A0': 'a no-break space',
  '\u00AD': 'a soft hyphen',
  '\u200B': 'a zero-width space',
  '\u2060': 'a word joiner',
  '\uFEFF': 'a byte order mark',
};

/** Names a character that nobody sees: `a soft hyphen (U+00AD)`. */
export function nameOfInvisible(character: string): string {
  const name = names[character] ?? 'an invisible character';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${name} (U+${code})`;
}
