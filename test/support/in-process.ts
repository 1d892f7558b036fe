import { type FetchFunction, PublisherClient } from '../../src/client/index.ts';
import { type ReceivedRequest, type Reply, replyTo, type Service, token } from './service.ts';

const origin = 'https://commerce.example.com';

/** JSON, or what `fetch` returns. */
export type LocalReply = Extract<Reply, { readonly json: unknown }> | Response | Promise<Response>;

/** The same as `startService` without a socket: for tests of what is requested and delivered, and not of how it is sent. */
export function serveInProcess(
  replies: readonly LocalReply[] | ((request: ReceivedRequest) => LocalReply),
): Service {
  const requests: ReceivedRequest[] = [];
  const respond = (
    url: string,
    { method, headers, body = '' }: Parameters<FetchFunction>[1],
  ): Response | Promise<Response> => {
    const sent = Object.fromEntries(new Headers(headers));
    const request = { method, url: url.slice(origin.length), headers: sent, body };
    requests.push(request);
    const reply = replyTo(request, requests.length, replies);
    return 'json' in reply && !(reply instanceof Response) ? Response.json(reply.json, reply) : reply;
  };
  return {
    url: origin,
    requests,
    client: (options) =>
      new PublisherClient({
        baseUrl: origin,
        token,
        // Each response in a turn of its own, as from a socket.
        fetch: (url, init) => new Promise((resolve) => setImmediate(() => resolve(respond(url, init)))),
        ...options,
      }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** A response that never arrives. */
export const never = new Promise<Response>(() => undefined);

/** A response whose body begins, and never ends. */
export function stalled(status = 200, headers: Record<string, string> = {}): Response {
  const start = (controller: ReadableStreamDefaultController): void =>
    controller.enqueue(new TextEncoder().encode('{"priceInUsdCents"'));
  return new Response(new ReadableStream({ start }), { status, headers });
}
