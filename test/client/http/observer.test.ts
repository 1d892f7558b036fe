import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Hooks, Logger, ResponseEvent } from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { create, readByGet, upsertByPut } from '../../support/calls.ts';
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

  await upsertByPut.send(service.client({ hooks }));

  const about = {
    operation: 'pricePoints.update',
    callId: expect.stringMatching(/^[0-9a-f]{8}-\d+$/) as string,
    method: 'PUT',
    path: '/v1/price-points/:priceInUsdCents',
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

test('the log has one line for each event, and names no value of the path', async () => {
  await using service = await startService([{ text: '<html></html>' }, { json: pricePointRead }]);
  const { lines: written, logger } = lines();

  await upsertByPut.send(service.client({ logger, logLevel: 'debug' }));

  expect(written.map((line) => line.replace(/after \d+ ms/, 'after N ms'))).toEqual([
    'debug publisher-commerce pricePoints.update: request 1, PUT /v1/price-points/:priceInUsdCents',
    'debug publisher-commerce pricePoints.update: request 1, status 200 after N ms, malformed_response, outcome unknown',
    'info publisher-commerce pricePoints.update: malformed_response, retrying in 30 ms',
    'debug publisher-commerce pricePoints.update: request 2, PUT /v1/price-points/:priceInUsdCents',
    'debug publisher-commerce pricePoints.update: request 2, status 200 after N ms',
  ]);
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
