import { expect, test } from 'vitest';

import type { DriftEvent, ResponseValidationError } from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { checkoutSession } from '../../literals/small-responses.ts';
import { transaction } from '../../literals/transactions.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService, token } from '../../support/service.ts';

const drifting = (index: number) => ({
  ...transaction(index),
  geolocation: { ...transaction(index).geolocation, zipCode: null },
  transactionDetails: { ...transaction(index).transactionDetails, type: 'partial_refund' },
  loyalty: { points: 5 },
});
const report = { totalCount: 2, results: [drifting(0), drifting(1)] };
const session = {
  priceDetails: { price: 999, currency: 'USD' },
  offer: { name: 'Starter', sku: 'starter' },
  customer: { id: 'player-1' },
};

test('a response that drifts in fields that are not essential is delivered as received, and reported', async () => {
  await using service = await startService([{ json: report }]);
  const events: DriftEvent[] = [];

  const page = await service.client({ onDrift: (event) => events.push(event) }).transactions.getPage(october);

  expect(page.results).toEqual(report.results);
  expect(events).toEqual([
    {
      operation: 'transactions.list',
      callId: expect.any(String) as string,
      path: 'results[].geolocation.zipCode',
      expected: 'string',
      received: 'null',
    },
    {
      operation: 'transactions.list',
      callId: expect.any(String) as string,
      path: 'results[].transactionDetails.type',
      expected: '"paid" | "refund" | "dispute_funds_withdrawn" | "dispute_funds_reinstated"',
      received: '"partial_refund"',
    },
  ]);
});

test('the same drift is reported once for each operation and path, by each client', async () => {
  const odd = { ...pricePointRead, lastUpdate: 'yesterday' };
  await using service = await startService([{ json: odd }]);
  const events: string[] = [];
  const onDrift = ({ operation, path }: DriftEvent): void => void events.push(`${operation} ${path}`);
  const client = service.client({ onDrift });

  await client.pricePoints.get(999);
  await client.pricePoints.get(999);
  await client.pricePoints.delete(999);
  await service.client({ onDrift }).pricePoints.get(999);

  expect(events).toEqual([
    'pricePoints.get lastUpdate',
    'pricePoints.delete lastUpdate',
    'pricePoints.get lastUpdate',
  ]);
});

test('an onDrift that throws fails no call', async () => {
  await using service = await startService([{ json: { ...pricePointRead, lastUpdate: 5 } }]);
  const onDrift = (): void => {
    throw new Error('the monitor is down');
  };

  const client = service.client({ onDrift, logLevel: 'off' });

  expect(await client.pricePoints.get(999)).toMatchObject({ lastUpdate: 5 });
});

test('in strict mode any drift fails the call', async () => {
  await using service = await startService([{ json: report }]);

  const error = await failureOf(
    service.client({ responseValidation: 'strict' }).transactions.getPage({ ...october, cursor: 'page-7' }),
  );

  expect(error).toMatchObject({
    name: 'ResponseValidationError',
    code: 'response_validation',
    status: 200,
    row: 0,
    cursor: 'page-7',
    attempts: 1,
    outcome: undefined,
  });
  expect((error as Error).message).toContain(
    'transactions.list: the response (status 200, page cursor "page-7") is not as documented: ' +
      'results[0].geolocation.zipCode: ',
  );
});

test('a created session is kept by the error of an invalid response', async () => {
  const answer = { ...checkoutSession, checkoutSessionToken: 4711, note: `for ${token}` };
  await using service = await startService([{ json: answer }]);

  const error = await failureOf(service.client().checkout.createSession(session));

  expect(error).toMatchObject({
    name: 'ResponseValidationError',
    outcome: 'applied',
    attempts: 1,
    row: undefined,
    cursor: undefined,
    issues: [{ path: 'checkoutSessionToken' }],
  });
  expect((error as ResponseValidationError).body).toEqual({ ...answer, note: 'for [token]' });
  expect(service.requests).toHaveLength(1);
});

test('where no row is wrong, none is shown', async () => {
  await using service = await startService([{ json: { totalCount: 2, results: null } }]);

  const error = await failureOf(service.client().transactions.getPage(october));

  expect(error).toMatchObject({ row: undefined, rawRow: undefined, issues: [{ path: 'results' }] });
});

/** JSON of a value, with a number that no JavaScript program can write. */
function jsonWith(value: unknown, number: string): string {
  return JSON.stringify(value).replaceAll('"rounded"', number);
}

const rich = (index: number, quantity: unknown) => ({
  ...transaction(index),
  offerDetails: { ...transaction(index).offerDetails, products: [{ name: 'Gold', sku: 'gold', quantity }] },
});

test('an integer that JSON.parse rounds is reported with its field and row, and delivered', async () => {
  const pageOf = (quantity: unknown) => ({
    totalCount: 3,
    results: [rich(0, 12.5), rich(1, Number.MAX_SAFE_INTEGER), rich(2, quantity)],
  });
  const text = jsonWith(pageOf('rounded'), '9007199254740993');
  await using service = await startService([{ text, headers: { 'content-type': 'application/json' } }]);
  const events: DriftEvent[] = [];
  const warnings: string[] = [];

  const client = service.client({ onDrift: (event) => events.push(event) });
  const { results } = await client.transactions.getPage(october);
  const logger = { ...console, warn: (message: string) => void warnings.push(message) };
  await service.client({ logger }).transactions.getPage(october);

  expect(results).toEqual(pageOf(9007199254740992).results);
  expect(events).toEqual([
    {
      operation: 'transactions.list',
      callId: expect.any(String) as string,
      path: 'results[].offerDetails.products[].quantity',
      expected: 'at most 2^53 - 1',
      received: '9007199254740992',
      row: 2,
    },
  ]);
  expect(warnings.join()).toContain(
    ': results[].offerDetails.products[].quantity of the row at index 2 is not as documented: ' +
      'expected at most 2^53 - 1, received 9007199254740992',
  );
});

test('a price that is rounded is reported, and does not reject its price point', async () => {
  const [first, ...others] = pricePointRead.priceByCountry;
  const point = { ...pricePointRead, priceByCountry: [{ ...first, price: 'rounded' }, ...others] };
  const text = jsonWith(point, '9007199254740993');
  await using service = await startService([{ text, headers: { 'content-type': 'application/json' } }]);
  const events: DriftEvent[] = [];
  await service.client({ onDrift: (event) => events.push(event) }).pricePoints.get(999);
  expect(events).toMatchObject([{ path: 'priceByCountry[].price', received: '9007199254740992', row: 0 }]);
});
