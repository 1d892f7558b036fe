import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Hooks, Logger } from '../../src/index.ts';
import { pricePoint } from '../literals/price-points.ts';
import { create, readByGet, upsertByPut } from '../support/calls.ts';
import { failureOf, startService } from '../support/service.ts';

const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.1);
  process.on('unhandledRejection', hear);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await new Promise((resolve) => setTimeout(resolve, 20));
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
  await using service = await startService([{ status: 503, json: {} }, { json: pricePoint }]);
  const { events, hooks } = recorder();

  await upsertByPut.send(service.client({ hooks }));

  const about = { operation: 'pricePoints.update', method: 'PUT', path: '/v1/price-points/:priceInUsdCents' };
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
    },
    { hook: 'retry', ...about, attempt: 1, status: 503, delay: 30, error: 'server_error' },
    { hook: 'request', ...about, attempt: 2 },
    { hook: 'response', ...about, attempt: 2, status: 200, duration, error: undefined, outcome: undefined },
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
  await using service = await startService([{ text: '<html></html>' }, { json: pricePoint }]);
  const { lines: written, logger } = lines();

  await upsertByPut.send(service.client({ logger }));

  expect(written.map((line) => line.replace(/after \d+ ms/, 'after N ms'))).toEqual([
    'debug publisher-commerce pricePoints.update: request 1, PUT /v1/price-points/:priceInUsdCents',
    'debug publisher-commerce pricePoints.update: request 1, status 200 after N ms, malformed_response, outcome unknown',
    'info publisher-commerce pricePoints.update: malformed_response, retrying in 30 ms',
    'debug publisher-commerce pricePoints.update: request 2, PUT /v1/price-points/:priceInUsdCents',
    'debug publisher-commerce pricePoints.update: request 2, status 200 after N ms',
  ]);
});

test('the log has a line for a request without a response', async () => {
  await using service = await startService([(response) => response.destroy()]);
  const { lines: written, logger } = lines();

  await failureOf(create.send(service.client({ logger })));

  expect(written[1]).toMatch(/request 1, no response after \d+ ms, connection, outcome unknown$/);
});

test('a hook that throws or rejects is logged by the name of its error, and fails no call', async () => {
  await using service = await startService([{ status: 503, json: {} }, { json: pricePoint }]);
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

  expect(await readByGet.send(service.client({ hooks, logger }))).toEqual(pricePoint);

  const errors = written.filter((line) => line.startsWith('error'));
  expect(new Set(errors)).toEqual(
    new Set([
      'error publisher-commerce hooks.onRequest threw RangeError; the call continues',
      'error publisher-commerce hooks.onResponse threw TypeError; the call continues',
      'error publisher-commerce hooks.onRetry threw string; the call continues',
    ]),
  );
  expect(written.join()).not.toContain('private');
});

test('a hook that never settles does not delay the call', async () => {
  await using service = await startService([{ json: pricePoint }]);
  const hooks = { onRequest: () => new Promise<void>(() => undefined) };

  expect(await readByGet.send(service.client({ hooks }))).toEqual(pricePoint);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('disk full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk full'))],
])('a logger that %s fails no call', async (_, write) => {
  await using service = await startService([{ status: 503, json: {} }, { json: pricePoint }]);
  const logger = { debug: write, info: write, warn: write, error: write };
  const hooks = {
    onRequest: () => {
      throw new Error('a hook too');
    },
  };

  expect(await readByGet.send(service.client({ logger, hooks }))).toEqual(pricePoint);
});

test('the logger’s methods keep their this', async () => {
  await using service = await startService([{ json: pricePoint }]);
  class Lines {
    readonly written: string[] = [];
    debug(message: string): void {
      this.written.push(message);
    }
    info(message: string): void {
      this.written.push(message);
    }
    warn(message: string): void {
      this.written.push(message);
    }
    error(message: string): void {
      this.written.push(message);
    }
  }
  const logger = new Lines();

  await readByGet.send(service.client({ logger }));

  expect(logger.written).toHaveLength(2);
});

test('hooks receive the error and outcome of a write with an invalid response', async () => {
  await using service = await startService([{ json: {} }]);
  const ends: unknown[] = [];
  const client = service.client({
    hooks: { onResponse: ({ status, error, outcome }) => ends.push({ status, error, outcome }) },
  });

  await failureOf(client.pricePoints.create({ priceInUsdCents: 999 }));

  expect(ends).toEqual([{ status: 200, error: 'response_validation', outcome: 'applied' }]);
});
