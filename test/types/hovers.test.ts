import { expect, test } from 'vitest';

import { Editor } from './editor.ts';

/** What the pointer on a method or function shows: names of parameters, and named types. */
const signatures: readonly [expression: string, hover: string][] = [
  ['client.transactions.list', '(query: TransactionListQuery, options?: CallOptions): TransactionPaginator'],
  [
    'client.transactions.getPage',
    '(query: TransactionQuery, options?: CallOptions): Promise<TransactionPage>',
  ],
  [
    'client.transactions.planWindows',
    '(query: Omit<TransactionQuery, "cursor">, parts: { readonly count: number; }, options?: CallOptions): Promise<TransactionWindow[]>',
  ],
  ['client.content.get', '(contentId: string, options?: CallOptions): Promise<ContentItem>'],
  [
    'client.content.upsertTranslation',
    '(contentId: string, isoCode: string, translation: ContentTranslationInput, options?: CallOptions): Promise<ContentItem>',
  ],
  ['client.pricePoints.create', '(input: PricePointCreate, options?: CallOptions): Promise<PricePoint>'],
  ['client.pricePoints.ensure', '(input: PricePointCreate, options?: CallOptions): Promise<PricePoint>'],
  ['client.pricePoints.list', '(options?: CallOptions): Promise<PricePointList>'],
  ['client.pricePoints.get', '(priceInUsdCents: number, options?: CallOptions): Promise<PricePointRead>'],
  [
    'client.pricePoints.update',
    '(priceInUsdCents: number, input: PricePointUpdate, options?: CallOptions): Promise<PricePoint>',
  ],
  ['client.pricePoints.delete', '(priceInUsdCents: number, options?: CallOptions): Promise<PricePoint>'],
  [
    'client.translations.get',
    '(query?: TranslationQuery, options?: CallOptions): Promise<TranslationSetRead>',
  ],
  ['client.translations.set', '(input: TranslationSetInput, options?: CallOptions): Promise<TranslationSet>'],
  [
    'client.translations.setAll',
    '(input: TranslationSetInput, options?: TranslationSetAllOptions): Promise<TranslationSet>',
  ],
  [
    'client.promoCodes.create',
    '(couponName: string, promoCodes: readonly PromoCodeCreate[], options?: CallOptions): Promise<PromoCodeList>',
  ],
  ['client.personalization.refreshActivePlayers', '(options?: CallOptions): Promise<PersonalizationTrigger>'],
  [
    'client.personalization.refreshSpecificActivePlayers',
    '(playerIds: readonly string[], options?: CallOptions): Promise<PersonalizationTrigger>',
  ],
  ['client.offers.list', '(query?: OfferQuery, options?: CallOptions): OfferPaginator'],
  ['client.offers.getPage', '(query?: OfferQuery, options?: CallOptions): Promise<OfferPage>'],
  [
    'client.checkout.createSession',
    '(input: CheckoutSessionCreate, options?: CallOptions): Promise<CheckoutSession>',
  ],
  [
    'client.request',
    ': { <Output>(request: CustomRequest<Output> & { readonly schema: Schema<Output>; }, options?: CallOptions): Promise<Output>; (request: CustomRequest, options?: CallOptions): Promise<unknown>; }',
  ],
  ['paginator.pages', '(): AsyncIterable<TransactionPage>'],
  ['paginator.toArray', '(options: { readonly max: number; }): Promise<Transaction[]>'],
  ['formatAmount', '(amount: number, currencyCode: string, options?: FormatAmountOptions): string'],
  ['minorUnitDigits', '(currencyCode: string): number'],
  ['toMajorUnits', '(amount: number, currencyCode: string): string'],
  ['toMinorUnits', '(amount: string | number, currencyCode: string): number'],
  ['createGameAuthHandler', '(options: GameAuthOptions): CallbackHandler'],
  [
    'createCallbackHandler',
    '<Payload, Result = unknown>(options: CallbackHandlerOptions<Payload, Result>): CallbackHandler',
  ],
  [
    'timestampedHmac',
    '(options: TimestampedHmacOptions): (delivery: Pick<SignedDelivery, "body" | "signature">) => Promise<boolean>',
  ],
  ['acceptUnsigned', '(): UnsignedAccepted'],
  [
    'signPayload',
    '(body: string | Uint8Array, options: { readonly secret: string | undefined; readonly timestamp?: Date | number | undefined; }): Promise<string>',
  ],
  [
    'toNodeListener',
    '(handler: (request: Request) => Response | Promise<Response>): (req: NodeRequest, res: NodeResponse) => void',
  ],
  ['createSandbox', '(options?: SandboxOptions): Sandbox'],
  ['sandbox.listen', '(options?: ListenOptions): Promise<SandboxServer>'],
  ['sandbox.fail', '(plan: FaultPlan): void'],
  ['sandbox.reset', '(): void'],
  [
    'sandbox.callGameAuth',
    '(target?: string | ((request: Request) => Promise<Response>), options?: GameAuthCallOptions): Promise<GameAuthOutcome>',
  ],
  ['sandbox.state', '(): SandboxState'],
  ['sandbox.advance', '(milliseconds: number): Date'],
  ['sandbox.settled', '(): Promise<void>'],
  ['sandbox.close', '(): Promise<void>'],
  ['sandbox.purchases.pay', '(checkoutSessionToken: string): Transaction'],
  ['sandbox.purchases.cancel', '(checkoutSessionToken: string): void'],
  ['sandbox.purchases.refund', '(purchaseId: string): Transaction'],
  ['sandbox.purchases.dispute', '(purchaseId: string): Transaction'],
  ['sandbox.purchases.reinstate', '(purchaseId: string): Transaction'],
];

