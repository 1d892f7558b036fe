import type { OperationName } from '../../../client/api/operation-name.ts';
import { operations } from '../../../client/api/operations.ts';
import { PublisherClient } from '../../../client/client.ts';
import { InvalidRequestError, PublisherError } from '../../../client/errors/index.ts';
import type { ClientOptions } from '../../../client/options/client-options.ts';
import type { FetchInit, FetchResponse } from '../../../client/options/fetch.ts';

/** The operations that change nothing. */
export const readOperations = operations.filter(({ effect }) => effect === 'read');

/** A request and its response. */
export interface Exchange {
  readonly operation: OperationName;
  readonly status: number;
  readonly headers: Headers;
  /** By the clock of this computer, in milliseconds since 1970. */
  readonly sentAt: number;
  /** When the headers were received. */
  readonly receivedAt: number;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly value: unknown;
  readonly isHtml: boolean;
}

/** How a call ended. */
export interface Reply {
  /** The last response; `undefined` if there was none. */
  readonly exchange: Exchange | undefined;
  /** Why the client rejected it. */
  readonly error: PublisherError | undefined;
}

/** Limits of a run. */
export interface Budget {
  readonly requests: number;
  readonly rows: number;
  /** Requests per minute. */
  readonly rateLimit: number;
}

/** How to connect: the sandbox has a `fetch` of its own. */
export interface ConnectionOptions extends Omit<ClientOptions, 'fetch'> {
  readonly fetch?: typeof globalThis.fetch;
}

/** A limit of the run is reached; nothing was sent. */
export class BudgetError extends Error {}

/**
 * Sends requests through the client, one at a time and within the limits of a run, and records what was received.
 *
 * Its `fetch` sends nothing but operations that only read, whatever a check asks for.
 */
export class ReadOnlyCaller {
  readonly budget: Budget;
  /** Every response so far. */
  readonly exchanges: Exchange[] = [];
  requests = 0;
  rows = 0;
  readonly #client: PublisherClient;
  readonly #fetch: typeof globalThis.fetch;
  readonly #basePath: string;
  /** Why a request was not sent. */
  #prevented: Error | undefined;

  /** `options` connect the client. */
  constructor({ fetch = globalThis.fetch, ...options }: ConnectionOptions, budget: Budget) {
    this.budget = budget;
    this.#fetch = fetch;
    const client = new PublisherClient({
      ...options,
      rateLimit: { requestsPerMinute: budget.rateLimit },
      // A service that is down should not take minutes to tell so.
      retry: { limit: 1, maxRetryAfter: 10_000 },
      fetch: (url, init) => this.#send(url, init),
      // Drift is found in what was received, also where the client rejects it.
      onDrift: () => undefined,
    });
    this.#client = client;
    this.#basePath = new URL(client.baseUrl).pathname.replace(/\/$/, '');
  }

  /** The rows that may still be requested. */
  get rowsLeft(): number {
    return this.budget.rows - this.rows;
  }

  /**
   * Makes one call that responds with at most so many rows.
   *
   * @throws BudgetError if a limit of the run would be exceeded.
   */
  async call(rows: number, send: (client: PublisherClient) => Promise<unknown>): Promise<Reply> {
    this.#prevented = this.#exhausted();
    this.#throwIfPrevented();
    if (rows > this.rowsLeft)
      throw new BudgetError(`the limit of ${this.budget.rows} rows is reached (--max-rows)`);
    const before = this.exchanges.length;
    let error: PublisherError | undefined;
    try {
      await send(this.#client);
    } catch (thrown) {
      // The client wraps what its `fetch` throws.
      this.#throwIfPrevented();
      if (!(thrown instanceof PublisherError) || thrown instanceof InvalidRequestError) throw thrown;
      error = thrown;
    }
    const received = this.exchanges.slice(before);
    for (const { value } of received) this.rows += rowsIn(value);
    return { exchange: received.at(-1), error };
  }

  #throwIfPrevented(): void {
    if (this.#prevented) throw this.#prevented;
  }

  #exhausted(): BudgetError | undefined {
    if (this.requests < this.budget.requests) return undefined;
    return new BudgetError(`the limit of ${this.budget.requests} requests is reached (--max-requests)`);
  }

  async #send(url: string, init: FetchInit): Promise<FetchResponse> {
    const path = new URL(url).pathname.slice(this.#basePath.length);
    const found = readOperations.find((one) => one.method === init.method && patternOf(one.path).test(path));
    // Retries count too.
    this.#prevented =
      found && init.body === undefined
        ? this.#exhausted()
        : new Error('doctor sends only requests that read');
    this.#throwIfPrevented();
    this.requests += 1;
    const sentAt = Date.now();
    const { status, headers, body } = await this.#fetch(url, init);
    const receivedAt = Date.now();
    const text = await new Response(body).text();
    this.exchanges.push({
      // A documented operation: only that of `client.request` has another name.
      operation: found?.name as OperationName,
      status,
      headers,
      sentAt,
      receivedAt,
      value: jsonIn(text),
      isHtml: /^\s*</.test(text),
    });
    return { status, headers, body: new Response(text).body };
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The number of transactions or offers in a response. */
function rowsIn(value: unknown): number {
  const { results, result } = Object(value) as { results?: unknown; result?: { offers?: unknown } };
  const rows = results ?? result?.offers;
  return Array.isArray(rows) ? rows.length : 0;
}
