import { printable } from '../errors/printable.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import { concat, decode, encode } from '../runtime/runtime.ts';

/** Thrown for a result of `fetch` that is no response; its message names what is missing. */
export class InvalidFetchResult extends Error {}

/** The parts of a `Response` that are used. */
export interface FetchedResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly isRedirect: boolean;
  readonly headers: Headers;
  readonly body: (AsyncIterable<Uint8Array> & { cancel?(): Promise<void> }) | null;
}

/**
 * Returns the response in what `fetch` returned: a `Response` of any library, or a stub of a test, such as
 * `{ status, json() }`.
 *
 * @throws {@link InvalidFetchResult} if a status or a body is missing
 */
export function toFetchedResponse(result: unknown): FetchedResponse {
  if (typeof result !== 'object' || result === null)
    throw new InvalidFetchResult(`it returned ${result === null ? 'null' : typeof result}`);
  // Checked by what it has, and not by its class: undici, node-fetch and each realm have their own.
  const { status, headers, type, redirected } = result as Partial<Response>;
  // In browsers, a redirect that is not followed has the status 0.
  const isOpaque = type === 'opaqueredirect';
  if (typeof status !== 'number' || !(isOpaque || (status >= 200 && status <= 599)))
    throw new InvalidFetchResult('what it returned has no `status` from 200 to 599');
  return {
    status,
    ok: status >= 200 && status < 300,
    isRedirect: isOpaque || redirected === true || (status >= 300 && status < 400),
    headers: toHeaders(headers),
    body: bodyOf(result),
  };
}

function toHeaders(headers: unknown): Headers {
  if (headers instanceof Headers) return headers;
  try {
    // Whatever `Headers` accepts: another library's, a Map, pairs or an object.
    return new Headers(headers as HeadersInit);
  } catch {
    return new Headers();
  }
}

function bodyOf(result: Partial<Response>): FetchedResponse['body'] {
  const { body } = result;
  if (result instanceof Response && body === null) return null;
  if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
    return result instanceof Response ? body : checked(body);
  const reads = [result.arrayBuffer, result.text, result.json];
  if (reads.some((read) => typeof read === 'function')) return checked(readAtOnce(result));
  if (body === null) return null;
  throw new InvalidFetchResult(
    'what it returned has no `body` stream, `arrayBuffer()`, `text()` or `json()`',
  );
}

async function* readAtOnce(result: Partial<Response>): AsyncGenerator {
  if (typeof result.arrayBuffer === 'function') {
    yield new Uint8Array(await result.arrayBuffer());
  } else if (typeof result.text === 'function') {
    const text: unknown = await result.text();
    if (typeof text !== 'string') throw new InvalidFetchResult('its `text()` returned no string');
    yield encode(text);
  } else {
    yield encode(JSON.stringify(await result.json?.()));
  }
}

async function* checked(body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body) {
    // Not `instanceof`: the array may be of another realm.
    if (!ArrayBuffer.isView(chunk)) throw new InvalidFetchResult('its `body` has chunks that are not bytes');
    yield new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

/** Reads a body to the end; returns `undefined` as soon as it is over `maxBytes`. `onHead` gets the first chunk. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
  onHead?: (bytes: Uint8Array) => void,
): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array();
  const reader = readerOf(body);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : concat(chunks, bytes);
      signal.throwIfAborted();
      bytes += value.byteLength;
      // Written so that `NaN` fails too: a chunk that is a string has no byteLength.
      if (!(bytes <= maxBytes)) return undefined;
      if (chunks.push(value) === 1) onHead?.(value);
    }
  } finally {
    // Does nothing at the end of the body.
    void reader.cancel().catch(() => undefined);
  }
}

interface ByteReader {
  read(): Promise<IteratorResult<Uint8Array, unknown>>;
  cancel(): Promise<unknown>;
}

function readerOf(body: AsyncIterable<Uint8Array>): ByteReader {
  // Faster than the iterator of a stream, which makes more promises for each chunk.
  if (body instanceof ReadableStream) return body.getReader() as ByteReader;
  const chunks = body[Symbol.asyncIterator]();
  return { read: () => chunks.next(), cancel: async () => chunks.return?.() };
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

export type BodyProblem = 'empty' | 'not UTF-8' | 'HTML' | 'not JSON' | 'nested over 100 levels';

/** Parses a body as strict UTF-8 and JSON of at most 100 levels; a byte-order mark and any content type are allowed. */
export function parseBody(bytes: Uint8Array): { readonly value?: unknown; readonly problem?: BodyProblem } {
  const text = decode(bytes);
  if (text === undefined) return { problem: 'not UTF-8' };
  if (text === '') return { problem: 'empty' };
  if (/^\s*</.test(text)) return { problem: 'HTML' };
  try {
    const value: unknown = JSON.parse(text);
    return isNestedOver(maxNesting, value) ? { problem: 'nested over 100 levels' } : { value };
  } catch {
    return { problem: 'not JSON' };
  }
}

/** Ten times the documented depth; validating, redacting or printing what is far deeper would overflow the stack. */
const maxNesting = 100;

function isNestedOver(levels: number, value: unknown): boolean {
  if (!isObjectOrArray(value)) return false;
  if (levels === 0) return true;
  // Every value of a response is looked at, so nothing is created, and scalars are not passed on.
  if (Array.isArray(value)) {
    for (const element of value)
      if (isObjectOrArray(element) && isNestedOver(levels - 1, element)) return true;
    return false;
  }
  for (const key in value) {
    const field = value[key];
    if (isObjectOrArray(field) && isNestedOver(levels - 1, field)) return true;
  }
  return false;
}

function isObjectOrArray(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The usual names of a request id, most specific first; the specification names none (§7). */
export const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'cf-ray',
];

const maxIdLength = 200;
const maxValueLength = 4096;

export function requestIdIn(headers: Headers, redactor: TokenRedactor): string | undefined {
  const name = requestIdHeaders.find((candidate) => headers.get(candidate));
  const id = name && headers.get(name);
  return id ? printable(redactor.redact(id, maxIdLength)) : undefined;
}

export function redactedHeaders(received: Headers, redactor: TokenRedactor): Headers {
  const headers = new Headers();
  for (const [name, value] of received) {
    // A cookie may be a session of a gateway, and a name cannot be redacted.
    if (name === 'set-cookie' || redactor.isIn(name)) continue;
    // Cut by hand: an ellipsis is no valid character of a header.
    headers.append(name, redactor.redact(value).slice(0, maxValueLength));
  }
  return headers;
}
