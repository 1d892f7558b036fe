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
  const read = readerOf(result);
  if (read) return checked(read());
  if (body === null) return null;
  throw new InvalidFetchResult(
    'what it returned has no `body` stream, `arrayBuffer()`, `text()` or `json()`',
  );
}

/** Returns a function that reads the whole body, for a response without a stream. */
function readerOf(result: Partial<Response>): (() => AsyncGenerator) | undefined {
  const encoder = new TextEncoder();
  if (typeof result.arrayBuffer === 'function') {
    return async function* () {
      const bytes = await result.arrayBuffer?.();
      yield new Uint8Array(bytes ?? new ArrayBuffer());
    };
  }
  if (typeof result.text === 'function') {
    return async function* () {
      const text: unknown = await result.text?.();
      if (typeof text !== 'string') throw new InvalidFetchResult('its `text()` returned no string');
      yield encoder.encode(text);
    };
  }
  if (typeof result.json === 'function') {
    return async function* () {
      yield encoder.encode(JSON.stringify(await result.json?.()));
    };
  }
  return undefined;
}

async function* checked(body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body) {
    // Not `instanceof`: the array may be of another realm.
    if (!ArrayBuffer.isView(chunk)) throw new InvalidFetchResult('its `body` has chunks that are not bytes');
    yield new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}
