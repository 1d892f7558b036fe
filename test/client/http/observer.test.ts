import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Hooks, Logger, PublisherError, ResponseEvent } from '../../../src/client/index.ts';
import { pricePoint, pricePointRead } from '../../literals/price-points.ts';
import { create, readByGet, upsertByPut } from '../../support/calls.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';

const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.1);
  process.on('unhandledRejection', hear);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await turn();
  process.off('unhandledRejection', hear);
  expect(unheard.splice(0)).toEqual([]);
});

function recorder(): { readonly events: unknown[]; readonly hooks: Hooks } {
  const events: unknown[] = [];
  const record = (hook: string) => (event: object) => events.push({ hook, ...event });
  return {
    events,
    hooks: { onRequest: record('request'), onResponse: record('response'), onRetry: record('retry') },
  };
}

function lines(): { readonly lines: string[]; readonly logger: Logger } {
  const written: string[] = [];
  const write = (level: string) => (message: string) => void written.push(`${level} ${message}`);
  return {
    lines: written,
    logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  };
}

const duration = expect.any(Number) as number;

test('hooks are called with every request, response and retry', async () => {
  await using service = await startService([{ status: 503, json: {} }, { json: pricePointRead }]);
  const { events, hooks } = recorder();

  const failures: Error[] = [];
  const onRetry: Hooks['onRetry'] = (event) => {
    failures.push(event.failure);
    hooks.onRetry?.(event);
  };
  await upsertByPut.send(service.client({ hooks: { ...hooks, onRetry } }));

  expect(failures).toMatchObject([{ name: 'ServerError', status: 503 }]);
  const about = {
    operation: 'pricePoints.update',
    callId: expect.stringMatching(/^[0-9a-f]{6,}-[0-9a-f]{8}$/) as string,
    method: 'PUT',
    path: '/v1/price-points/:priceInUsdCents',
    queued: 0,
  };
  const requestId = undefined;
  expect(events).toEqual([
    { hook: 'request', ...about, attempt: 1 },
    {
      hook: 'response',
      ...about,
      attempt: 1,
      status: 503,
      duration,
      error: 'server_error',
      outcome: 'unknown',
      requestId,
    },
    { hook: 'retry', ...about, attempt: 1, status: 503, delay: 30, error: 'server_error' },
    { hook: 'request', ...about, attempt: 2 },
    {
      hook: 'response',
      ...about,
      attempt: 2,
      status: 200,
      duration,
      error: undefined,
      outcome: undefined,
      requestId,
    },
  ]);
});

test('hooks are called without a status where no response is received, and without an outcome for a read', async () => {
  await using service = await startService([(response) => response.destroy()]);
  const { events, hooks } = recorder();
  const client = service.client({ hooks, retry: false });

  await failureOf(readByGet.send(client));
  await failureOf(create.send(client));

  expect(events).toMatchObject([
    { hook: 'request' },
    { hook: 'response', status: undefined, error: 'connection', outcome: undefined },
    { hook: 'request' },
    { hook: 'response', status: undefined, error: 'connection', outcome: 'unknown' },
  ]);
});

/** Lines without what differs from run to run; `base` is the address of the service. */
function masked(written: readonly string[], base: string): string[] {
  return written.map((line) =>
    line
      .replace(/ in \d+ ms/, ' in N ms')
      .replace(/ [0-9a-f]{6,}: /, ' ID: ')
      .replace(base, 'BASE'),
  );
}

test('the log has one line for each response and retry, with its URL and without its query', async () => {
  await using service = await startService([
    { text: '<html></html>' },
    { headers: { 'x-request-id': 'r-2' }, json: pricePoint },
    (response) => response.destroy(),
    { json: { totalCount: 0, results: [] } },
    { json: {} },
  ]);
  const { lines: written, logger } = lines();
  const client = service.client({ logger, logLevel: 'debug', retry: { limit: 1 } });

  await upsertByPut.send(client);
  await failureOf(create.send(client));
  await client.transactions.getPage(october, { queryParams: { player: 'p-7' } });
  await client.request({ method: 'GET', path: '/v2/players/:id', params: { id: 'p-7' } });

  expect(masked(written, service.url)).toEqual([
    'debug publisher-commerce pricePoints.update ID: PUT BASE/v1/price-points/999 → 200 in N ms, attempt 1, malformed_response, outcome unknown',
    'info publisher-commerce pricePoints.update ID: malformed_response, retrying in N ms',
    'debug publisher-commerce pricePoints.update ID: PUT BASE/v1/price-points/999 → 200 in N ms, attempt 2, request id r-2',
    'debug publisher-commerce pricePoints.create ID: POST BASE/v1/price-points → no response in N ms, attempt 1, connection, outcome unknown',
    'debug publisher-commerce transactions.list ID: GET BASE/reporting/financial-data/transactions → 200 in N ms, attempt 1',
    'debug publisher-commerce request ID: GET BASE/v2/players/:id → 200 in N ms, attempt 1',
  ]);
});

