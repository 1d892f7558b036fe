import type * as Msw from 'msw';
import type { RequestHandler } from 'msw';

import type { Transaction } from '../client/api/transactions.ts';
import { checkPeer, explainImport, type Peer, requireHere } from '../shared/peer.ts';
import { actionOf } from './actions/actions.ts';
import { describeLedger, type SandboxLedger } from './ledger/settings.ts';
import { resetConnection } from './operations/faults/inject.ts';
import type { FaultPlan } from './operations/faults/fault.ts';
import { readOptions, type SandboxOptions } from './options.ts';
import { callGameAuth, type GameAuthCallOptions, type GameAuthOutcome } from './outbound/game-auth.ts';
import type { Purchases } from './purchases/purchases.ts';
import { firstResponse, type Handler } from './router.ts';
import { createHandlers } from './server/handlers.ts';
import { listen, type ListenOptions, type SandboxServer } from './server/listen.ts';
import { Service } from './service.ts';
import { type SandboxState, showState } from './store/show-state.ts';

/** What connects a client to a sandbox: spread it into the options of `PublisherClient`. */
type SandboxClientOptions = {
  /** The environment, so that a client of a sandbox says what it is. */
  readonly environment: 'sandbox';
  /** The address of the latest server that listens; without one, that of `fetch`. */
  readonly sandboxUrl: string;
  /** The only publisher token that the sandbox accepts. */
  readonly token: string;
  /** Responds without the network; absent while a server listens. */
  readonly fetch?: typeof fetch;
};

/** A local implementation of the whole API; `fetch`, `handlers` and servers share one state. */
export interface Sandbox {
  /** The only publisher token that is accepted. */
  readonly token: string;
  /** Secret that signs callbacks to the publisher; `timestampedHmac` verifies them. */
  readonly secret: string;
  /** The client's `sandboxUrl` for use with `fetch` or `handlers`; no server listens there. */
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
   * @throws `ConfigurationError` if msw 2 or newer is not installed.
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
   * Makes the next requests to an operation fail; plans add up. `state().faults` has those that were not consumed.
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
  /** Discards every fault plan. */
  removeFaults(): void;
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
  /** Returns a copy of the state, and the faults that are still planned, as plain JSON. */
  state(): SandboxState;
  /**
   * Moves the sandbox's clock forward by an integer number of milliseconds, and returns the new time.
   *
   * @throws `ConfigurationError` if the number is negative, no integer, or more than 100 years.
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

// `util.inspect.custom`, by which `console.log` shows one line; not unique: it is no part of the interface.
const inspectKey: symbol = Symbol.for('nodejs.util.inspect.custom');
const baseUrl = 'https://sandbox.publisher-commerce.invalid';

const mswPeer: Peer = { name: 'msw', oldest: '2.0.0', install: 'npm install --save-dev msw' };

/** The handlers for msw, which only they need: `sandbox.fetch` and `listen` work without it. */
function handlersForMsw(handlers: readonly Handler[]): RequestHandler[] {
  checkPeer(mswPeer);
  let msw: typeof Msw;
  try {
    msw = requireHere()('msw') as typeof msw;
  } catch (error) {
    throw explainImport(mswPeer, error);
  }
  return [msw.http.all(`${baseUrl}/*`, ({ request }) => firstResponse(handlers, request))];
}

/**
 * Creates a sandbox that implements every operation of the specification (§4), with state, and every documented
 * error (§7).
 *
 * Where the specification is silent, some rules follow public descriptions of services of this shape, which nobody has
 * confirmed: promo codes of letters and digits, with at least one redemption, at most 1 000 a request, 404 for a coupon
 * that is not among seeded ones, 409 for a code that is active on another coupon (§4.10); price points of at least one
 * US cent (§4.4); prices of checkout sessions of at least 1 in the smallest unit, and `{ errorCode, errorMessage }` in their
 * errors (§4.15, §7.5). `publicRules: false` turns all of them off.
 *
 * `handlers` requires msw, an optional peer dependency: `npm install --save-dev msw`.
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
  let mswHandlers: RequestHandler[] | undefined;
  const close = (): Promise<void> => service.close();
  const perform = (name: string, input: object): unknown => actionOf(name).perform(service, input);
  const record = (name: string, input: object): Transaction => perform(name, input) as Transaction; // the row that it adds
  const respond: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    try {
      const response = request.url.startsWith(`${baseUrl}/`) && (await firstResponse(handlers, request));
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
    ledger: describeLedger(service.context.ledgerSettings, service.context.ledger.size),
    get handlers() {
      return (mswHandlers ??= handlersForMsw(handlers));
    },
    fetch: respond,
    get clientOptions() {
      const origin = [...service.origins].at(-1);
      const shared = { environment: 'sandbox', token: settings.token } as const;
      return origin === undefined
        ? { ...shared, sandboxUrl: baseUrl, fetch: respond }
        : { ...shared, sandboxUrl: origin };
    },
    listen: (listenOptions) => listen(service, listenOptions),
    fail: (plan) => void perform('fault', plan),
    reset: () => void perform('reset', {}),
    removeFaults: () => void perform('remove-faults', {}),
    purchases: {
      pay: (session) => record('pay', { session }),
      decline: (session, reason) => void perform('decline', { session, reason }),
      requireAuthentication: (session) => void perform('authenticate', { session }),
      cancel: (session) => void perform('cancel', { session }),
      refund: (purchase) => record('refund', { purchase }),
      dispute: (purchase) => record('dispute', { purchase }),
      reinstate: (purchase) => record('reinstate', { purchase }),
    },
    callGameAuth: (target, callOptions) => callGameAuth(service.context, target, callOptions),
    state: () => showState(service),
    advance: (milliseconds) =>
      new Date((perform('advance', { advance: milliseconds }) as { now: string }).now),
    [inspectKey]: () => {
      const { ledgerSettings, ledger } = service.context;
      return `Sandbox { url: '${[...service.origins].at(-1) ?? baseUrl}', transactions: ${ledger.size}, seed: ${ledgerSettings.seed} }`;
    },
    settled: () => service.context.deliveries.settled(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
