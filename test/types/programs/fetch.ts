// What users pass as `fetch`, without a cast: with the types of Node, and undici installed.
/* eslint-disable @typescript-eslint/require-await -- stubs have nothing to wait for */
import { type FetchFunction, PublisherClient } from 'publisher-commerce';
import { Agent, fetch as undiciFetch, ProxyAgent } from 'undici';

const dispatchers = [new Agent({ connect: { ca: 'PEM' } }), new ProxyAgent('http://proxy.internal:3128')];
const pricePoint = { priceInUsdCents: 999 };

const fetches: FetchFunction[] = [
  fetch,
  undiciFetch,
  ...dispatchers.map(
    (dispatcher): FetchFunction =>
      (url, init) =>
        undiciFetch(url, { ...init, dispatcher }),
  ),
  (url, init) => fetch(url, init),
  (url, init) => fetch(new Request(url, init)),
  (url: string, init: RequestInit) => fetch(url, { ...init, keepalive: true }),
  (url: string | URL | Request, init?: RequestInit): Promise<Response> => fetch(url, init),
  (...args: Parameters<typeof fetch>) => fetch(...args),
  async () => ({ status: 200, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(2) }),
  async () => ({ status: 204, headers: new Headers(), body: null }),
  async () => Response.json(pricePoint),
];
export const clients = fetches.map((each) => new PublisherClient({ token: 'token', fetch: each }));

/** What a stub gets needs no check for `undefined`. */
export const stub: FetchFunction = async (url, { method, headers, body = '{}', signal }) => {
  signal.throwIfAborted();
  const input: unknown = JSON.parse(body);
  return Response.json([url.slice(8), method.length, headers['accept'], input]);
};
clients.push(new PublisherClient({ token: 'token', fetch: stub }));

declare function refused(fetch: FetchFunction): void;
// @ts-expect-error -- a stub of json() is no response: return Response.json(…)
refused(async () => ({ status: 200, json: () => pricePoint }));
// @ts-expect-error -- and it returns a promise
refused(() => Response.json(pricePoint));
