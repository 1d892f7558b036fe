const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the bytes of a string in UTF-8. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8 without its byte-order mark; returns `undefined` if it is invalid. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the length of a string in UTF-8, in bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).byteLength;
}

/** Joins chunks whose lengths add up to `bytes`. */
export function concat(chunks: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return joined;
}
