import { AsyncLocalStorage } from 'node:async_hooks';

import { pino } from 'pino';
import type { Hooks } from 'publisher-commerce';
import { expect, test } from 'vitest';

import { pricePointRead } from '../literals/price-points.ts';
import { failureOf, startService, token } from '../support/service.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly incomingId?: string;
}

/** A pino logger without any redaction, and what it wrote. */
function logger(options: pino.LoggerOptions = {}): {
  readonly log: pino.Logger;
  readonly lines: () => Line[];
} {
  const written: string[] = [];
  const log = pino({ level: 'debug', ...options }, { write: (line) => void written.push(line) });
  return { log, lines: () => written.map((line) => JSON.parse(line) as Line) };
}

test('pino is a logger for the client as it is', async () => {
  await using service = await startService([{ status: 503, json: {} }, { json: pricePointRead }]);
  const { log, lines } = logger();

  await service.client({ logger: log, logLevel: 'debug' }).pricePoints.get(999);

  const { debug, info } = pino.levels.values;
  expect(lines().map(({ level, msg }) => [level, msg.replaceAll(/\d+ ms/g, 'N ms')])).toEqual([
    [debug, 'publisher-commerce pricePoints.get: request 1, GET /v1/price-points/:priceInUsdCents'],
    [debug, 'publisher-commerce pricePoints.get: request 1, status 503 after N ms, server_error'],
    [info, 'publisher-commerce pricePoints.get: server_error, retrying in N ms'],
    [debug, 'publisher-commerce pricePoints.get: request 2, GET /v1/price-points/:priceInUsdCents'],
    [debug, 'publisher-commerce pricePoints.get: request 2, status 200 after N ms'],
  ]);
});

test('hooks log operation, attempt, status and duration as fields', async () => {
  await using service = await startService([{ status: 503, json: {} }, { json: pricePointRead }]);
  const { log, lines } = logger();
  const hooks: Hooks = { onResponse: (event) => log.info(event, 'responded') };

  await service.client({ hooks }).pricePoints.get(999);

  const duration = expect.any(Number) as number;
  expect(lines()).toMatchObject([
    { operation: 'pricePoints.get', attempt: 1, status: 503, duration, error: 'server_error' },
    { operation: 'pricePoints.get', attempt: 2, status: 200, duration },
  ]);
});

test.each([
  { waits: 'nothing', limits: {} },
  { waits: 'a place', limits: { maxConcurrency: 1 } },
  { waits: 'the rate', limits: { rateLimit: { requestsPerMinute: 6000 } } },
])(
  'lines of calls that wait for $waits carry the id of the request they were made in',
  async ({ limits }) => {
    await using service = await startService([{ json: pricePointRead }]);
    const incoming = new AsyncLocalStorage<{ incomingId: string }>();
    const { log, lines } = logger({ mixin: () => ({ ...incoming.getStore() }) });
    const client = service.client({ logger: log, logLevel: 'debug', ...limits });

    await Promise.all([
      incoming.run({ incomingId: 'one' }, () => client.pricePoints.get(999)),
      incoming.run({ incomingId: 'two' }, () => client.pricePoints.delete(999)),
    ]);

    const about = (id: string): string[] =>
      lines()
        .filter(({ incomingId }) => incomingId === id)
        .map(({ msg }) => /pricePoints\.\w+/.exec(msg)?.[0] ?? msg);
    expect(about('one')).toEqual(['pricePoints.get', 'pricePoints.get']);
    expect(about('two')).toEqual(['pricePoints.delete', 'pricePoints.delete']);
    expect(lines()).toHaveLength(4);
  },
);

test('without any redaction the token is in no line, whatever of the client’s is logged', async () => {
  await using service = await startService([{ status: 401, json: { message: `No such token: ${token}` } }]);
  const { log, lines } = logger();
  const record = (event: object): void => log.info(event);
  const client = service.client({
    logger: log,
    logLevel: 'debug',
    hooks: { onRequest: record, onResponse: record, onRetry: record },
  });

  const error = await failureOf(client.pricePoints.get(999));
  log.error(error, 'failed');
  log.error({ err: error, client });

  expect(service.requests[0]?.headers['x-publisher-token']).toBe(token);
  expect(lines().length).toBeGreaterThan(5);
  expect(JSON.stringify(lines())).toContain('UnauthorizedError');
  expect(JSON.stringify(lines())).not.toContain(token);
});
