import { afterEach, expect, test, vi } from 'vitest';

import {
  type ClientOptions,
  type ClientOverrides,
  type ConfigurationError,
  type DriftEvent,
  PublisherClient,
} from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { never, serveInProcess } from '../../support/in-process.ts';
import { failureOf, startService, token } from '../../support/service.ts';

afterEach(() => void vi.unstubAllEnvs());

const drifting = { json: { ...pricePointRead, lastUpdate: 5 } };
const unavailable = { status: 503, headers: { 'retry-after': '0' }, json: {} };

/** The error of withOptions; options are whatever untyped code may pass. */
function refusalOf(options: unknown): ConfigurationError {
  const client = new PublisherClient({ baseUrl: 'https://commerce.example.com', token });
  try {
    client.withOptions(options as ClientOverrides);
  } catch (error) {
    return error as ConfigurationError;
  }
  throw new Error('expected an error');
}

test('the token of a job is sent by its client only, to the same address', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = service.client();
  const ofJob = client.withOptions({ token: 'token-of-a-job' });

  await ofJob.pricePoints.get(1);
  await client.pricePoints.get(2);
  await ofJob.withOptions({ token: () => Promise.resolve('token-of-a-step') }).pricePoints.get(3);
  await ofJob.withOptions({ timeout: 5000 }).pricePoints.get(4);

  expect(service.requests.map(({ headers }) => headers['x-publisher-token'])).toEqual([
    'token-of-a-job',
    token,
    'token-of-a-step',
    'token-of-a-job',
  ]);
  expect([ofJob.baseUrl, ofJob.environment]).toEqual([client.baseUrl, 'production']);
});

test('in the sandbox, the token of a job replaces the sandbox token', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = new PublisherClient({
    environment: 'sandbox',
    sandboxUrl: service.url,
    token: 'production-token',
    sandboxToken: 'sandbox-token',
  });
  const ofJob = client.withOptions({ token: 'token-of-a-job' });

  await ofJob.pricePoints.get(1);

  expect(service.requests[0]?.headers['x-publisher-token']).toBe('token-of-a-job');
  expect(ofJob.environment).toBe('sandbox');
});

test('variables that change later change neither the address nor the token of a job', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  vi.stubEnv('PUBLISHER_BASE_URL', service.url);
  vi.stubEnv('PUBLISHER_TOKEN', token);
  const client = new PublisherClient();
  vi.stubEnv('PUBLISHER_BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('PUBLISHER_TOKEN', 'another-token');
  vi.stubEnv('PUBLISHER_LOG', 'nonsense');

  await client.withOptions({ retry: false }).pricePoints.get(1);

  expect(service.requests[0]?.headers['x-publisher-token']).toBe(token);
});

test('timeouts and retries of a job do not change those of its client', async () => {
  await using service = await startService([unavailable]);
  const client = service.client({ retry: { limit: 1, maxRetryAfter: 0 } });

  await failureOf(client.withOptions({ retry: false }).pricePoints.get(1));
  await failureOf(client.withOptions({ retry: { limit: 2 } }).pricePoints.get(2));
  await failureOf(client.withOptions({ retry: undefined }).pricePoints.get(3));
  await failureOf(client.pricePoints.get(4));
  const late = serveInProcess([never]).client({ retry: false }).withOptions({ timeout: 30 });
  const error = await inFakeTime(() => failureOf(late.pricePoints.get(5)));

  const requests = [1, 2, 3, 4].map(
    (cents) => service.requests.filter(({ url }) => url.endsWith(`/${cents}`)).length,
  );
  expect(requests).toEqual([1, 3, 2, 2]);
  expect(error).toMatchObject({ name: 'TimeoutError' });
});

test('retry keeps the fields of the client that a job does not pass', async () => {
  await using service = await startService([{ ...unavailable, headers: { 'retry-after': '1' } }]);
  const client = service.client({ retry: { limit: 5, maxRetryAfter: 0 } });

  await failureOf(client.withOptions({ retry: { limit: 3 } }).pricePoints.get(1));

  expect(service.requests).toHaveLength(1);
});

test('headers of a job are merged over those of its client', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = service.client({ headers: { 'X-Team': 'finance', 'x-stage': 'eu' } });

  await client.withOptions({ headers: { 'x-team': 'growth', 'x-job': '7' } }).pricePoints.get(1);
  await client.pricePoints.get(2);

  const own = { 'user-agent': expect.stringContaining('publisher-commerce/') as string, 'x-stage': 'eu' };
  expect(service.requests[0]?.headers).toMatchObject({ ...own, 'x-team': 'growth', 'x-job': '7' });
  expect(service.requests[1]?.headers).toMatchObject({ ...own, 'x-team': 'finance' });
  expect(service.requests[1]?.headers).not.toHaveProperty('x-job');
});