/** What the pointer on a variable shows that was given the expression. */
const types: readonly [expression: string, type: string][] = [
  ['new PublisherClient()', 'PublisherClient'],
  ['client.pricePoints', 'PricePoints'],
  ['client.pricePoints.get(999)', 'Promise<PricePointRead>'],
  ['client.transactions.list(october)', 'TransactionPaginator'],
  ['(await paginator.toArray({ max: 1 }))[0]', 'Transaction | undefined'],
  ['(await client.offers.list().toArray({ max: 1 }))[0]', 'Offer | undefined'],
  ['await client.transactions.getPage(october)', 'TransactionPage'],
  ['(await client.transactions.getPage(october)).checkpoint', 'Checkpoint'],
  ['(await client.transactions.getPage(october)).nextCursor', 'string | null'],
  ['(await client.transactions.getPage(october)).results', 'Transaction[]'],
  ['transaction.transactionDetails', 'TransactionDetails'],
  ['transaction.transactionDetails.type', 'TransactionType'],
  ['(await client.pricePoints.get(999)).priceByCountry', 'PriceByCountryRead[]'],
  ['(await client.pricePoints.list()).pricePoints', 'PricePointSummary[]'],
  ['(await client.content.get("welcome")).translations', 'ContentTranslation[] | null | undefined'],
  ['(await client.translations.get()).staticTranslations', 'StaticTranslation[]'],
  ['(await client.translations.get()).dynamicTranslations', 'DynamicTranslation[]'],
  ['(await client.promoCodes.create("launch", [])).promoCodes', 'PromoCode[]'],
  ['(await client.offers.getPage()).offers', 'readonly Offer[]'],
  ['await client.pricePoints.list()', 'PricePointList'],
  ['await client.translations.get()', 'TranslationSetRead'],
  ['await client.translations.set({})', 'TranslationSet'],
  ['(await client.pricePoints.update(999, {})).priceByCountry', 'PriceByCountry[] | null | undefined'],
  ['(await client.pricePoints.get(999)).priceByCountry.map((price) => price.realTimePrice)', 'number[]'],
  ['transactionTypes[0]', '"paid"'],
  ['await client.request({ method: "GET", path: "/v1/any" })', 'unknown'],
  ['await client.request({ method: "GET", path: "/v1/any", schema: z.string() })', 'string'],
  ['apiError.details', 'ApiErrorDetails'],
  ['apiError.reason', 'ApiErrorReason | undefined'],
  ['apiError.body', 'unknown'],
  ['apiError.requestUrl', 'string | undefined'],
  ['apiError.outcome', 'Outcome | undefined'],
  ['apiError.checkpoint', 'Checkpoint | undefined'],
  ['apiError.attempts', 'number'],
  ['rateLimitError.code', '"rate_limited"'],
  ['rateLimitError.retryAfter', 'number | undefined'],
  ['invalidRequestError.issues', 'readonly Issue[]'],
  ['callbackError.reason', 'CallbackErrorReason'],
  ['sandbox.purchases', 'Purchases'],
  ['sandbox.state().transactions', 'readonly Transaction[]'],
  ['(await sandbox.listen()).url', 'string'],
];

