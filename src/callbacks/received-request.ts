/** What a handler reads of a request. Azure's has no signal. */
export type ReceivedRequest = Pick<
  Request,
  'method' | 'url' | 'headers' | 'body' | 'bodyUsed' | 'arrayBuffer'
> &
  Partial<Pick<Request, 'signal'>>;

/** A request of the Fetch standard, or an object that an adapter made of one. */
type Candidate = Partial<Pick<ReceivedRequest, 'method' | 'url' | 'bodyUsed' | 'signal'>> &
  Pick<ReceivedRequest, 'arrayBuffer'> & {
    readonly headers: Headers | Readonly<Record<string, HeaderValue>>;
    readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | BufferSource | string | null;
    readonly rawHeaders?: unknown;
  };

/** The value of a header in Node and in adapters: a list, if it was received several times. */
type HeaderValue = string | readonly string[] | undefined;

/**
 * Returns what a handler reads of a `Request`, or of an object with at least `method`, `url`, `headers` and the raw `body`;
 * `undefined` for anything else.
 */
export function readRequest(received: unknown): ReceivedRequest | undefined {
  const request = Object(received) as Candidate; // each part is checked
  const { method = 'GET', url = '', body, signal, bodyUsed = false } = request;
  const isRaw = typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer;
  const hasBody =
    isRaw || body === null || body instanceof ReadableStream || typeof request.arrayBuffer === 'function';
  // A request of `node:http` needs a response of its own.
  if (typeof request.headers !== 'object' || request.rawHeaders || (method === 'POST' && !hasBody))
    return undefined;
  const headers = isStandard(request.headers) ? request.headers : toHeaders(Object.entries(request.headers));
  return {
    method,
    url: url.startsWith('/') ? toUrl('http', headers.get('host'), url) : url,
    headers,
    body: isRaw ? new Response(body).body : body,
    bodyUsed,
    arrayBuffer: () => request.arrayBuffer(),
    ...(signal && { signal }),
  };
}

function isStandard(headers: NonNullable<Candidate['headers']>): headers is Headers {
  return typeof headers.get === 'function';
}

/** Creates headers from names and values. */
export function toHeaders(entries: Iterable<readonly [name: string, HeaderValue]>): Headers {
  const headers = new Headers();
  for (const [name, values = []] of entries) {
    // HTTP/2 has some that are none, such as `:path`.
    if (name.startsWith(':')) continue;
    for (const value of [values].flat()) headers.append(name, value);
  }
  return headers;
}

/** Returns the URL of a path at a host; without the path if the sender has made one of them invalid. */
export function toUrl(scheme: 'http' | 'https', host: string | null | undefined, path: string): string {
  const full = `${scheme}://${host ?? 'localhost'}${path}`;
  const parsed = URL.canParse(full) ? new URL(full) : undefined;
  return parsed && !parsed.username && !parsed.password ? full : `${scheme}://localhost/`;
}
