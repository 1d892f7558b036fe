// What users write, for every compiler and with no types but those of the platform. Nothing is awaited at the top
// level: it is compiled to CommonJS too.
import {
  ApiError,
  type CallbackErrorReason,
  type Checkpoint,
  type ClientOptions,
  type DatabaseErrorReason,
  isPublisherError,
  type Logger,
  NotFoundError,
  type Offer,
  type PublisherClient,
  PublisherError,
  ServerError,
  toMajorUnits,
  type Transaction,
  type TransactionDetails,
  type TransactionType,
} from 'publisher-commerce';
import {
  CallbackError,
  createCallbackHandler,
  createGameAuthHandler,
  type GameAuthResponse,
  timestampedHmac,
  toNodeListener,
} from 'publisher-commerce/callbacks';
import { pricePointSchema, transactionSchema } from 'publisher-commerce/schemas';
import * as z from 'zod';

/** What a column of a database, or a job of a queue, may be typed as. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export const stored = (checkpoint: Checkpoint): Json => checkpoint;

const october = { startDate: '2026-10-01T00:00:00Z', endDate: new Date('2026-11-01T00:00:00Z') };

/** As Nest 11 declares its class `Logger`. */
declare class NestLogger {
  /* eslint-disable @typescript-eslint/no-explicit-any -- as it is declared there */
  protected context?: string | undefined;
  error(message: any, stack?: string, context?: string): void;
  error(message: any, ...optionalParams: [...any, string?, string?]): void;
  log(message: any, context?: string): void;
  log(message: any, ...optionalParams: [...any, string?]): void;
  warn(message: any, context?: string): void;
  warn(message: any, ...optionalParams: [...any, string?]): void;
  debug(message: any, context?: string): void;
  debug(message: any, ...optionalParams: [...any, string?]): void;
  verbose(message: any, context?: string): void;
  fatal(message: any, context?: string): void;
  /* eslint-enable */
}
declare const nest: NestLogger;
export const loggers: Logger[] = [nest, console];

export const options: ClientOptions[] = [
  { token: 'token', fetch },
  { token: () => Promise.resolve('token'), fetch: (url: string, init: RequestInit) => fetch(url, init) },
  { token: 'token', fetch: (...args: Parameters<typeof fetch>) => fetch(...args), logger: console },
  { token: 'token', logger: nest, logLevel: 'debug' },
  { token: 'token', retry: false, rateLimit: { requestsPerMinute: 60 }, hooks: { onRetry: () => undefined } },
];

export async function read(client: PublisherClient): Promise<string[]> {
  const lines: string[] = [];
  const list = client.transactions.list(october);
  for await (const { timestamp, transactionDetails, customerDetails } of list) {
    const { amount, amountUsd, currencyCode, type } = transactionDetails;
    if (type === 'refund') lines.push(toMajorUnits(amount, currencyCode));
    lines.push(timestamp.slice(0, 10), amountUsd.toFixed(), customerDetails?.email?.trim() ?? '');
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
  return [...lines, ...rows.map(({ orderId }) => orderId ?? ''), ...offers.map(({ offerId }) => offerId)];
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

/** A table for the types that a program knows; any other is its own account. */
const accounts: Partial<Record<TransactionType, string>> = { paid: '4000', refund: '4100' };
export const accountOf = ({ transactionDetails: { type } }: Transaction): string => accounts[type] ?? type;

interface PlayerSession {
  readonly level: number;
  readonly clan?: { readonly name: string };
}

/** Metadata of a declared type, which has no index signature. */
export async function sell(client: PublisherClient, sessionMetadata: PlayerSession): Promise<unknown> {
  const attributes: Readonly<Record<string, unknown>> = { cohort: 'B' };
  await client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Gems', sku: 'gems' },
    customer: { id: 'player-1' },
    sessionMetadata,
    attributes,
  });
  const queryParams = { country: 'DE', page: 2, all: true };
  await client.transactions.list(october, { queryParams }).toArray({ max: 1 });
  const response: unknown = await client.request({ method: 'GET', path: '/v1/any', query: queryParams });
  return response;
}

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
    if (error instanceof PublisherError && error.code === 'rate_limited') return String(error.retryAfter);
    if (error instanceof PublisherError && error.status === 404) return String(error.callId);
    if (error instanceof PublisherError) return error.outcome ?? error.code;
    throw error;
  }
}

/** What a job does about an error, without a cast: codes and reasons narrow to the fields that they have. */
export function whatToDo(error: unknown): string {
  if (!isPublisherError(error)) throw error;
  if (error.reason === 'country_not_found') return `not sold in ${error.details.countryCode2.trim()}`;
  if (error.code === 'price_point_differs') return error.pricePoint.priceInUsdCents.toFixed();
  if (error.code === 'rate_limited') return `again in ${error.retryAfter?.toFixed() ?? 'some'} ms`;
  if (error.code === 'conflict' && error.reason === 'slug_exists') return error.details.body.trim();
  if (error instanceof NotFoundError && error.reason === 'price_point_not_found')
    return error.details.priceInUsdCents?.toFixed() ?? error.details.message;
  if (error.code === 'connection') return error.systemCode?.toLowerCase() ?? 'no code';
  return error.checkpoint ? 'resume' : adviceFor(error);
}

/** A job that fails in a unit test. */
export const failures: readonly PublisherError[] = [
  new ServerError('down', { status: 503 }),
  new NotFoundError('gone'),
  new CallbackError('late', { reason: 'handler_timed_out' }),
];

/** Every code of every entry point, and no other: nothing is left to return at the end. */
function adviceFor(error: PublisherError): string {
  if (!isPublisherError(error)) return 'none of its classes';
  switch (error.code) {
    case 'configuration':
      return error.option;
    case 'invalid_amount':
    case 'invalid_request':
      return error.issues.map(({ path }) => path).join();
    case 'unauthorized':
    case 'forbidden':
    case 'not_found':
    case 'conflict':
    case 'payload_too_large':
    case 'bad_request':
    case 'api_error':
      return `${error.status.toFixed()} ${error.details.family} ${error.reason ?? ''}`;
    case 'rate_limited':
    case 'server_error':
      return error.retryAfter?.toFixed() ?? '';
    case 'price_point_differs':
    case 'connection':
    case 'timeout':
    case 'redirect':
    case 'malformed_response':
      return error.outcome ?? 'a read';
    case 'response_too_large':
      return error.maxResponseBytes.toFixed();
    case 'response_validation':
    case 'pagination':
      return error.cursor?.trim() ?? 'the first page';
    case 'callback':
      return error.reason satisfies CallbackErrorReason;
    case 'database':
      return error.reason satisfies DatabaseErrorReason;
    case 'data_file_locked':
    case 'data_file_write_failed':
    case 'purchase_not_found':
    case 'wrong_purchase_state':
      return error.message;
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
