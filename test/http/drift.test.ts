import { expect, test } from 'vitest';

import type { DriftEvent, PublisherClient, ResponseValidationError } from '../../src/index.ts';
import { pricePoint, pricePointRead } from '../literals/price-points.ts';
import { checkoutSession } from '../literals/small-responses.ts';
import { transaction } from '../literals/transactions.ts';
import { translationSet } from '../literals/translations.ts';
import { create, readByGet, upsertByPut } from '../support/calls.ts';
import { october } from '../support/ranges.ts';
import { failureOf, startService, token } from '../support/service.ts';

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
      operation: 'transactions.getPage',
      path: 'results[].geolocation.zipCode',
      expected: 'string',
      received: 'null',
    },
    {
      operation: 'transactions.getPage',
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

test('without onDrift, drift is a warning of the logger', async () => {
  await using service = await startService([{ json: { ...pricePointRead, lastUpdate: 5 } }]);
  const warnings: string[] = [];
  const quiet = (): void => undefined;
  const logger = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (line: string) => void warnings.push(line),
  };

  await service.client({ logger }).pricePoints.get(999);

  expect(warnings).toEqual([
    'publisher-commerce pricePoints.get: lastUpdate is not as documented: expected string, received number',
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
    'transactions.getPage: the response (status 200, page cursor "page-7") is not as documented: ' +
      'results[0].geolocation.zipCode: ',
  );
});

test('a strict client delivers a documented response, unknown fields included', async () => {
  await using service = await startService([{ json: { ...pricePointRead, region: { name: 'EU' } } }]);

  expect(await readByGet.send(service.client({ responseValidation: 'strict' }))).toEqual({
    ...pricePointRead,
    region: { name: 'EU' },
  });
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

test.each([
  ['a create', create],
  ['an upsert', upsertByPut],
])('%s whose response is nested over 100 levels is malformed, and was applied', async (_, call) => {
  const nested = (levels: number): string => `{"deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  await using service = await startService([{ text: nested(101) }, { text: nested(100) }]);

  const error = await failureOf(call.send(service.client()));

  expect(error).toMatchObject({
    name: 'MalformedResponseError',
    outcome: 'applied',
    attempts: 1,
    message: expect.stringContaining('nested over 100 levels (status 200, 209 bytes)') as string,
  });
  expect(await failureOf(call.send(service.client()))).toMatchObject({ name: 'ResponseValidationError' });
});

test('an invalid row of a read is shown as received, without the token', async () => {
  const row = { ...transaction(1), note: `for ${token}` };
  row.transactionDetails = { ...row.transactionDetails, amount: 9.99 };
  await using service = await startService([{ json: { totalCount: 2, results: [transaction(0), row] } }]);

  const error = await failureOf(service.client().transactions.getPage(october));

  expect(error).toMatchObject({
    row: 1,
    rawRow: { ...row, note: 'for [token]' },
    issues: [{ path: 'results[1].transactionDetails.amount' }],
    body: undefined,
  });
});

test('where no row is wrong, none is shown', async () => {
  await using service = await startService([{ json: { totalCount: 2, results: null } }]);

  const error = await failureOf(service.client().transactions.getPage(october));

  expect(error).toMatchObject({ row: undefined, rawRow: undefined, issues: [{ path: 'results' }] });
});

test('what drifts for the first time on a later page is reported then', async () => {
  const page = (change: object) => ({ json: { totalCount: 1, results: [{ ...transaction(0), ...change }] } });
  const pages = [
    { orderId: 1 },
    { orderId: null, purchaseId: 2 },
    { orderId: 3, purchaseId: 4 },
    { device: [] },
  ];
  await using service = await startService(pages.map(page));
  const events: string[] = [];
  const client = service.client({ onDrift: ({ path }) => events.push(path) });

  for (const cursor of ['1', '2', '3', '4']) await client.transactions.getPage({ ...october, cursor });

  expect(events).toEqual(['results[].orderId', 'results[].purchaseId', 'results[].device']);
});

test('a price in a list that was null before is still checked', async () => {
  const priced = (price: unknown) => ({
    json: { ...pricePoint, priceByCountry: [{ price, currencyCode: 'EUR', countryCode2: 'DE' }] },
  });
  await using service = await startService([
    { json: { ...pricePoint, priceByCountry: null } },
    priced(9.99),
    priced('9.99'),
  ]);
  const { pricePoints } = service.client({ logLevel: 'off' });

  expect(await pricePoints.update(999, {})).toMatchObject({ priceByCountry: null });
  expect(await pricePoints.update(999, {})).toMatchObject({ priceByCountry: [{ price: 9.99 }] });
  expect(await failureOf(pricePoints.update(999, {}))).toMatchObject({
    name: 'ResponseValidationError',
    issues: [{ path: 'priceByCountry[0].price' }],
    row: 0,
  });
});

test.each<[string, string, object, (client: PublisherClient) => Promise<unknown>]>([
  ['prices of a price point', 'priceByCountry', pricePointRead, ({ pricePoints }) => pricePoints.get(999)],
  ['dynamic translations', 'dynamicTranslations', translationSet, ({ translations }) => translations.get()],
  ['static translations', 'staticTranslations', translationSet, ({ translations }) => translations.get()],
])('a read without its list of %s is rejected', async (_, path, response, read) => {
  const drifted = [undefined, null, {}, 'all'].map((list) => ({ json: { ...response, [path]: list } }));
  await using service = await startService(drifted);

  for (const { json } of drifted) {
    const error = await failureOf(read(service.client({ onDrift: () => undefined })));
    expect([json, error]).toMatchObject([json, { name: 'ResponseValidationError', issues: [{ path }] }]);
  }
  expect(service.requests).toHaveLength(4);
});

test('a read whose lists are empty is delivered', async () => {
  const empty = { dynamicTranslations: [], staticTranslations: [] };
  await using service = await startService([
    { json: empty },
    { json: { ...pricePoint, priceByCountry: [] } },
  ]);
  const client = service.client();

  expect(await client.translations.get()).toEqual(empty);
  expect(await client.pricePoints.get(999)).toMatchObject({ priceByCountry: [] });
});

test.each([undefined, null, '9.21'])(
  'a read whose real-time price is %j is rejected, and the result of a write is not without one',
  async (realTimePrice) => {
    const [price] = pricePointRead.priceByCountry;
    const json = { ...pricePointRead, priceByCountry: [{ ...price, realTimePrice }] };
    await using service = await startService([{ json }]);
    const { pricePoints } = service.client();

    expect(await failureOf(pricePoints.get(999))).toMatchObject({
      name: 'ResponseValidationError',
      issues: [{ path: 'priceByCountry[0].realTimePrice' }],
    });
    if (realTimePrice === undefined)
      expect(await pricePoints.update(999, {})).toMatchObject({ priceInUsdCents: 999 });
    else expect(await failureOf(pricePoints.update(999, {}))).toMatchObject({ outcome: 'applied' });
  },
);

test.each<[string, object, (client: PublisherClient) => Promise<unknown>]>([
  [
    'created price point',
    { ...pricePoint, priceByCountry: undefined },
    ({ pricePoints }) => pricePoints.create({ priceInUsdCents: 999 }),
  ],
  [
    'deleted price point',
    { ...pricePoint, priceByCountry: null },
    ({ pricePoints }) => pricePoints.delete(999),
  ],
  ['set of translations', { dynamicTranslations: null }, ({ translations }) => translations.set({})],
])('a %s is not lost to a missing list', async (_, json, write) => {
  await using service = await startService([{ json }]);
  const drifted: string[] = [];

  const result = await write(service.client({ onDrift: ({ path }) => drifted.push(path) }));

  expect(result).toEqual(JSON.parse(JSON.stringify(json)));
  expect(drifted).not.toEqual([]);
});

test.each([null, [], 'text', 7])(
  'a response that is %j instead of an object is rejected, and the error of a read has no body',
  async (json) => {
    await using service = await startService([{ json }]);

    const error = await failureOf(readByGet.send(service.client()));

    expect(error).toMatchObject({ name: 'ResponseValidationError', outcome: undefined, body: undefined });
    expect(service.requests).toHaveLength(1);
  },
);
