import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import {
  type CallOptions,
  type Checkpoint,
  type PublisherClient,
  type PublisherError,
  type TransactionPage,
} from '../../../src/client/index.ts';
import { offerReport } from '../../literals/offers.ts';
import { transaction } from '../../literals/transactions.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { burstyMoments, rowsAt, serveLedger } from '../../support/ledger.ts';
import { firstHour, october } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';

const queryParams = { country: 'DE', version: 2, draft: true, none: undefined };
const sent = 'country=DE&version=2&draft=true';

/** Three pages of two rows, by cursor. */
function startPages() {
  return startService(({ url }) => {
    const cursor = new URL(url, 'http://service').searchParams.get('cursor');
    if (cursor === 'rejected') return { status: 400, json: {} };
    const page = Number(cursor ?? 0);
    const results = [transaction(2 * page), transaction(2 * page + 1)];
    return { json: { totalCount: 6, ...(page < 2 && { nextCursor: String(page + 1) }), results } };
  });
}

type Send = (client: PublisherClient, options: CallOptions) => Promise<unknown>;

test.each<[string, unknown, string, Send]>([
  [
    'offers',
    offerReport,
    '/offering/offer/get-offers?recordLimit=5',
    ({ offers }, options) => offers.getPage({ limit: 5 }, options),
  ],
  [
    'a custom request',
    {},
    '/v2/things?q=1&all=false',
    ({ request }, options) =>
      request({ method: 'GET', path: '/v2/things', query: { q: 1, all: false } }, options),
  ],
])('queryParams are sent with %s, after its query', async (_, json, url, send) => {
  await using service = await startService([{ json }]);

  await send(service.client(), { queryParams });

  expect(service.requests.map((request) => request.url)).toEqual([
    `${url}${url.includes('?') ? '&' : '?'}${sent}`,
  ]);
});

test('queryParams are sent with every page, and with a retry', async () => {
  await using service = await startService([
    { json: { totalCount: 2, nextCursor: 'a', results: [transaction(0)] } },
    { status: 503, json: {} },
    { json: { totalCount: 2, results: [transaction(1)] } },
  ]);

  await service.client().transactions.list(october, { queryParams }).toArray({ max: 10 });

  const urls = service.requests.map(({ url }) => new URL(url, 'http://service').search);
  expect(urls.map((url) => url.endsWith(sent))).toEqual([true, true, true]);
  expect(urls.map((url) => url.includes('cursor=a'))).toEqual([false, true, true]);
});

const documented = 'must be set in the query: it is one of its parameters';

test.each<[string, string, Send]>([
  ...['startDate', 'endDate', 'limit', 'sortDirection', 'cursor'].map((name): [string, string, Send] => [
    'a list',
    name,
    ({ transactions }, options) => transactions.list(october, options).toArray({ max: 1 }),
  ]),
  ['translations', 'locale', ({ translations }, options) => translations.get({}, options)],
  ['offers', 'recordLimit', ({ offers }, options) => offers.getPage({}, options)],
  [
    'a custom request',
    'q',
    ({ request }, options) => request({ method: 'GET', path: '/v2/things', query: { q: 1 } }, options),
  ],
])('of %s, the parameter %s is rejected among queryParams', async (_, name, send) => {
  await using service = await startPages();

  const error = await failureOf(send(service.client(), { queryParams: { country: 'DE', [name]: 'x' } }));

  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    outcome: 'not_sent',
    issues: [{ path: `options.queryParams.${name}`, message: documented }],
  });
  expect(service.requests).toEqual([]);
});

test('the names that offerQueryNames sets are rejected instead of the defaults', async () => {
  await using service = await startService([{ json: offerReport }]);
  const { offers } = service.client({ offerQueryNames: { limit: 'size' } });

  expect(await failureOf(offers.getPage({}, { queryParams: { size: 1 } }))).toMatchObject({
    issues: [{ path: 'options.queryParams.size' }],
  });
  await offers.getPage({}, { queryParams: { recordLimit: 1 } });
  expect(service.requests.map(({ url }) => url)).toEqual(['/offering/offer/get-offers?recordLimit=1']);
});

