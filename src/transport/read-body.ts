import { concat } from './bytes.ts';
import type { FetchedResponse } from './fetched-response.ts';

/** Thrown when a body exceeds the size limit. */
export class TooLarge extends Error {}

/**
 * Reads a body to the end and returns its decompressed bytes; `onHead` is called with the first chunk.
 *
 * @throws {@link TooLarge} as soon as the body exceeds `maxBytes`
 */
export async function readBody(
  response: Pick<FetchedResponse, 'body'>,
  maxBytes: number,
  signal: AbortSignal,
  onHead?: (bytes: Uint8Array) => void,
): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early, as by a throw, cancels the stream.
  for await (const chunk of response.body) {
    signal.throwIfAborted();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TooLarge();
    if (chunks.push(chunk) === 1) onHead?.(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : concat(chunks, bytes);
}

/** Settles like `work`, or rejects with the signal's reason as soon as the signal aborts. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    // Raced even if already aborted: otherwise a failure of `work` would be an unhandled rejection.
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
