import { getResponse, type RequestHandler } from 'msw';

import { describeLedger, type SandboxLedger } from './ledger/shape.ts';
import { resetConnection } from './operations/faults/broken-body.ts';
import type { FaultPlan } from './operations/faults/fault-plan.ts';
import { readOptions, type SandboxOptions } from './options.ts';
import { callGameAuth, type GameAuthCallOptions, type GameAuthOutcome } from './outbound/game-auth.ts';
import type { Purchases } from './purchases/purchases.ts';
import { createHandlers } from './server/handlers.ts';
import { listen, type ListenOptions, type SandboxServer } from './server/listen.ts';
import { Service } from './service.ts';
import { type SandboxState, showState } from './store/show-state.ts';

/** What connects a client to a sandbox: spread it into the options of `PublisherClient`. */
export interface SandboxClientOptions {
  /** The environment, so that a client of a sandbox says what it is. */
  readonly environment: 'sandbox';
  /** The address of the latest server that listens; without one, that of `fetch`. */
  readonly sandboxUrl: string;
  /** The only publisher token that the sandbox accepts. */
  readonly token: string;
  /** Responds without the network; absent while a server listens. */
  readonly fetch?: typeof fetch;
}

/** A local implementation of the whole API; `fetch`, `handlers` and servers share one state. */
export interface Sandbox {
  /** The only publisher token that is accepted. */
  readonly token: string;
  /** Secret that signs callbacks to the publisher; `timestampedHmac` verifies them. */
  readonly secret: string;
  /** The client's `baseUrl` for use with `fetch` or `handlers`; no server listens there. */
  readonly baseUrl: string;
  /**
   * Options of a client of this sandbox: its address and token, and `fetch` unless it listens. No environment variable
   * can redirect that client, whose `environment` is `'sandbox'`.
   */
  readonly clientOptions: SandboxClientOptions;
  /** Seed, size and period of the generated transactions; with the option `data`, those of the file. */
  readonly ledger: SandboxLedger;
  /**
   * Request handlers for msw, for code under test that uses the global `fetch`.
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
  /** For the client's `fetch` option: responds to requests to `baseUrl` without the network, and rejects others. */
  readonly fetch: typeof fetch;
  /**
   * Starts an HTTP server on this machine, for other processes and other languages. In a browser, its page at `/` shows
   * and controls the sandbox.
   *
   * Rejects with the system's error, for example `EADDRINUSE`, if it cannot listen.
   *
   * @throws `ConfigurationError` if an option is invalid.
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
   * Makes the next requests to an operation fail; plans add up.
   *
   * @throws `ConfigurationError` naming the invalid field of the plan.
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
   * Restores the initial state: discards every change and every fault plan.
   */
  reset(): void;
  /**
   * Pays, declines, cancels, refunds or disputes the purchases of checkout sessions.
   *
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   * import { createSandbox } from 'publisher-commerce/sandbox';
   *
   * const sandbox = createSandbox();
   * const client = new PublisherClient(sandbox.clientOptions);
   * const session = await client.checkout.createSession({
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
   * Calls your game authentication endpoint as the service does (§4.14), signed, and returns what the player sees.
   * An endpoint that fails or takes longer than ten seconds is an outcome, not an exception.
   *
   * The target is a URL or a handler. @defaultValue the option `gameAuthUrl`
   *
   * @throws `ConfigurationError` if the target is missing or is not a URL.
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
  /** Returns a copy of the state as plain JSON. */
  state(): SandboxState;
  /**
   * Moves the sandbox's clock forward by a number of milliseconds, and returns the new time.
   *
   * @throws `InvalidRequestError` if the number is negative or not finite, or the time would be after the year 9998.
   */
  advance(milliseconds: number): Date;
  /** Resolves when every triggered personalization callback has been delivered or has failed. */
  settled(): Promise<void>;
  /**
   * Cancels pending callbacks, and closes the file of the option `data`; may be called repeatedly.
   *
   * Servers have their own `close`.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const baseUrl = 'https://sandbox.publisher-commerce.invalid';

/**
 * Creates a sandbox that implements every operation of the specification (§4), with state, and every documented
 * error (§7).
 *
 * Requires msw, an optional peer dependency: `npm install --save-dev msw`.
 *
 * @throws `ConfigurationError` naming the invalid option.
 * @throws `DataFileError` if another sandbox uses the file of the option `data`.
 *
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 * import { createSandbox } from 'publisher-commerce/sandbox';
 *
 * const sandbox = createSandbox({ seed: 7, transactions: 50_000 });
 * const client = new PublisherClient(sandbox.clientOptions);
 * const { pricePoints } = await client.pricePoints.list();
 * console.log(pricePoints.length); // 0
 * ```
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const settings = readOptions(options);
  const service = new Service(settings);
  const handlers = createHandlers(service, baseUrl);
  const close = (): Promise<void> => service.close();
  const respond: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    try {
      const response = await getResponse(handlers, request);
      if (!response) throw new TypeError(`sandbox.fetch only supports URLs of ${baseUrl}`);
      if (response.type === 'error') throw resetConnection();
      return response;
    } finally {
      request.signal.throwIfAborted();
    }
  };
  return {
    token: settings.token,
    secret: settings.secret,
    baseUrl,
    ledger: describeLedger(service.context.shape),
    handlers,
    fetch: respond,
    get clientOptions() {
      const origin = [...service.origins].at(-1);
      const shared = { environment: 'sandbox', token: settings.token } as const;
      return origin === undefined
        ? { ...shared, sandboxUrl: baseUrl, fetch: respond }
        : { ...shared, sandboxUrl: origin };
    },
    listen: (listenOptions) => listen(service, listenOptions),
    fail: (plan) => service.faults.add(plan),
    reset: () => service.reset(),
    purchases: service.purchases,
    callGameAuth: (target, callOptions) => callGameAuth(service.context, target, callOptions),
    state: () => showState(service.context.store, service.context.clock),
    advance: (milliseconds) => service.context.clock.advance(milliseconds),
    settled: () => service.context.deliveries.settled(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
