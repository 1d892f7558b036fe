// What users write, for every compiler and with no types but those of the platform. Nothing is awaited at the top
// level: it is compiled to CommonJS too.
import {
  ApiError,
  type ClientOptions,
  NotFoundError,
  type Offer,
  type PublisherClient,
  PublisherError,
  toMajorUnits,
  type Transaction,
  type TransactionDetails,
} from 'publisher-commerce';
import {
  createCallbackHandler,
  createGameAuthHandler,
  type GameAuthResponse,
  timestampedHmac,
  toNodeListener,
} from 'publisher-commerce/callbacks';
import { pricePointSchema, transactionSchema } from 'publisher-commerce/schemas';
import * as z from 'zod';

const october = { startDate: '2026-10-01T00:00:00Z', endDate: new Date('2026-11-01T00:00:00Z') };

export const options: ClientOptions[] = [
  { token: 'token', fetch },
  { token: () => Promise.resolve('token'), fetch: (url: string, init: RequestInit) => fetch(url, init) },
  { token: 'token', fetch: (...args: Parameters<typeof fetch>) => fetch(...args), logger: console },
  { token: 'token', retry: false, rateLimit: { requestsPerMinute: 60 }, hooks: { onRetry: () => undefined } },
];

export async function read(client: PublisherClient): Promise<string[]> {
  const lines: string[] = [];
  const list = client.transactions.list(october);
  for await (const { timestamp, transactionDetails, customerDetails } of list) {
    const { amount, amountUsd, currencyCode, type } = transactionDetails;
    if (type === 'refund') lines.push(toMajorUnits(amount, currencyCode));
    lines.push(timestamp.slice(0, 10), amountUsd.toFixed(), customerDetails?.email.trim() ?? '');
  }
  for await (const page of list.pages()) {
    lines.push(
      `${page.index.toFixed()} ${page.results.length.toFixed()} ${page.nextCursor?.trim() ?? 'last'}`,
    );
  }
  const rows: Transaction[] = await list.toArray({ max: 10 });
  const offers: Offer[] = await client.offers.list().toArray({ max: 10 });
  const iterator = list[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (!first.done) rows.push(first.value);
  for await (const row of iterator) rows.push(row);
  await iterator.return?.();
  return [...lines, ...rows.map(({ orderId }) => orderId), ...offers.map(({ offerId }) => offerId)];
}

/** Fields of responses that the specification does not list: looked up, or read by your own schema. */
export function undocumented(row: Transaction): unknown[] {
  const shop: unknown = 'shopId' in row ? row.shopId : undefined;
  const parsed = transactionSchema.extend({ shopId: z.string() }).parse(row);
  return [shop, parsed.shopId.trim(), parsed.transactionDetails.amount.toFixed()];
}

/** Types that are made from ours keep their fields. */
export type Row = Omit<Transaction, 'device' | 'geolocation'> & { readonly importedAt: Date };
export type Amounts = {
  [Name in keyof TransactionDetails]: TransactionDetails[Name] extends number ? Name : never;
};
export const amountOf = (row: Row, name: 'amount' | 'amountUsd'): number => row.transactionDetails[name];
export const point = (json: unknown): z.infer<typeof pricePointSchema> => pricePointSchema.parse(json);

export async function write(client: PublisherClient): Promise<string> {
  try {
    const { priceByCountry } = await client.pricePoints.create({ priceInUsdCents: 999 });
    const prices: number[] = priceByCountry?.map(({ price }) => price) ?? [];
    const session = await client.checkout.createSession({
      priceDetails: { price: 999, currency: 'USD' },
      offer: { name: 'Gems', sku: 'gems' },
      customer: { id: 'player-1', identitySignals: { firstSeenAt: new Date() } },
      sessionMetadata: { level: 12, prices },
    });
    const custom = await client.request({
      method: 'GET',
      path: '/v1/any',
      schema: z.object({ id: z.string() }),
    });
    return session.parsedUrl + custom.id;
  } catch (error) {
    if (error instanceof NotFoundError) return error.reason ?? '';
    if (error instanceof ApiError) return error.details.family;
    if (error instanceof PublisherError) return error.outcome ?? error.code;
    throw error;
  }
}

const secret: string | undefined = 'secret';
const verifySignature = timestampedHmac({ secret });

export const gameAuth = createGameAuthHandler({
  publisherToken: ['new', 'old'],
  verifySignature,
  initiate: ({ device, date }, { signal }): GameAuthResponse => {
    signal.throwIfAborted();
    return {
      accessToken: date?.slice(0, 4) ?? '',
      desktopAutoRedirect: device === 'DESKTOP',
      deepLink: 'mygame://',
    };
  },
});
export const personalize = createCallbackHandler({
  publisherToken: () => Promise.resolve(['new', 'old']),
  verifySignature: ({ body, signature }) => signature === String(body.byteLength),
  schema: z.object({ playerId: z.string() }),
  handle: ({ playerId }) => ({ playerId: playerId.trim() }),
});
export const listeners = [toNodeListener(gameAuth), toNodeListener(personalize)];
