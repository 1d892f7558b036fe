import { expect, test } from 'vitest';

import { Editor } from './editor.ts';

/** Half-written lines of user code, each of which the editor is asked to complete. */
const editor = new Editor(`
import { ApiError, PublisherClient, PublisherError } from 'publisher-commerce';
import { CallbackError, createGameAuthHandler } from 'publisher-commerce/callbacks';
import { createSandbox } from 'publisher-commerce/sandbox';

const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const client = new PublisherClient();
const sandbox = createSandbox();
new PublisherClient({ });
client.transactions.list({ });
client.checkout.createSession({ offer: { } });
for await (const tx of client.transactions.list(october)) {
  if (tx.transactionDetails.type === '') console.log();
  tx.;
  tx.transactionDetails.;
}
declare const error: unknown;
if (error instanceof ApiError && error.reason === '') console.log();
if (error instanceof ApiError && error.details.family === '') console.log();
if (error instanceof PublisherError && error.outcome === '') console.log();
if (error instanceof CallbackError && error.reason === '') console.log();
if (error instanceof ApiError) error.;
const content = await client.content.get('welcome');
if (content.state === '') console.log();
client.translations.set({ dynamicTranslations: [{ type: '' }] });
client.transactions.list({ ...october, sortDirection: '' });
client.offers.list({ offerType: '' });
createGameAuthHandler({ initiate: ({ device }) => { if (device === '') console.log(); } });
sandbox.fail({ operation: 'transactions.list', fault: '' });
sandbox.fail({ operation: 'content.get', reason: '' });
new PublisherClient({ environment: '' });
client.;
`);

test.each([
  [
    "tx.transactionDetails.type === '",
    ['dispute_funds_reinstated', 'dispute_funds_withdrawn', 'paid', 'refund'],
  ],
  ["content.state === '", ['hidden', 'scheduled', 'visible']],
  ["dynamicTranslations: [{ type: '", ['offer_design', 'product']],
  ["device === '", ['DESKTOP']],
])('the known values of an open enumeration complete after %s', (text, values) => {
  expect(editor.completions(text).sort()).toEqual(values);
});

test.each([
  ["sortDirection: '", ['asc', 'desc']],
  ["offerType: '", ['Bundle', 'Popup', 'SpecialOffer']],
  ["environment: '", ['production', 'sandbox']],
  ["error.outcome === '", ['applied', 'not_sent', 'rejected', 'unknown']],
  [
    "error.details.family === '",
    ['personalization', 'portalContent', 'pricePoint', 'transactionReport', 'unknown'],
  ],
])('every value of a closed set completes after %s', (text, values) => {
  expect(editor.completions(text).sort()).toEqual(values);
});

test.each([
  [
    "error instanceof ApiError && error.reason === '",
    ['price_point_exists', 'slug_exists', 'token_required'],
  ],
  ["error instanceof CallbackError && error.reason === '", ['signature_mismatch', 'token_missing']],
  ["fault: '", ['cut_body', 'reset', 'unknown_transaction_type']],
  ["content.get', reason: '", ['content_not_found', 'slug_exists']],
])('the words for what went wrong complete after %s', (text, some) => {
  expect(editor.completions(text)).toEqual(expect.arrayContaining(some));
});

test('after `client.` the editor offers the eight sub-clients, `request`, and where it sends; nothing else', () => {
  expect(editor.completions('\nclient.').sort()).toEqual([
    ...['baseUrl', 'checkout', 'content', 'environment', 'offers', 'personalization', 'pricePoints'],
    ...['promoCodes', 'request', 'transactions', 'translations'],
  ]);
});

test('the options of a client complete by name, and every one of them', () => {
  expect(editor.completions('new PublisherClient({ ').sort()).toEqual([
    ...[
      'baseUrl',
      'environment',
      'fetch',
      'headers',
      'hooks',
      'logger',
      'maxConcurrency',
      'maxResponseBytes',
    ],
    ...['offerQueryNames', 'onDrift', 'rateLimit', 'responseValidation', 'retry', 'sandboxToken'],
    ...['sandboxUrl', 'timeout', 'token', 'totalTimeout'],
  ]);
});

test('the fields of a query complete by name, and every one of them', () => {
  expect(editor.completions('client.transactions.list({ ').sort()).toEqual([
    ...['cursor', 'endAtTotalCount', 'endDate', 'limit', 'onInvalidRow', 'onProgress', 'prefetch', 'resume'],
    ...['sortDirection', 'startDate', 'windows'],
  ]);
});

test('the fields of an object inside an input complete too', () => {
  expect(editor.completions('createSession({ offer: { ').sort()).toEqual([
    ...['displayName', 'name', 'pricePointMetadata', 'sku'],
  ]);
});

test('after a transaction the editor offers the fields of the specification, and no array or symbol', () => {
  expect(editor.completions('\n  tx.').sort()).toEqual([
    ...['customerDetails', 'device', 'geolocation', 'offerDetails', 'orderId', 'publisherTransactionId'],
    ...['purchaseId', 'timestamp', 'transactionDetails'],
  ]);
});

test('after an ApiError the editor offers its own fields, those of every error, and nothing that sends requests', () => {
  expect(editor.completions('if (error instanceof ApiError) error.').sort()).toEqual([
    ...[
      'attempts',
      'body',
      'cause',
      'checkpoint',
      'code',
      'details',
      'headers',
      'message',
      'name',
      'operation',
      'outcome',
    ],
    ...['reason', 'requestId', 'requestUrl', 'stack', 'status', 'toJSON'],
  ]);
});
