import { expect, test } from 'vitest';

import { type ApiError, type ResponseValidationError } from '../../../src/client/index.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, type Reply, startService, token } from '../../support/service.ts';

const session = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter', sku: 'starter' },
  customer: { id: 'player-1' },
};
const kibibytes64 = 65_536;

async function failedSession(reply: Reply): Promise<ResponseValidationError> {
  await using service = await startService([reply]);
  return (await failureOf(service.client().checkout.createSession(session))) as ResponseValidationError;
}

async function failedPage(reply: Reply): Promise<ApiError> {
  await using service = await startService([reply]);
  return (await failureOf(service.client({ retry: false }).transactions.getPage(october))) as ApiError;
}

test('a created session whose invalid response is over 64 KiB keeps its purchase id', async () => {
  const error = await failedSession({
    json: {
      offers: Array.from({ length: 3000 }, (_, index) => ({ name: `offer ${index}`, prices: [index] })),
      checkoutSessionToken: 4711,
      purchaseId: 'purchase-1',
      parsedUrl: 'https://checkout.example.com/4711',
      sandbox: false,
      promoCode: null,
      note: `for ${token}`,
    },
  });

  expect(error).toMatchObject({ name: 'ResponseValidationError', outcome: 'applied' });
  expect(error.body).toEqual({
    checkoutSessionToken: 4711,
    purchaseId: 'purchase-1',
    parsedUrl: 'https://checkout.example.com/4711',
    sandbox: false,
    promoCode: null,
    note: 'for [token]',
    truncated: true,
  });
});

test('a body of 64 KiB is kept whole, and one byte more is too much', async () => {
  const rest = JSON.stringify({ purchaseId: 'p', extra: [''] }).length;
  const bodyOf = (bytes: number) => ({ purchaseId: 'p', extra: ['x'.repeat(bytes - rest)] });

  const largest = await failedSession({ json: bodyOf(kibibytes64) });
  const tooLarge = await failedSession({ json: bodyOf(kibibytes64 + 1) });

  expect(largest.body).toEqual(bodyOf(kibibytes64));
  expect(tooLarge.body).toEqual({ purchaseId: 'p', truncated: true });
});

test('the strings and names of a body that is too large are cut', async () => {
  const error = await failedSession({
    json: {
      ['k'.repeat(100_000)]: 1,
      html: `${'h'.repeat(990)}${token}${'h'.repeat(99_999)}`,
      purchaseId: 'p',
    },
  });

  expect(error.body).toEqual({
    [`${'k'.repeat(200)}…`]: 1,
    html: `${'h'.repeat(990)}[token]hhh…`,
    purchaseId: 'p',
    truncated: true,
  });
});

test('of a body with too many scalars the first 64 KiB are kept', async () => {
  const fields = Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index] as const);
  const error = await failedSession({ json: { purchaseId: 'p', ...Object.fromEntries(fields) } });

  expect(error.body).toMatchObject({ purchaseId: 'p', field0: 0, field1000: 1000, truncated: true });
  expect(error.body).not.toHaveProperty('field9999');
  expect(JSON.stringify(error.body).length).toBeLessThan(kibibytes64 + 100);
});

test('a field named __proto__ of a body that is too large stays a plain field', async () => {
  const error = await failedSession({
    text: `{"__proto__":"polluted","purchaseId":"p","extra":["${'x'.repeat(70_000)}"]}`,
  });

  expect(Object.getPrototypeOf(error.body)).toBe(Object.prototype);
  expect(JSON.stringify(error.body)).toBe('{"__proto__":"polluted","purchaseId":"p","truncated":true}');
});

test('a body that is a huge string or list is cut as well', async () => {
  const text = await failedPage({ status: 400, text: `Bad ${token} ${'x'.repeat(99_999)}` });
  const list = await failedPage({ status: 400, json: Array.from({ length: 50_000 }, () => 'x') });

  expect(text.body).toEqual({
    text: `Bad [token] ${'x'.repeat(1000 - 'Bad [token] '.length)}…`,
    truncated: true,
  });
  expect(text.message).toBe('transactions.list: no error message (status 400)');
  expect(list.body).toEqual({ length: 50_000, truncated: true });
});

test('of many messages the first twenty are kept, and still tell the reason', async () => {
  const messages = Array.from({ length: 100 }, (_, index) => ({
    validationErrorNumber: index,
    error: index === 0 ? 'Publisher not found' : `rule ${index} ${'x'.repeat(5000)}`,
  }));
  const error = await failedPage({
    status: 400,
    json: { statusCode: 401, error: 'Unauthorized', message: messages, requestUrl: `/x?t=${token}` },
  });

  expect(error).toMatchObject({
    name: 'UnauthorizedError',
    reason: 'publisher_not_found',
    requestUrl: '/x?t=[token]',
    body: { statusCode: 401, error: 'Unauthorized', requestUrl: '/x?t=[token]', truncated: true },
  });
  if (error.details.family !== 'transactionReport') throw new Error('another family');
  expect(error.details.messages).toHaveLength(20);
  expect(error.details.messages[1]?.error).toBe(`rule 1 ${'x'.repeat(993)}…`);
  expect(error.message.length).toBeLessThan(500);
  expect(JSON.stringify(error).length).toBeLessThan(30_000);
});
