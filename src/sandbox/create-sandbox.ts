import { getResponse, type RequestHandler } from 'msw';

import { createHandlers } from './handlers.ts';
import { listen, type ListenOptions, type SandboxServer } from './listen.ts';
import { readOptions, type SandboxOptions } from './options.ts';
import { createService } from './service.ts';

/** The whole documented service in memory; what is written through one of its doors is read through every other. */
export interface Sandbox {
  /** The publisher token that is let in. */
  readonly token: string;
  /** An invented origin, which `fetch` and `handlers` answer for: the client's `baseUrl` with either of them. */
  readonly baseUrl: string;
  /**
   * For msw, where the code under test uses the global `fetch`.
   *
   * @example
   * ```ts
   * import { setupServer } from 'msw/node';
   * import { createSandbox } from 'publisher-commerce/sandbox';
   *
   * const server = setupServer(...createSandbox().handlers);
   * server.listen();
   * ```
   */
  readonly handlers: RequestHandler[];
  /** For the client's `fetch` option: answers requests to `baseUrl`, fails for any other, and uses no network. */
  readonly fetch: typeof fetch;
  /**
   * Answers on a port of this machine, for programs in other processes or other languages.
   *
   * Rejects with the system's own error when the port is taken.
   *
   * @throws `ConfigurationError` when the port or the host is not one it can be.
   *
   * @example
   * ```ts
   * import { createSandbox } from 'publisher-commerce/sandbox';
   *
   * const server = await createSandbox().listen({ port: 8080 });
   * console.log(server.url); // http://127.0.0.1:8080
   * await server.close();
   * ```
   */
  listen(options?: ListenOptions): Promise<SandboxServer>;
  /** Forgets every change: price points, translations and promo codes are as they were at first. */
  reset(): void;
}

const baseUrl = 'https://sandbox.publisher-commerce.invalid';

/**
 * Opens a sandbox: every operation of the specification (§4), with state, and every error it documents (§7).
 *
 * It needs msw, an optional peer dependency: `npm install --save-dev msw`.
 *
 * @throws `ConfigurationError` naming the option that is wrong.
 *
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 * import { createSandbox } from 'publisher-commerce/sandbox';
 *
 * const sandbox = createSandbox({ seed: 7, transactions: 50_000 });
 * const client = new PublisherClient({
 *   baseUrl: sandbox.baseUrl,
 *   token: sandbox.token,
 *   fetch: sandbox.fetch,
 * });
 * const { pricePoints } = await client.pricePoints.list();
 * console.log(pricePoints.length); // 0
 * ```
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const settings = readOptions(options);
  const service = createService(settings);
  const handlers = createHandlers(service, baseUrl);

  return {
    token: settings.token,
    baseUrl,
    handlers,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      try {
        const response = await getResponse(handlers, request);
        if (!response) throw new TypeError(`sandbox.fetch answers for ${baseUrl} only`);
        return response;
      } finally {
        request.signal.throwIfAborted();
      }
    },
    listen: (where) => listen(service, where),
    reset: () => service.reset(),
  };
}
