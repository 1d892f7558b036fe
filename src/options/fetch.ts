/** What a custom `fetch` receives beside the URL; it has to pass all of it on. */
export interface FetchInit {
  /** HTTP method. */
  readonly method: string;
  /** Names in lower case, the publisher token among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; missing if the request has no body. */
  readonly body?: string;
  /** Aborts at the time limits, and when the call is aborted. */
  readonly signal: AbortSignal;
  /** A `fetch` that follows redirects would send the token to their targets. */
  readonly redirect: 'manual';
}

/**
 * What is used of the response of a custom `fetch`: a `Response` of any library, or a stub of a test with a `status`
 * and one of the four ways to read it. The first that it has is used.
 */
export interface FetchResponse {
  /** HTTP status, from 200 to 599. */
  readonly status: number;
  /** Whatever `new Headers()` accepts. @defaultValue no headers */
  readonly headers?: object | undefined;
  /** A stream of bytes, counted while it is received; `null` if the response has no body. */
  readonly body?: object | null | undefined;
  /** Reads the whole body, which is counted afterwards. */
  arrayBuffer?(): Promise<ArrayBufferLike> | ArrayBufferLike;
  /** As `arrayBuffer`. */
  text?(): Promise<string> | string;
  /** Reads and parses the whole body, whose JSON is counted afterwards. */
  json?(): unknown;
}

/**
 * A function that sends a request: the global `fetch`, that of undici or of the sandbox, your own, or a stub of a test.
 *
 * @example
 * ```ts
 * import { type FetchFunction, PublisherClient } from 'publisher-commerce';
 *
 * const fetch: FetchFunction = async () => ({ status: 200, json: () => ({ pricePoints: [] }) });
 * const client = new PublisherClient({ baseUrl: 'https://commerce.example.com', token: 'token', fetch });
 * console.log(await client.pricePoints.list()); // { pricePoints: [] }
 * ```
 */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;
