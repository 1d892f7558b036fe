/** Returns the encoding that a byte order mark tells: Windows writes it before UTF-8 too. */
export function markedEncoding(start: Uint8Array): string | undefined {
  const [first, second, third] = start;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Decodes a file, without its byte order mark; `encoding` is that of one without a mark. */
export function decodeMarked(bytes: Uint8Array, encoding = 'utf-8'): string {
  return new TextDecoder(markedEncoding(bytes) ?? encoding).decode(bytes);
}
