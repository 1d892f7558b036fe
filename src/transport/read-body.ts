/** A body larger than the caller allows. */
export class TooLarge extends Error {}

/**
 * The bytes of a body as they come out of decompression, read to their end and counted on the way; `onHead` is given
 * the first of them while the rest is still to come.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onHead?: (bytes: Uint8Array) => void,
): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early, as on a throw, cancels the stream.
  for await (const chunk of response.body) {
    signal.throwIfAborted();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TooLarge();
    if (chunks.push(chunk) === 1) onHead?.(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes);
}

/** Settles as `work` does, or rejects with the signal's reason as soon as that aborts, whatever `work` does then. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    // Raced even if aborted already, so that work which then fails does not do so unheard.
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
