// Every line below an expected error has one misspelled name. A compiler rejects it with what the comment says: the
// test removes `@ts-expect-error` and compiles this file against the package.
/* eslint-disable @typescript-eslint/await-thenable, @typescript-eslint/no-unsafe-call -- a paginator is no promise */
import {
  ApiError,
  type ContentItem,
  isPublisherError,
  type Offer,
  PublisherClient,
  PublisherError,
  type Transaction,
  type TransactionPage,
} from 'publisher-commerce';
import { acceptUnsigned, createGameAuthHandler } from 'publisher-commerce/callbacks';
import { transactionSchema } from 'publisher-commerce/schemas';

declare const client: PublisherClient;
declare const print: (message: string) => void;
declare const content: ContentItem;
declare const error: unknown;
declare const list: readonly string[];
declare const offer: Offer;
declare const page: TransactionPage;
declare const transaction: Transaction;
const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };

// @ts-expect-error -- Did you mean '"orderId"'?
export const field: keyof Transaction = 'orderid';

export const fields: unknown[] = [
  // @ts-expect-error -- Property 'unwrap' does not exist
  transactionSchema.shape.orderId.unwrap,
  // @ts-expect-error -- Did you mean 'amountUsd'?
  transaction.transactionDetails.amuntUsd,
  // @ts-expect-error -- 'transaction.geolocation.zipCode' is possibly 'null' or 'undefined'.
  transaction.geolocation?.zipCode.trim(),
  // @ts-expect-error -- Did you mean 'countryCode2'?
  transaction.geolocation?.countryCode,
  // @ts-expect-error -- Did you mean 'quantity'?
  transaction.offerDetails?.products?.[0]?.quantiy,
  // @ts-expect-error -- Did you mean 'orderId'?
  transactionSchema.parse({}).orderID,
  // @ts-expect-error -- Did you mean 'results'?
  page.result,
  // @ts-expect-error -- Did you mean 'subTitle'?
  content.subtitle,
  // @ts-expect-error -- Did you mean 'publisherProductId'?
  offer.productsSequence?.[0]?.products?.[0]?.product?.publisherProductID,
];

export async function responses(): Promise<unknown> {
  for await (const row of client.transactions.list(october)) {
    // @ts-expect-error -- Did you mean 'amountUsd'?
    console.log(row.transactionDetails.amountUSD);
  }
  const point = await client.pricePoints.get(999);
  const next = await client.transactions.list(october)[Symbol.asyncIterator]().next();
  return [
    // @ts-expect-error -- Did you mean 'orderId'?
    !next.done && next.value.orderID,
    // @ts-expect-error -- Did you mean 'priceByCountry'?
    point.priceByCountries,
    // @ts-expect-error -- Did you mean 'promoCodes'?
    (await client.promoCodes.create('launch', [])).promocodes,
    // @ts-expect-error -- Property 'results' does not exist on type 'TransactionPaginator'
    (await client.transactions.list(october)).results,
    // @ts-expect-error -- Property 'then' does not exist on type 'TransactionPaginator'
    client.transactions.list(october).then(console.log),
    // @ts-expect-error -- Expected 1 arguments, but got 0
    client.transactions.list(october).toArray(),
    // @ts-expect-error -- Property 'lastUpdate' does not exist on type 'Promise<PricePointRead>'
    client.pricePoints.get(999).lastUpdate,
    // @ts-expect-error -- Object is of type 'unknown'
    (await client.request({ method: 'GET', path: '/v1/any' })).id,
  ];
}

export function requests(): unknown[] {
  return [
    // @ts-expect-error -- Did you mean 'transactions'?
    client.transaction,
    // @ts-expect-error -- Did you mean to write 'sortDirection'?
    client.transactions.list({ ...october, sortdirection: 'asc' }),
    // @ts-expect-error -- 'overrides' does not exist in type '{ priceInUsdCents: number; priceOverrides?
    client.pricePoints.create({ priceInUsdCents: 999, overrides: [] }),
    // @ts-expect-error -- Did you mean to write 'subTitle'?
    client.content.upsertTranslation('welcome', 'de', { subtitle: '' }),
    // @ts-expect-error -- Did you mean to write 'baseUrl'?
    new PublisherClient({ baseURL: '' }),
    // @ts-expect-error -- 'rateLimit' does not exist in type 'ClientOverrides'
    client.withOptions({ rateLimit: { requestsPerMinute: 1 } }),
    // @ts-expect-error -- Type '"verbose"' is not assignable to type '
    client.withOptions({ logLevel: 'verbose' }),
    // @ts-expect-error -- Property 'error' is missing in type
    client.withOptions({ logger: { debug: print, warn: print, info: print } }),
    // @ts-expect-error -- Did you mean to write 'requestsPerMinute'?
    new PublisherClient({ rateLimit: { requestsPerMinutes: 1 } }),
    client.checkout.createSession({
      // @ts-expect-error -- Did you mean to write 'currency'?
      priceDetails: { price: 999, curency: 'USD' },
      offer: { name: 'Gems', sku: 'gems' },
      customer: { id: 'player-1' },
    }),
    client.checkout.createSession({
      priceDetails: { price: 999, currency: 'USD' },
      offer: { name: 'Gems', sku: 'gems' },
      customer: { id: 'player-1' },
      // @ts-expect-error -- is not assignable to type
      sessionMetadata: list,
      // @ts-expect-error -- is not assignable to type
      attributes: new Map([['cohort', 'B']]),
    }),
    // @ts-expect-error -- is not assignable to type
    client.pricePoints.list({ queryParams: { country: null } }),
    // @ts-expect-error -- Property 'schema' is missing
    client.request<{ readonly id: string }>({ method: 'GET', path: '/v1/any' }),
    // @ts-expect-error -- 'shema' does not exist in type
    client.request({ method: 'GET', path: '/v1/any', shema: transactionSchema }),
  ];
}

createGameAuthHandler({
  publisherToken: 'token',
  verifySignature: acceptUnsigned(),
  // @ts-expect-error -- Property 'devise' does not exist on type 'GameAuthRequest'
  initiate: ({ devise }) => ({ accessToken: String(devise) }),
});

// @ts-expect-error -- Did you mean 'outcome'?
if (error instanceof PublisherError) console.log(error.outcom);
// @ts-expect-error -- Property 'retryAfter' does not exist on type
if (error instanceof PublisherError) console.log(error.retryAfter);
// @ts-expect-error -- Property 'statusCode' does not exist on type 'ApiError'
if (error instanceof ApiError) console.log(error.statusCode);
if (error instanceof ApiError && error.details.family === 'pricePoint') {
  // @ts-expect-error -- Did you mean 'countryCode2'?
  console.log(error.details.countryCode);
}
if (isPublisherError(error)) {
  // @ts-expect-error -- This comparison appears to be unintentional
  if (error.code === 'invalid_amounts') console.log(error);
  // @ts-expect-error -- This comparison appears to be unintentional
  if (error.reason === 'price_point_exist') console.log(error);
  // @ts-expect-error -- Did you mean 'retryAfter'?
  if (error.code === 'rate_limited') console.log(error.retryafter);
  // @ts-expect-error -- Property 'retryAfter' does not exist on type 'TimeoutError & WithoutReason'
  if (error.code === 'timeout') console.log(error.retryAfter);
}