const value = 'must be a string, a finite number, a boolean, or an array of these';
const object = 'must be an object with string, number and boolean values';
test.each([
  ['country=DE', 'options.queryParams', object],
  [null, 'options.queryParams', object],
  [{ country: [['DE']] }, 'options.queryParams.country', value],
  [{ page: Number.NaN }, 'options.queryParams.page', value],
  [{ page: { a: 1 } }, 'options.queryParams.page', value],
  [{ since: new Date(0) }, 'options.queryParams.since', value],
])('queryParams of %j are rejected: %s %s', async (invalid, path, message) => {
  await using service = await startPages();
  const { pricePoints, transactions } = service.client();
  const options = { queryParams: invalid } as unknown as CallOptions;

  for (const call of [pricePoints.list(options), transactions.list(october, options).toArray({ max: 1 })]) {
    expect(await failureOf(call)).toMatchObject({ name: 'InvalidRequestError', issues: [{ path, message }] });
  }
  expect(service.requests).toEqual([]);
});

type Take = (client: PublisherClient, options: CallOptions) => Promise<Checkpoint | undefined>;

test.each<[string, Take]>([
  ['getPage', async ({ transactions }, options) => (await transactions.getPage(october, options)).checkpoint],
  ['a page', async ({ transactions }, options) => firstOf(transactions.list(october, options).pages())],
  [
    'an error',
    async ({ transactions }, options) => {
      const limited = transactions.list({ ...october, cursor: 'rejected' }, options);
      return ((await failureOf(limited.toArray({ max: 10 }))) as PublisherError).checkpoint;
    },
  ],
])('the checkpoint of %s belongs to its queryParams, in any order', async (_, take) => {
  await using service = await startPages();
  const client = service.client({ onDrift: () => undefined });
  const resume = JSON.parse(JSON.stringify(await take(client, { queryParams }))) as Checkpoint;
  const requested = service.requests.length;
  const resumed = (options?: CallOptions): Promise<unknown> =>
    firstOf(client.transactions.list({ ...october, resume }, options).pages());

  const others = [undefined, {}, { ...queryParams, country: 'FR' }, { ...queryParams, region: 'EU' }];
  for (const other of others) {
    expect(await failureOf(resumed({ queryParams: other }))).toMatchObject({
      name: 'InvalidRequestError',
      operation: 'transactions.list',
      issues: [{ path: 'resume', message: 'must be a checkpoint with the same queryParams' }],
    });
  }
  expect(service.requests).toHaveLength(requested);

  const { country, version, draft } = queryParams;
  await resumed({ queryParams: { draft: String(draft), version, country } }).catch(() => undefined);
  expect(service.requests.length).toBeGreaterThan(requested);
});

test('a checkpoint keeps its queryParams through every page, and one without any has none', async () => {
  const { transactions } = serveInProcess(serveLedger(rowsAt(burstyMoments(120, 3600)))).client();

  {
    const query = { ...firstHour, limit: 10 };
    const taken: unknown[] = [];
    for await (const { checkpoint } of transactions.list(query, { queryParams }).pages()) {
      taken.push(checkpoint.queryParams);
    }
    expect(taken.length).toBeGreaterThan(9);
    expect(new Set(taken)).toEqual(new Set([expect.any(String)]));
    for await (const { checkpoint } of transactions
      .list(query, { queryParams: { none: undefined } })
      .pages()) {
      expect(checkpoint).not.toHaveProperty('queryParams');
    }
  }
});

test('a checkpoint without queryParams is not resumed with some', async () => {
  await using service = await startPages();
  const { transactions } = service.client();
  const resume = (await firstOf(transactions.list(october).pages())) ?? null;

  const rows = transactions.list({ ...october, resume }, { queryParams }).toArray({ max: 10 });

  expect(await failureOf(rows)).toMatchObject({ issues: [{ path: 'resume' }] });
});

test('no log, hook or error contains queryParams', async () => {
  const seen: unknown[] = [];
  const log = (line: unknown): number => seen.push(line);
  await using service = await startService([{ status: 503, json: {} }, { json: {} }]);
  const client = service.client({
    logger: { debug: log, info: log, warn: log, error: log },
    logLevel: 'debug',
    hooks: { onRequest: log, onResponse: log, onRetry: log },
  });

  const call = client.pricePoints.list({
    queryParams: { country: 'secret-country', cursor: 'secret-cursor' },
  });
  const error = (await failureOf(call)) as PublisherError;

  expect(error.name).toBe('ResponseValidationError');
  expect(service.requests[1]?.url).toContain('secret-country');
  expect(seen.length).toBeGreaterThan(5);
  expect(inspect([seen, error, error.toJSON()], { depth: 10, showHidden: true })).not.toContain('secret');
});

async function firstOf(pages: AsyncIterable<TransactionPage>): Promise<Checkpoint | undefined> {
  for await (const page of pages) return page.checkpoint;
  return undefined;
}
