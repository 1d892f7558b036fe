import { expect, onTestFinished, test, vi } from 'vitest';

import { listPricePoints } from '../../src/client/api/price-points.ts';
import { getTransactions, type TransactionReport } from '../../src/client/api/transactions.ts';
import { ConfigurationError, UnauthorizedError } from '../../src/client/errors/index.ts';
import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox/index.ts';
import { accepted, send, at } from './send.ts';
import { eventually } from '../support/eventually.ts';

async function report(sandbox: Sandbox, startDate: string, endDate: string): Promise<TransactionReport> {
  const path = `/reporting/financial-data/transactions?startDate=${startDate}&endDate=${endDate}&limit=10000`;
  return accepted(getTransactions, await send(sandbox, 'GET', path));
}

test('the default token is sandbox-token', () => {
  expect(createSandbox().token).toBe('sandbox-token');
  expect(createSandbox({ token: 'mine' }).token).toBe('mine');
});

const from2026 = (end: string): object => ({ period: { start: '2026-01-01T00:00:00Z', end } });

test.each([
  ['token: must be a string of visible ASCII characters, without spaces', { token: 'with space' }],
  ['publisherId', { publisherId: 7 }],
  ['seed', { seed: 1.5 }],
  ['transactions', { transactions: 1_000_000_001 }],
  ['period.end: must be after start', from2026('2026-01-01T00:00:00Z')],
  ['period.end', from2026('yesterday')],
  ['locales: must be an array of locale codes', { locales: 'de' }],
  [String.raw`locales\[0\]`, { locales: ['German'] }],
  ['now', { now: '2026-01-01' }],
  ['now: must return a valid Date', { now: () => new Date('never') }],
  ['latency', { latency: Number.NaN }],
  ['data', { data: '' }],
  ['gameAuthUrl', { gameAuthUrl: 'localhost:3000' }],
  ['personalizeUrl', { personalizeUrl: 'ftp://example.com' }],
  ['secret', { secret: ' secret' }],
  ['secret', { secret: '' }],
  ['checkoutPriceUnit: must be "minor" or "major"', { checkoutPriceUnit: 'cents' }],
  ['currencyDigits', { currencyDigits: { HUF: 7 } }],
  ['mobileDevice', { mobileDevice: 'DESKTOP' }],
  ['tokens', { tokens: 'mine' }],
])('an invalid option is rejected by name: %s', (name, options) => {
  const create = (): unknown => createSandbox(options);
  expect(create).toThrow(ConfigurationError);
  expect(create).toThrow(new RegExp(`^${name}(?:: |$)`));
});

test('the error for an invalid token does not contain the token', () => {
  expect(() => createSandbox({ token: 'secret token' })).toThrow(ConfigurationError);
  expect(() => createSandbox({ token: 'secret token' })).not.toThrow('secret');
});

test('the same seed generates the same responses, another seed different ones', async () => {
  const period = { start: '2026-03-01T00:00:00Z', end: new Date('2026-04-01T00:00:00Z') };
  const range = ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'] as const;
  const first = await report(createSandbox({ seed: 5, period, transactions: 300 }), ...range);
  expect(await report(createSandbox({ seed: 5, period, transactions: 300 }), ...range)).toEqual(first);
  const other = await report(createSandbox({ seed: 6, period, transactions: 300 }), ...range);
  expect(at(other.results, 0)).not.toEqual(at(first.results, 0));
  const far = await report(createSandbox({ seed: 5 + 2 ** 32, period, transactions: 300 }), ...range);
  expect(at(far.results, 0)).not.toEqual(at(first.results, 0));
});

test('fetch accepts a Request, a URL or a string', async () => {
  const sandbox = createSandbox();
  const url = `${sandbox.baseUrl}/v1/price-points`;
  const init = { headers: { 'x-publisher-token': sandbox.token } };
  for (const response of [
    await sandbox.fetch(url, init),
    await sandbox.fetch(new URL(url), init),
    await sandbox.fetch(new Request(url, init)),
  ]) {
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ pricePoints: [] });
  }
});

