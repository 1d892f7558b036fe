import { expect, test } from 'vitest';

import { Editor } from './editor.ts';

/** A line of TypeScript as a beginner writes it, and the beginning of the message that TypeScript has to give. */
const mistakes: readonly (readonly [code: string, message: string])[] = [
  [
    '(await client.transactions.list(october)).results;',
    "Property 'results' does not exist on type 'TransactionPaginator'.",
  ],
  [
    'for (const row of await client.transactions.list(october)) row;',
    "Type 'TransactionPaginator' must have a '[Symbol.iterator]()' method that returns an iterator.",
  ],
  [
    'client.transactions.list(october).then(console.log);',
    "Property 'then' does not exist on type 'TransactionPaginator'.",
  ],
  [
    'const pages: readonly Transaction[] = await client.transactions.list(october);',
    "Type 'Paginator<TransactionPage, Transaction>' is missing the following properties from type 'readonly Transaction[]'",
  ],
  [
    'for await (const { results } of client.transactions.list(october)) results;',
    "Property 'results' does not exist on type",
  ],
  [
    'client.pricePoints.get(999).lastUpdate;',
    "Property 'lastUpdate' does not exist on type 'Promise<PricePointRead>'.",
  ],
  ['client.transactions.list(october).toArray();', 'Expected 1 arguments, but got 0.'],
  ["error.code === 'rate_limited';", "'error' is of type 'unknown'."],
  [
    'if (error instanceof PublisherError) error.retryAfter;',
    "Property 'retryAfter' does not exist on type 'PublisherError'.",
  ],
  [
    "if (isPublisherError(error) && error.code === 'timeout') error.retryAfter;",
    "Property 'retryAfter' does not exist on type 'TimeoutError & WithoutReason'.",
  ],
  [
    "if (isPublisherError(error) && error.code === 'invalid_amount') error;",
    'This comparison appears to be unintentional because the types',
  ],
  [
    "if (isPublisherError(error) && error.reason === 'price_point_exist') error;",
    'This comparison appears to be unintentional because the types',
  ],
];

const setUp = `
import { isPublisherError, PublisherClient, PublisherError, type Transaction } from 'publisher-commerce';
const client = new PublisherClient();
const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
declare const error: unknown;
export {};
`;

test.each(mistakes)('TypeScript explains the mistake %s with: %s', (code, message) => {
  const problems = new Editor(setUp + code).problems();

  expect(problems.map((problem) => problem.message.slice(0, message.length))).toEqual([message]);
});
