import type { Schema } from './api/operation.ts';
import type { CallOptions } from './options/call-options.ts';
import { type ClientOptions, resolveOptions } from './options/client-options.ts';
import type { ClientOverrides } from './options/client-overrides.ts';
import type { Environment } from './options/environment.ts';
import { type Checkout, createCheckout } from './resources/checkout.ts';
import { createContent, type PortalContent } from './resources/content.ts';
import { type CustomRequest, sendCustomRequest } from './resources/custom-request.ts';
import { createOffers, type Offers } from './resources/offers.ts';
import { createPersonalization, type Personalization } from './resources/personalization.ts';
import { createPricePoints, type PricePoints } from './resources/price-points.ts';
import { createPromoCodes, type PromoCodes } from './resources/promo-codes.ts';
import { createTransactions, type Transactions } from './resources/transactions.ts';
import { createTranslations, type Translations } from './resources/translations.ts';
import { nodeProcess } from './runtime/runtime.ts';
import { createSettings, overrideSettings } from './http/settings.ts';
import { Transport } from './http/transport.ts';

export type * from './resources/checkout.ts';
export type * from './resources/content.ts';
export type * from './resources/offers.ts';
export type * from './resources/personalization.ts';
export type * from './resources/price-points.ts';
export type * from './resources/promo-codes.ts';
export type * from './resources/transactions.ts';
export type * from './resources/translations.ts';

/**
 * Client for the Publisher Commerce API, with one sub-client per resource.
 *
 * §4.1 and the like are sections of the Publisher Commerce API Specification.
 *
 * @throws {@link ConfigurationError} when an option is missing or invalid; it names the option, never the token
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 *
 * const client = new PublisherClient(); // PUBLISHER_BASE_URL, PUBLISHER_TOKEN
 * const { pricePoints } = await client.pricePoints.list();
 * console.log(pricePoints.length);
 * ```
 */
export class PublisherClient {
  /** The environment that the options or variables selected; check it before you write test data. */
  declare readonly environment: Environment;
  /** The base URL that every request is sent to, without a trailing slash. */
  declare readonly baseUrl: string;
  /** Financial transactions: orders, refunds and disputes (§4.1). */
  readonly transactions: Transactions;
  /** Base prices and the localized prices calculated from them (§4.4–§4.8). */
  readonly pricePoints: PricePoints;
  /** Translations of the store (§4.9, §4.6a). */
  readonly translations: Translations;
  /** Portal content and its translations (§4.2, §4.3). */
  readonly content: PortalContent;
  /** Promo codes of a coupon (§4.10). */
  readonly promoCodes: PromoCodes;
  /** Real-time refresh of what players see in the web store (§4.11, §4.12). */
  readonly personalization: Personalization;
  /** Offers (§4.13). */
  readonly offers: Offers;
  /** Checkout sessions (§4.15). */
  readonly checkout: Checkout;
  /**
   * Sends a request to an endpoint that the specification does not document. Authentication, retries, timeouts and
   * errors work as for every other method.
   *
   * @throws {@link InvalidRequestError} when the path could escape the base URL, or another field is invalid
   * @throws {@link ResponseValidationError} when the response does not match `schema`
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   * import * as z from 'zod';
   *
   * const client = new PublisherClient();
   * const result = await client.request({
   *   method: 'POST',
   *   path: '/checkout/v1/session/:token/cancel', // an example: not part of the specification
   *   params: { token: 'session-token' },
   *   schema: z.object({ cancelled: z.boolean() }),
   *   effect: 'idempotent',
   * });
   * console.log(result.cancelled);
   * ```
   */
  readonly request: {
    /** Returns the response, validated by `schema`. */
    <Output>(
      request: CustomRequest<Output> & { readonly schema: Schema<Output> },
      options?: CallOptions,
    ): Promise<Output>;
    /** Returns the response as received. */
    (request: CustomRequest, options?: CallOptions): Promise<unknown>;
  };

  /**
   * Returns a client with other options for a job, and the same address, environment and limits: `rateLimit` and
   * `maxConcurrency` count the requests of both.
   *
   * `token` replaces the token that this client uses. `headers`, `hooks` and `retry` keep the fields that are not passed;
   * any other option replaces the one of this client.
   *
   * @throws {@link ConfigurationError} when an option is invalid, or belongs to the constructor only
   * @example
   * ```ts
   * import { PublisherClient } from 'publisher-commerce';
   *
   * const client = new PublisherClient({ maxConcurrency: 4 });
   * const nightly = client.withOptions({ timeout: 120_000, totalTimeout: 600_000, retry: { limit: 5 } });
   * console.log((await nightly.pricePoints.list()).pricePoints.length);
   * ```
   */
  readonly withOptions: (options: ClientOverrides) => PublisherClient;

  constructor(options?: ClientOptions);
  /** @internal */
  constructor(transport: Transport);
  constructor(from: ClientOptions | Transport = {}) {
    const transport =
      from instanceof Transport
        ? from
        : new Transport(createSettings(resolveOptions(from, nodeProcess().env ?? {})));
    this.transactions = createTransactions(transport);
    this.pricePoints = createPricePoints(transport);
    this.translations = createTranslations(transport);
    this.content = createContent(transport);
    this.promoCodes = createPromoCodes(transport);
    this.personalization = createPersonalization(transport);
    this.offers = createOffers(transport);
    this.checkout = createCheckout(transport);
    this.request = <Output>(request: CustomRequest<Output>, callOptions?: CallOptions) =>
      sendCustomRequest(transport, request, callOptions);
    this.withOptions = (overrides) =>
      new PublisherClient(new Transport(overrideSettings(transport.settings, overrides)));
    const { baseUrl, environment } = transport.settings;
    Object.defineProperties(this, {
      // Not writable: scripts decide by them whether to write to the service. Configurable, for mocks and proxies.
      environment: { value: environment, enumerable: true, configurable: true },
      baseUrl: { value: baseUrl, enumerable: true, configurable: true },
      // What `console.log` shows. Not a method: bundlers keep a class with a computed name, even if it is not used.
      [Symbol.for('nodejs.util.inspect.custom')]: {
        value: () => `PublisherClient { baseUrl: '${baseUrl}', environment: '${environment}' }`,
      },
    });
  }
}