const editor = new Editor(`
import { formatAmount, minorUnitDigits, PublisherClient, toMajorUnits, toMinorUnits, transactionTypes } from 'publisher-commerce';
import type { AnyPublisherError, ApiError, InvalidRequestError, RateLimitError, Transaction } from 'publisher-commerce';
import { acceptUnsigned, type CallbackError, createCallbackHandler, createGameAuthHandler, signPayload, timestampedHmac, toNodeListener } from 'publisher-commerce/callbacks';
import { createSandbox } from 'publisher-commerce/sandbox';
import * as z from 'zod';

declare const apiError: ApiError;
declare const callbackError: CallbackError;
declare const invalidRequestError: InvalidRequestError;
declare const rateLimitError: RateLimitError;
declare const transaction: Transaction;
const client = new PublisherClient();
const sandbox = createSandbox();
const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const paginator = client.transactions.list(october);

${signatures.map(([expression], index) => `const signature${index} = ${expression};`).join('\n')}
${types.map(([expression], index) => `const type${index} = ${expression};`).join('\n')}
createGameAuthHandler({ publisherToken: '', verifySignature: acceptUnsigned(), initiate: (asked, context) => ({ accessToken: '' }), onError: (failure) => failure, onDrift: (drift) => drift });
createCallbackHandler({ publisherToken: '', verifySignature: (delivery) => true, schema: z.object({ playerId: z.string() }), handle: (payload) => payload });
new PublisherClient({ hooks: { onRequest: (sent) => {}, onResponse: (responded) => {}, onRetry: (repeated) => {} }, onDrift: (drifted) => {} });
client.transactions.list({ ...october, onProgress: (progressed) => {} });
client.translations.setAll({}, { onProgress: (set) => {} });
sandbox.listen({ onRequest: (served) => {} });
function inSwitch(error: AnyPublisherError) {
  if (error.reason === 'country_not_found') return { country: error, code: error.details.countryCode2 };
  switch (error.code) {
    case 'rate_limited': return { limited: error, wait: error.retryAfter };
    case 'timeout': return { late: error };
    case 'connection': return { lost: error };
    case 'not_found': return { missing: error };
    case 'forbidden': return { forbidden: error };
    default: return {};
  }
}
`);

test('the file that is hovered over compiles', () => {
  expect(editor.problems()).toEqual([]);
});

test.each(signatures.map(([expression, hover], index) => ({ expression, hover, index })))(
  '$expression reads $hover',
  ({ expression, hover, index }) => {
    const shown = editor.hover(`signature${index} = ${expression}`);
    const name = expression.split('.').at(-1) ?? '';

    // What it is a member of precedes the name, and the origin of an import follows it.
    expect(shown.slice(shown.indexOf(name) + name.length).replace(` import ${name}`, '')).toBe(hover);
  },
);

test.each(types.map(([expression, type], index) => ({ expression, type, index })))(
  '$expression is of type $type',
  ({ type, index }) => {
    expect(editor.hover(`const type${index}`)).toBe(`const type${index}: ${type}`);
  },
);

test.each([
  [
    'country: error',
    'BadRequestError & WithReason<"country_not_found", PricePointErrorDetails & { readonly countryCode2: string; }>',
  ],
  ['error.details.countryCode2', 'string'],
  ['limited: error', 'RateLimitError & WithoutReason'],
  ['error.retryAfter', 'number | undefined'],
  ['late: error', 'TimeoutError & WithoutReason'],
  ['lost: error', 'ConnectionError'],
  [
    'missing: error',
    '(NotFoundError & WithReason<undefined, ApiErrorDetails>) | ' +
      '(NotFoundError & WithReason<"content_not_found", PortalContentErrorDetails>) | ' +
      '(NotFoundError & WithReason<"price_point_not_found", PricePointErrorDetails>)',
  ],
  ['forbidden: error', 'ForbiddenError & WithoutReason'],
])('in a switch over code, %s is shown as %s', (place, type) => {
  expect(editor.hover(place).replace(/^.*?: /, '')).toBe(type);
});

test.each([
  ['initiate: (asked', 'asked: GameAuthRequest'],
  ['(asked, context', 'context: CallbackContext'],
  ['onError: (failure', 'failure: CallbackError'],
  ['onDrift: (drift', 'drift: DriftEvent'],
  ['verifySignature: (delivery', 'delivery: SignedDelivery'],
  ['handle: (payload', 'payload: { playerId: string; }'],
  ['onRequest: (sent', 'sent: RequestEvent'],
  ['onResponse: (responded', 'responded: ResponseEvent'],
  ['onRetry: (repeated', 'repeated: RetryEvent'],
  ['onDrift: (drifted', 'drifted: DriftEvent'],
  ['onProgress: (progressed', 'progressed: PaginationProgress'],
  ['onProgress: (set', 'set: TranslationProgress'],
  ['onRequest: (served', 'served: HandledRequest'],
])('the parameter of a function in %s…) is known: %s', (place, hover) => {
  expect(editor.hover(place)).toBe(`(parameter) ${hover}`);
});