test('a hook of a job replaces that of its client, and the other hooks are kept', async () => {
  await using service = await startService([unavailable, { json: pricePointRead }]);
  const called: string[] = [];
  const record = (name: string) => () => void called.push(name);
  const client = service.client({ hooks: { onResponse: record('response'), onRetry: record('retry') } });

  await client.withOptions({ hooks: { onRetry: record('retry of a job') } }).pricePoints.get(1);

  expect(called).toEqual(['response', 'retry of a job', 'response']);
});

test.each(['onRequest', 'onResponse', 'onRetry'] as const)(
  'a job that passes no hook %s has that of its client',
  async (name) => {
    const once = [unavailable, { json: pricePointRead }];
    await using service = await startService([...once, ...once]);
    const called = vi.fn();
    const others = { onRequest: () => undefined, onResponse: () => undefined, onRetry: () => undefined };
    const client = service.client({ hooks: { [name]: called } });

    await client.withOptions({ timeout: 5000 }).pricePoints.get(1);
    const calls = called.mock.calls.length;
    await client.withOptions({ hooks: { ...others, [name]: undefined } }).pricePoints.get(1);

    expect(calls).toBeGreaterThan(0);
    expect(called).toHaveBeenCalledTimes(2 * calls);
  },
);

test('the logger and the level of a job replace those of its client', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const lines: string[] = [];
  const to = (name: string) => {
    const write = (): void => void lines.push(name);
    return { debug: write, info: write, warn: write, error: write };
  };
  const client = service.client({ logger: to('client'), logLevel: 'debug' });

  await client.withOptions({ logger: to('job') }).pricePoints.get(1);
  await client.withOptions({ logLevel: 'warn' }).pricePoints.get(1);
  await client.pricePoints.get(1);

  expect(lines).toEqual(['job', 'client']);
});

test('the onDrift of a job is called with all drift of the job, whatever its client has reported', async () => {
  await using service = await startService([drifting]);
  const reported: string[] = [];
  const to = (name: string) => (event: DriftEvent) => void reported.push(`${name}: ${event.path}`);
  const client = service.client({ onDrift: to('client') });

  await client.pricePoints.get(1);
  await client.withOptions({ onDrift: to('job') }).pricePoints.get(1);
  await client.withOptions({ timeout: 5000 }).pricePoints.get(1);
  await client.pricePoints.get(1);

  expect(reported).toEqual(['client: lastUpdate', 'job: lastUpdate']);
});

test('a client and its jobs share one limit of concurrency, and one of the rate', async () => {
  const times: number[] = [];
  let [open, most] = [0, 0];
  const service = serveInProcess(async () => {
    times.push(performance.now());
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    open -= 1;
    return Response.json(pricePointRead);
  });
  const client = service.client({ maxConcurrency: 2, rateLimit: { requestsPerMinute: 600 } });
  const clients = [client, client.withOptions({ token: 'one' }), client.withOptions({ timeout: 5000 })];

  await inFakeTime(() => Promise.all(clients.map((one) => one.pricePoints.get(1))));

  expect(most).toBe(2);
  expect(times.map((time) => Math.round(time - (times[0] ?? 0)))).toEqual([0, 100, 1000]);
});

const kept = 'is not an option of withOptions, which keeps the address and the limits: create another client';

test.each<[object, string, string]>([
  ...(
    [
      { baseUrl: 'https://commerce.example.com' },
      { sandboxUrl: 'https://sandbox.example.com' },
      { environment: 'sandbox' },
      { sandboxToken: 'token' },
      { rateLimit: { requestsPerMinute: 5 } },
      { maxConcurrency: 4 },
      { fetch },
      { offerQueryNames: { limit: 'limit' } },
      { dangerouslyAllowBrowser: true },
    ] satisfies ClientOptions[]
  ).map((options): [object, string, string] => [options, Object.keys(options)[0] ?? '', kept]),
  [{ timeOut: 5 }, 'timeOut', 'is not an option of the client; did you mean timeout?'],
  [{ maxRetries: 5 }, 'maxRetries', 'is not an option of the client; did you mean retry: { limit }?'],
  [
    { token: 'a\nb' },
    'token',
    'must be printable ASCII without spaces or line breaks inside it; check how it was copied',
  ],
  [
    { token: undefined },
    'token',
    'must not be undefined: pass a value, or omit the option to use the token of this client',
  ],
])('withOptions rejects %j: %s %s', (options, option, rule) => {
  expect(refusalOf(options)).toMatchObject({ name: 'ConfigurationError', option, rule });
});

test.each([null, 5, 'token', []])('withOptions rejects %j', (options) => {
  expect(refusalOf(options)).toMatchObject({
    option: 'options',
    rule: expect.stringContaining('must be an object') as string,
  });
});

test('an echo of the token of a job is redacted', async () => {
  await using service = await startService([
    { status: 401, json: { message: 'No such token: token-of-a-job' } },
  ]);

  const error = await failureOf(service.client().withOptions({ token: 'token-of-a-job' }).pricePoints.get(1));

  expect(error).toMatchObject({ name: 'UnauthorizedError' });
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('token-of-a-job');
});
