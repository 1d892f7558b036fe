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

/** What is used of the headers of a response, as a `Headers` of any library has it. */
interface FetchHeaders {
  /** Returns the value of a header; `null` if there is none. */
  get(name: string): string | null;
}

/** What is used of the response of a custom `fetch`: a `Response` of any library. */
export type FetchResponse = {
  /** HTTP status. */
  readonly status: number;
  /** The headers, as a `Headers` of any library. */
  readonly headers: FetchHeaders;
} & (
  | {
      /** A web stream, counted while it is received; `null` if the response has no body. */
      readonly body: object | null;
    }
  | {
      /** Reads the whole body if it is no web stream; it is counted afterwards. */
      arrayBuffer(): Promise<ArrayBufferLike>;
    }
);

/**
 * A function that sends a request: the global `fetch`, that of undici or of the sandbox, or your own.
 *
 * @example
 * ```ts
 * import { type FetchFunction, PublisherClient } from 'publisher-commerce';
 *
 * const fetch: FetchFunction = async () => Response.json({ pricePoints: [] });
 * const client = new PublisherClient({ baseUrl: 'https://commerce.example.com', token: 'token', fetch });
 * console.log(await client.pricePoints.list()); // { pricePoints: [] }
 * ```
 */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;
