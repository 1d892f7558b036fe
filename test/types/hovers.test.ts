import { expect, test } from 'vitest';

import { Editor } from './editor.ts';

/** What the pointer on a method or function shows: names of parameters, and named types. docs/api has all of them. */
const signatures: readonly [expression: string, hover: string][] = [
  ['client.transactions.list', '(query: TransactionListQuery, options?: CallOptions): TransactionPaginator'],
  ['client.pricePoints.create', '(input: PricePointCreate, options?: CallOptions): Promise<PricePoint>'],
  ['client.offers.getPage', '(query?: OfferQuery, options?: CallOptions): Promise<OfferPage>'],
  ['paginator.pages', '(): AsyncIterable<TransactionPage>'],
  ['paginator.toArray', '(options: { readonly max: number; }): Promise<Transaction[]>'],
  ['formatAmount', '(amount: number, currencyCode: string, options?: FormatAmountOptions): string'],
  ['createSandbox', '(options?: SandboxOptions): Sandbox'],
];

/** What the pointer on a variable shows that was given the expression. */
const types: readonly [expression: string, type: string][] = [
  ['client.pricePoints.get(999)', 'Promise<PricePointRead>'],
  ['(await paginator.toArray({ max: 1 }))[0]', 'Transaction | undefined'],
  ['(await client.transactions.getPage(october)).results', 'Transaction[]'],
  ['transaction.transactionDetails.type', 'TransactionType'],
  ['(await client.content.get("welcome")).translations', 'ContentTranslation[] | null | undefined'],
  ['(await client.translations.get()).staticTranslations', 'StaticTranslation[]'],
  ['(await client.pricePoints.get(999)).priceByCountry.map((price) => price.realTimePrice)', 'number[]'],
  ['transactionTypes[0]', '"paid"'],
  ['await client.request({ method: "GET", path: "/v1/any" })', 'unknown'],
  ['await client.request({ method: "GET", path: "/v1/any", schema: z.string() })', 'string'],
  ['apiError.reason', 'ApiErrorReason | undefined'],
  ['rateLimitError.code', '"rate_limited"'],
];

const editor = new Editor(`
import { formatAmount, PublisherClient, transactionTypes } from 'publisher-commerce';
import type { AnyPublisherError, ApiError, RateLimitError, Transaction } from 'publisher-commerce';
import { acceptUnsigned, createCallbackHandler, createGameAuthHandler } from 'publisher-commerce/callbacks';
import { createSandbox } from 'publisher-commerce/sandbox';
import * as z from 'zod';

declare const apiError: ApiError;
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
  ['lost: error', 'ConnectionError & WithoutReason'],
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
