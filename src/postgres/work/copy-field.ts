const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a string in the text format of COPY. */
export function copyField(value: string): string {
  return value.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}
