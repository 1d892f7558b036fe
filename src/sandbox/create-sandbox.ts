import { getResponse, type RequestHandler } from 'msw';

import type { Controls } from './control/actions.ts';
import { resetConnection } from './faults/broken-body.ts';
import type { FaultPlan } from './faults/fault-plan.ts';
import { createHandlers } from './handlers.ts';
import { listen, type ListenOptions, type SandboxServer } from './listen.ts';
import { readOptions, type SandboxOptions } from './options.ts';
import { callGameAuth, type GameAuthCallOptions, type GameAuthOutcome } from './outbound/game-auth.ts';
import { createPurchases, type Purchases } from './purchases/purchases.ts';
import { createService } from './service.ts';
import { type SandboxState, showState } from './state/show-state.ts';

/** The whole documented service in memory; what is written through one of its doors is read through every other. */
export interface Sandbox {
  /** The publisher token that is let in. */
  readonly token: string;
  /** Signs what the sandbox sends to the publisher; `timestampedHmac` verifies it. */
  readonly secret: string;
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
  /**
   * Makes the next requests for an operation fail, to see how your code takes it; plans add up.
   *
   * @throws `ConfigurationError` naming the field of the plan that is wrong.
   *
   * @example
   * ```ts
   * import { createSandbox } from 'publisher-commerce/sandbox';
   *
   * const sandbox = createSandbox();
   * sandbox.fail({ operation: 'pricePoints.list', status: 429, retryAfter: 1 });
   * sandbox.fail({ operation: 'transactions.list', fault: 'cut_body', after: 3, times: 2 });
   * ```
   */
  fail(plan: FaultPlan): void;
  /**
   * Forgets every change and every planned fault: price points, translations and promo codes are as they were at
   * first.
   */
  reset(): void;
  /**
   * Pays, cancels, refunds or disputes the purchases for which checkout sessions were created.
   *
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   * import { createSandbox } from 'publisher-commerce/sandbox';
   *
   * const sandbox = createSandbox();
   * const { baseUrl, token, fetch } = sandbox;
   * const session = await new PublisherClient({ baseUrl, token, fetch }).checkout.createSession({
   *   priceDetails: { price: 999, currency: 'USD' },
   *   offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
   *   customer: { id: 'player-1' },
   * });
   * const { transactionDetails } = sandbox.purchases.pay(session.checkoutSessionToken);
   * console.log(transactionDetails.publisherNetAmountUsd); // 949
   * sandbox.purchases.refund(session.purchaseId);
   * ```
   */
  readonly purchases: Purchases;
  /**
   * Plays the service's side of the game authentication (§4.14): calls the publisher's endpoint, signed, and tells
   * what the player sees. A failing endpoint is an outcome, and not thrown; it has ten seconds.
   *
   * The target is an address or a handler; without one it is the option `gameAuthUrl`.
   *
   * @throws `ConfigurationError` when there is no target, or none that can be called.
   *
   * @example
   * ```ts
   * import { createSandbox } from 'publisher-commerce/sandbox';
   *
   * const outcome = await createSandbox().callGameAuth(
   *   async () => Response.json({ deepLink: 'mygame://login', accessToken: 'abc', desktopAutoRedirect: true }),
   *   { device: 'DESKTOP' },
   * );
   * console.log(outcome.shows); // redirect
   * ```
   */
  callGameAuth(
    target?: string | ((request: Request) => Promise<Response>),
    options?: GameAuthCallOptions,
  ): Promise<GameAuthOutcome>;
  /** A copy of everything that is kept, as plain JSON. */
  state(): SandboxState;
  /**
   * Moves the sandbox's clock forward, by milliseconds; gives its new time.
   *
   * @throws `InvalidRequestError` when the number is negative or not finite.
   */
  advance(milliseconds: number): Date;
  /** Waits until every personalization callback that was triggered has been answered or has failed. */
  settled(): Promise<void>;
  /**
   * Gives up callbacks that are under way, and releases the file of the option `data`; may be repeated.
   *
   * Servers are closed by their own `close`.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const baseUrl = 'https://sandbox.publisher-commerce.invalid';

/**
 * Opens a sandbox: every operation of the specification (§4), with state, and every error it documents (§7).
 *
 * It needs msw, an optional peer dependency: `npm install --save-dev msw`.
 *
 * @throws `ConfigurationError` naming the option that is wrong.
 * @throws `DataFileError` when another sandbox has the file of the option `data`.
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
  const controls = (): Controls => sandbox;
  const handlers = createHandlers(service, controls, baseUrl);

  const close = (): Promise<void> => service.close();
  const sandbox: Sandbox = {
    token: settings.token,
    secret: settings.secret,
    baseUrl,
    handlers,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      try {
        const response = await getResponse(handlers, request);
        if (!response) throw new TypeError(`sandbox.fetch answers for ${baseUrl} only`);
        if (response.type === 'error') throw resetConnection();
        return response;
      } finally {
        request.signal.throwIfAborted();
      }
    },
    listen: (where) => listen(service, controls, where),
    fail: (plan) => service.faults.add(plan),
    reset: () => service.reset(),
    purchases: createPurchases(service.world),
    callGameAuth: (target, how) => callGameAuth(service.world, target, how),
    state: () => showState(service.world),
    advance: (milliseconds) => service.clock.advance(milliseconds),
    settled: () => service.world.deliveries.settled(),
    close,
    [Symbol.asyncDispose]: close,
  };
  return sandbox;
}
