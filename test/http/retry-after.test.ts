import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { readRetryAfter } from '../../src/http/retries.ts';
import { create, readByGet } from '../support/calls.ts';
import { stalledBody } from '../support/faults.ts';
import { failureOf, type Reply, startService } from '../support/service.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const date = 'Sun, 06 Nov 1994 08:49:37 GMT';

test.each([
  ['0', 0],
  ['1', 1000],
  ['120', 120_000],
  [' 7 ', 7000],
  ['007', 7000],
  ['Sun, 06 Nov 1994 08:49:42 GMT', 5000],
  ['Sunday, 06-Nov-94 08:49:42 GMT', 5000],
  ['Sun Nov  6 08:49:42 1994', 5000],
  ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
])('Retry-After "%s" means %d ms', (value, wait) => {
  expect(readRetryAfter(new Headers({ 'retry-after': value, date }))).toBe(wait);
});

test.each([
  '',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  'soon',
  '5 seconds',
  '5, 6',
  'Sun, 99 Nov 1994 08:49:37 GMT',
  '1994-11-06',
])('Retry-After "%s" is invalid, and ignored', (value) => {
  expect(readRetryAfter(new Headers({ 'retry-after': value, date }))).toBeUndefined();
});

test('a response without Retry-After sets no wait', () => {
  expect(readRetryAfter(new Headers({ date }))).toBeUndefined();
});

test('a date in the old form without a zone means GMT, wherever the client runs', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');

  const headers = new Headers({ 'retry-after': 'Sun Nov  6 08:49:42 1994', date });

  expect(readRetryAfter(headers)).toBe(5000);
});

test('without a Date header, a date is compared with this clock', () => {
  const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();

  const wait = readRetryAfter(new Headers({ 'retry-after': inTenSeconds }));

  expect(wait).toBeGreaterThan(8000);
  expect(wait).toBeLessThanOrEqual(10_000);
});

/** The waits that a client announces for a reply; the call is aborted before it waits. */
async function waitsFor(reply: Reply): Promise<number[]> {
  await using service = await startService([reply]);
  const waits: number[] = [];
  const controller = new AbortController();
  const onRetry = ({ delay }: { delay: number }): void => {
    waits.push(delay);
    controller.abort();
  };
  await failureOf(readByGet.send(service.client({ hooks: { onRetry } }), { signal: controller.signal }));
  expect(service.requests).toHaveLength(1);
  return waits;
}

const limited = (headers: Record<string, string>): Reply => ({ status: 429, headers, json: {} });

test('seconds are waited, and jitter only adds to them', async () => {
  expect(await waitsFor(limited({ 'retry-after': '7' }))).toEqual([7000]);
  vi.mocked(Math.random).mockReturnValue(0.5);
  expect(await waitsFor(limited({ 'retry-after': '7' }))).toEqual([7150]);
});

test('a date is relative to the clock of the service, even if that is an hour off', async () => {
  for (const hour of [-3_600_000, 3_600_000]) {
    const now = Date.now() + hour;
    const headers = {
      date: new Date(now).toUTCString(),
      'retry-after': new Date(now + 30_000).toUTCString(),
    };
    expect(await waitsFor(limited(headers))).toEqual([30_000]);
  }
});

test('an invalid header is ignored: the client uses its own backoff', async () => {
  vi.mocked(Math.random).mockReturnValue(0.5);
  expect(await waitsFor(limited({ 'retry-after': 'soon' }))).toEqual([150]);
});

test('a wait of exactly the cap is obeyed', async () => {
  expect(await waitsFor(limited({ 'retry-after': '60' }))).toEqual([60_000]);
});

test('the cap is an option, of the client and of the call', async () => {
  await using service = await startService([limited({ 'retry-after': '2' })]);
  const client = service.client({ retry: { maxRetryAfter: 1999 } });

  expect(await failureOf(readByGet.send(client))).toMatchObject({ retryAfter: 2000, attempts: 1 });
  expect(await failureOf(readByGet.send(service.client(), { retry: { maxRetryAfter: 0 } }))).toMatchObject({
    retryAfter: 2000,
    attempts: 1,
  });
});

test('a wait past the total timeout fails at once', async () => {
  await using service = await startService([limited({ 'retry-after': '30' })]);

  const error = await failureOf(create.send(service.client({ totalTimeout: 20_000 })));

  expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 30_000, attempts: 1 });
  expect(service.requests).toHaveLength(1);
});

test('Retry-After of a 503 is obeyed too, and is a field of the error', async () => {
  const reply = { status: 503, headers: { 'retry-after': '9' }, json: {} };

  expect(await waitsFor(reply)).toEqual([9000]);
  await using service = await startService([reply]);
  const error = await failureOf(readByGet.send(service.client({ retry: false })));
  expect(error).toMatchObject({ name: 'ServerError', retryAfter: 9000 });
});

test('Retry-After is obeyed although its body times out', async () => {
  await using service = await startService([stalledBody(429, { 'retry-after': '61' })]);

  const error = await failureOf(readByGet.send(service.client({ timeout: 200 })));

  expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 61_000, attempts: 1 });
});
