import type { CallOptions } from './options/call-options.ts';
import { type ClientOptions, resolveOptions } from './options/client-options.ts';
import { Checkout } from './resources/checkout.ts';
import { Content } from './resources/content.ts';
import { type CustomRequest, sendCustomRequest } from './resources/custom-request.ts';
import { Offers } from './resources/offers.ts';
import { Personalization } from './resources/personalization.ts';
import { PricePoints } from './resources/price-points.ts';
import { PromoCodes } from './resources/promo-codes.ts';
import { Transactions } from './resources/transactions.ts';
import { Translations } from './resources/translations.ts';
import { createSettings } from './transport/settings.ts';
import { Transport } from './transport/transport.ts';

/**
 * Client for the Publisher Commerce API, with one sub-client per resource.
 *
 * @throws {@link ConfigurationError} when an option is missing or invalid; it names the option, never the token
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 *
 * const client = new PublisherClient({
 *   baseUrl: process.env.PUBLISHER_BASE_URL,
 *   token: process.env.PUBLISHER_TOKEN,
 * });
 * const { pricePoints } = await client.pricePoints.list();
 * console.log(pricePoints.length);
 * ```
 */
export class PublisherClient {
  /** Financial transactions: orders, refunds and disputes (§4.1). */
  readonly transactions: Transactions;
  /** Base prices and the localized prices calculated from them (§4.4–§4.8). */
  readonly pricePoints: PricePoints;
  /** Translations of the store (§4.9, §4.6a). */
  readonly translations: Translations;
  /** Portal content and its translations (§4.2, §4.3). */
  readonly content: Content;
  /** Promo codes of a coupon (§4.10). */
  readonly promoCodes: PromoCodes;
  /** Real-time refresh of what players see in the web store (§4.11, §4.12). */
  readonly personalization: Personalization;
  /** Offers (§4.13). */
  readonly offers: Offers;
  /** Checkout sessions (§4.15). */
  readonly checkout: Checkout;
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    const { offerQueryNames, ...resolved } = resolveOptions(options, process.env);
    const transport = new Transport(createSettings(resolved));
    this.#transport = transport;
    this.transactions = new Transactions(transport);
    this.pricePoints = new PricePoints(transport);
    this.translations = new Translations(transport);
    this.content = new Content(transport);
    this.promoCodes = new PromoCodes(transport);
    this.personalization = new Personalization(transport);
    this.offers = new Offers(transport, offerQueryNames);
    this.checkout = new Checkout(transport);
  }

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
  request<Output = unknown>(request: CustomRequest<Output>, options?: CallOptions): Promise<Output> {
    return sendCustomRequest(this.#transport, request, options);
  }
}
