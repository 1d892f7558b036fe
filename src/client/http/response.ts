import { quote } from '../errors/printable.ts';
import { concat, decode } from '../runtime/runtime.ts';

/** Thrown for a result of `fetch` that is no response; its message says what is missing. */
export class InvalidFetchResult extends Error {
  readonly #isOwn = true;

  /** As `instanceof`, which throws if a custom `fetch` threw a proxy that was revoked. */
  static is(thrown: unknown): thrown is InvalidFetchResult {
    return typeof thrown === 'object' && thrown !== null && #isOwn in thrown;
  }
}

/** What is used of a response, of whatever library it is: undici, node-fetch and each realm have their own class. */
export type ReadableResponse = Pick<Response, 'status' | 'headers' | 'body' | 'arrayBuffer'> &
  Partial<Response>;

/**
 * Returns what `fetch` returned, if it can be read.
 *
 * @throws {@link InvalidFetchResult} if it cannot
 */
export function checkResponse(result: unknown): ReadableResponse {
  const response = Object(result) as Partial<Response>;
  const { body, arrayBuffer } = response;
  const isReadable = body === null || body instanceof ReadableStream || typeof arrayBuffer === 'function';
  if (typeof response.status !== 'number' || typeof response.headers?.get !== 'function' || !isReadable)
    throw new InvalidFetchResult(
      'a Response: an object with `status`, `headers`, and `body` or `arrayBuffer()`; a stub can be Response.json({ … })',
    );
  return response as ReadableResponse;
}

/** Whether a response is a redirect: in browsers, one that is not followed has the status 0. */
export function isRedirect({ status, type, redirected }: ReadableResponse): boolean {
  return type === 'opaqueredirect' || redirected === true || (status >= 300 && status < 400);
}

/**
 * Reads a body to the end; returns `undefined` as soon as it is over `maxBytes`. `onHead` gets the first chunk. A body that
 * is no web stream is read at once, and measured afterwards.
 */
export async function readBody(
  response: Pick<Response, 'body' | 'arrayBuffer'>,
  maxBytes: number,
  signal: AbortSignal,
  onHead?: (bytes: Uint8Array) => void,
): Promise<Uint8Array | undefined> {
  const { body } = response;
  if (body === null) return new Uint8Array();
  if (!(body instanceof ReadableStream)) {
    const whole = new Uint8Array(await response.arrayBuffer());
    return whole.byteLength <= maxBytes ? whole : undefined;
  }
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : concat(chunks, bytes);
      signal.throwIfAborted();
      bytes += value.byteLength;
      if (bytes > maxBytes) return undefined;
      if (chunks.push(value) === 1) onHead?.(value);
    }
  } finally {
    // Does nothing at the end of the body.
    void reader.cancel().catch(() => undefined);
  }
}

export type BodyProblem = 'empty' | 'not UTF-8' | 'HTML' | 'not JSON';

/** Describes a page that was received instead of JSON: by its title, and where it is from. */
export function describeHtml(text: string, url: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1]?.replaceAll(/\s+/g, ' ').trim();
  return `HTML ${title ? `${quote(title)} ` : ''}from ${url}`;
}

/** Parses a body as strict UTF-8 and JSON; a byte-order mark and any content type are allowed. */
export function parseBody(bytes: Uint8Array): { readonly value?: unknown; readonly problem?: BodyProblem } {
  const text = decode(bytes);
  if (text === undefined) return { problem: 'not UTF-8' };
  if (text === '') return { problem: 'empty' };
  if (/^\s*</.test(text)) return { problem: 'HTML' };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'not JSON' };
  }
}