test('each line of four calls at once has the start of the id of its call, as its error and its events have it', async () => {
  await using service = await startService(({ url }) => {
    if (url.endsWith('/1')) return { status: 400, json: {} };
    if (url.endsWith('/2')) return { status: 503, json: {} };
    return { json: { ...pricePointRead, lastUpdate: url.endsWith('/3') ? 5 : pricePointRead.lastUpdate } };
  });
  const { lines: written, logger } = lines();
  const ids = new Map<string, string>();
  const client = service.client({ logger, logLevel: 'debug', retry: { limit: 1 } });

  const calls = ['1', '2', '3', '4'].map((price) =>
    client.pricePoints.get(Number(price), { onResponse: ({ callId }) => ids.set(callId, price) }),
  );
  const results = await Promise.allSettled(calls);

  const errors = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as PublisherError] : [],
  );
  expect(errors.map(({ callId }) => ids.get(callId ?? ''))).toEqual(['1', '2']);
  const starts = new Map([...ids].map(([id, price]) => [id.split('-')[0], price]));
  expect(starts.size).toBe(4);
  const attributed = written.map((line) =>
    starts.get(/^\w+ publisher-commerce pricePoints\.get (\w+): /.exec(line)?.[1]),
  );
  expect(attributed.toSorted()).toEqual(['1', '2', '2', '2', '3', '3', '4']);
  for (const line of written) {
    const path = /price-points\/(\d)/.exec(line);
    if (path) expect(starts.get(/ (\w+): /.exec(line)?.[1])).toBe(path[1]);
  }
});

test('a hook that throws or rejects is logged once, by the name of its error, and fails no call', async () => {
  await using service = await startService([{ status: 503, json: {} }, { json: pricePointRead }]);
  const { lines: written, logger } = lines();
  const hooks = {
    onRequest: () => {
      throw new RangeError('private words');
    },
    onResponse: () => Promise.reject(new TypeError('private words')),
    onRetry: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- user code may do it
      throw 'private words';
    },
  };

  const client = service.client({ hooks, logger });

  expect(await readByGet.send(client)).toEqual(pricePointRead);
  expect(await readByGet.send(client)).toEqual(pricePointRead);

  const errors = written.filter((line) => line.startsWith('error'));
  expect(errors.toSorted()).toEqual([
    'error publisher-commerce hooks.onRequest threw RangeError; the call continues, and this is logged once',
    'error publisher-commerce hooks.onResponse threw TypeError; the call continues, and this is logged once',
    'error publisher-commerce hooks.onRetry threw string; the call continues, and this is logged once',
  ]);
  expect(written.join()).not.toContain('private');
});

test.each([
  [
    'throws',
    () => {
      throw new Error('disk full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk full'))],
])('a logger that %s fails no call, and one warning is printed', async (_, write) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await using service = await startService([{ status: 503, json: {} }, { json: pricePointRead }]);
  const logger = { debug: write, info: write, warn: write, error: write };
  const hooks = {
    onRequest: () => {
      throw new Error('a hook too');
    },
  };

  const client = service.client({ logger, logLevel: 'debug', hooks });

  expect(await readByGet.send(client)).toEqual(pricePointRead);
  expect(await readByGet.send(client)).toEqual(pricePointRead);
  expect(warn.mock.calls).toEqual([
    ['publisher-commerce the logger threw Error; calls continue, and this is printed once'],
  ]);
});

test('all events of a call have its id, and another call has another one', async () => {
  await using service = await startService([
    { status: 503, headers: { 'retry-after': '0' }, json: {} },
    { json: pricePointRead },
  ]);
  const { events, hooks } = recorder();
  const client = service.client({ hooks });

  await readByGet.send(client);
  await readByGet.send(client);
  await readByGet.send(service.client({ hooks }));

  const ids = events.map((event) => (event as { callId: string }).callId);
  expect(new Set(ids.slice(0, 5)).size).toBe(1);
  expect(new Set(ids).size).toBe(3);
});

test('the onResponse of a call is called with the events of its requests only', async () => {
  await using service = await startService([
    { status: 503, headers: { 'retry-after': '0' }, json: {} },
    { headers: { 'x-request-id': 'r-2' }, json: pricePointRead },
  ]);
  const client = service.client();
  const events: ResponseEvent[] = [];

  await readByGet.send(client, { onResponse: (event) => events.push(event) });
  await readByGet.send(client);

  expect(events).toMatchObject([
    { attempt: 1, status: 503, requestId: undefined },
    { attempt: 2, status: 200, requestId: 'r-2' },
  ]);
});

test('a hook that never settles does not delay the call', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const hooks = { onRequest: () => new Promise<void>(() => undefined) };

  expect(await readByGet.send(service.client({ hooks }))).toEqual(pricePointRead);
});