test('fetch rejects other origins instead of using the network', async () => {
  await expect(createSandbox().fetch('https://example.com/v1/price-points')).rejects.toThrow(TypeError);
});

test('latency delays a response', async () => {
  const sandbox = createSandbox({ latency: 60 });
  const start = performance.now();
  await send(sandbox, 'GET', '/v1/price-points');
  // Timers may fire up to a millisecond early.
  expect(performance.now() - start).toBeGreaterThanOrEqual(59);
});

test('an abort during the latency rejects at once with the reason of the signal', async () => {
  const sandbox = createSandbox({ latency: 600_000 });
  const controller = new AbortController();
  const reason = new Error('enough');
  const pending = sandbox.fetch(`${sandbox.baseUrl}/v1/price-points`, { signal: controller.signal });
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
});

test('a request with an aborted signal changes nothing', async () => {
  const sandbox = createSandbox();
  const reason = new Error('too late');
  const pending = sandbox.fetch(`${sandbox.baseUrl}/v1/price-points`, {
    method: 'POST',
    headers: { 'x-publisher-token': sandbox.token },
    body: '{"priceInUsdCents":999}',
    signal: AbortSignal.abort(reason),
  });
  await expect(pending).rejects.toBe(reason);
  expect(accepted(listPricePoints, await send(sandbox, 'GET', '/v1/price-points')).pricePoints).toEqual([]);
});

test('a client with clientOptions is one of the sandbox: in memory, and over the network while it listens', async () => {
  const sandbox = createSandbox({ token: 'mine' });
  const requests: string[] = [];
  const create = (priceInUsdCents: number): Promise<unknown> =>
    new PublisherClient(sandbox.clientOptions).pricePoints.create({ priceInUsdCents });
  const listen = (name: string): Promise<SandboxServer> =>
    sandbox.listen({ onRequest: ({ method }) => requests.push(`${method} to the ${name}`) });

  expect(sandbox.clientOptions).toEqual({
    environment: 'sandbox',
    sandboxUrl: 'https://sandbox.publisher-commerce.invalid',
    token: 'mine',
    fetch: sandbox.fetch,
  });
  await create(100);
  {
    await using first = await listen('first');
    expect(sandbox.clientOptions).toEqual({ environment: 'sandbox', sandboxUrl: first.url, token: 'mine' });
    await using second = await listen('second');
    await create(200);
    await second.close();
    await create(300);
    await eventually(() => expect(requests).toEqual(['POST to the second', 'POST to the first']));
  }
  await create(400);
  expect(sandbox.clientOptions.fetch).toBe(sandbox.fetch);
  expect(sandbox.state().pricePoints.map((point) => point.priceInUsdCents)).toEqual([100, 200, 300, 400]);
});

test.each(['production', 'sandbox', 'nowhere', ''])(
  'no environment variable redirects a client with clientOptions: PUBLISHER_ENVIRONMENT is %j',
  async (environment) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('PUBLISHER_ENVIRONMENT', environment);
    for (const name of ['BASE_URL', 'SANDBOX_URL'])
      vi.stubEnv(`PUBLISHER_${name}`, 'https://production.invalid');
    for (const name of ['TOKEN', 'SANDBOX_TOKEN']) vi.stubEnv(`PUBLISHER_${name}`, 'of-production');
    const sandbox = createSandbox();
    const inMemory = new PublisherClient(sandbox.clientOptions);
    expect(inMemory.environment).toBe('sandbox');
    expect(await inMemory.pricePoints.list()).toEqual({ pricePoints: [] });
    await using server = await sandbox.listen();
    const onPort = new PublisherClient(sandbox.clientOptions);
    expect({ environment: onPort.environment, baseUrl: onPort.baseUrl }).toEqual({
      environment: 'sandbox',
      baseUrl: server.url,
    });
    expect(await onPort.pricePoints.list()).toEqual({ pricePoints: [] });
  },
);

test('a token beside clientOptions replaces theirs', async () => {
  const client = new PublisherClient({ ...createSandbox().clientOptions, token: 'another' });
  await expect(client.pricePoints.list()).rejects.toThrow(UnauthorizedError);
});
