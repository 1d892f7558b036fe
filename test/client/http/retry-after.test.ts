import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { readRetryAfter } from '../../../src/client/http/response-headers.ts';
import { create, readByGet } from '../../support/calls.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { type LocalReply, serveInProcess, stalled } from '../../support/in-process.ts';
import { failureOf } from '../../support/service.ts';

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
  ['1994-11-06T08:49:42Z', 5000],
  ['1994-11-06T09:49:42.500+01:00', 5500],
  ['1.5', 1500],
  ['120, 120', 120_000],
  ['5, 6', 6000],
  ['Sun, 06 Nov 1994 08:49:42 GMT, 7', 7000],
  ['7, Sun, 06 Nov 1994 08:49:42 GMT', 7000],
  ['soon, 8', 8000],
])('Retry-After "%s" means %d ms', (value, wait) => {
  expect(readRetryAfter(new Headers({ 'retry-after': value, date }), 503)).toBe(wait);
});

test.each(['', '-1', '1e3', '0x10', 'soon', '5 seconds', 'Sun, 99 Nov 1994 08:49:37 GMT', '1994-11-06'])(
  'Retry-After "%s" is invalid, and ignored',
  (value) => {
    expect(readRetryAfter(new Headers({ 'retry-after': value, date }), 503)).toBeUndefined();
  },
);

test.each([
  [{ 'ratelimit-reset': '30' }, 30_000],
  [{ 'x-ratelimit-reset': '1790000030', date: new Date(1_790_000_000_000).toUTCString() }, 30_000],
  [{ 'x-rate-limit-reset': '1790000030', date: new Date(1_790_000_040_000).toUTCString() }, 0],
  [{ 'x-ratelimit-retry-after': '30' }, 30_000],
  [{ 'retry-after': '5', 'ratelimit-reset': '30' }, 5000],
  [{ 'retry-after': 'soon', 'ratelimit-reset': '30' }, Infinity],
])('a 429 with %j means %d ms', (headers, wait) => {
  expect(readRetryAfter(new Headers(headers), 429)).toBe(wait);
});

test('only a 429 is read for the end of a rate limit', () => {
  expect(readRetryAfter(new Headers({ 'ratelimit-reset': '30' }), 503)).toBeUndefined();
});

test('a date in the old form without a zone means GMT, wherever the client runs', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');

  const headers = new Headers({ 'retry-after': 'Sun Nov  6 08:49:42 1994', date });

  expect(readRetryAfter(headers, 503)).toBe(5000);
});

test('without a Date header, a date is compared with this clock', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(date) });
  onTestFinished(() => void vi.useRealTimers());

  const headers = new Headers({ 'retry-after': 'Sun, 06 Nov 1994 08:49:47 GMT' });

  expect(readRetryAfter(headers, 503)).toBe(10_000);
});

/** The waits that a client announces for a reply; the call is aborted before it waits. */
async function waitsFor(reply: LocalReply): Promise<number[]> {
  const service = serveInProcess([reply]);
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

const limited = (headers: Record<string, string>): LocalReply => ({ status: 429, headers, json: {} });

test('seconds are waited, and jitter only adds to them', async () => {
  expect(await waitsFor(limited({ 'retry-after': '7' }))).toEqual([7000]);
  vi.mocked(Math.random).mockReturnValue(0.5);
  expect(await waitsFor(limited({ 'retry-after': '7' }))).toEqual([7150]);
});

test('an invalid header of a 503 is ignored: the client uses its own backoff', async () => {
  vi.mocked(Math.random).mockReturnValue(0.5);
  expect(await waitsFor({ status: 503, headers: { 'retry-after': 'soon' }, json: {} })).toEqual([150]);
});

test('an invalid header of a 429 counts as longer than the cap: the call is not retried', async () => {
  const service = serveInProcess([limited({ 'retry-after': 'soon' })]);

  const error = await failureOf(readByGet.send(service.client({ retry: { maxRetryAfter: 1e9 } })));

  expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: undefined, attempts: 1 });
});

test('a wait of exactly the cap is obeyed', async () => {
  expect(await waitsFor(limited({ 'retry-after': '60' }))).toEqual([60_000]);
});

test('the cap is an option, of the client and of the call', async () => {
  const service = serveInProcess([limited({ 'retry-after': '2' })]);
  const client = service.client({ retry: { maxRetryAfter: 1999 } });

  expect(await failureOf(readByGet.send(client))).toMatchObject({ retryAfter: 2000, attempts: 1 });
  expect(await failureOf(readByGet.send(service.client(), { retry: { maxRetryAfter: 0 } }))).toMatchObject({
    retryAfter: 2000,
    attempts: 1,
  });
});

test('a wait past the total timeout fails at once', async () => {
  const service = serveInProcess([limited({ 'retry-after': '30' })]);

  const error = await failureOf(create.send(service.client({ totalTimeout: 20_000 })));

  expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 30_000, attempts: 1 });
  expect(service.requests).toHaveLength(1);
});

const notWaited = 'pricePoints.get: busy (status 429). The service asks to wait ';

test.each([
  ['the cap', '90', {}, `${notWaited}90 s, which is not waited for: retry.maxRetryAfter is 60 s`],
  [
    'the total timeout',
    '1.5',
    { totalTimeout: 1200 },
    `${notWaited}1.5 s, which is not waited for: totalTimeout is 1.2 s`,
  ],
  [
    'the time for which reads are retried',
    '90',
    { retry: { readsFor: 80_000 } },
    `${notWaited}90 s, which is not waited for: retry.readsFor is 80 s`,
  ],
  ['what can be read', 'soon', {}, `${notWaited}for a time that cannot be read`],
])('the error of a wait beyond %s says how long was asked, and why it ends the call', async (...row) => {
  const [, retryAfter, options, message] = row;
  const service = serveInProcess([
    { status: 429, headers: { 'retry-after': retryAfter }, json: { message: 'busy' } },
  ]);

  const error = await failureOf(readByGet.send(service.client(options)));

  expect(error).toMatchObject({ name: 'RateLimitError', message, attempts: 1 });
  expect((error as Error).stack).toContain(message);
});

test('a wait that no retry would follow is not in the message', async () => {
  const service = serveInProcess([limited({ 'retry-after': '90' })]);

  const error = await failureOf(readByGet.send(service.client({ retry: false })));

  expect(error).toMatchObject({
    retryAfter: 90_000,
    message: 'pricePoints.get: no error message (status 429)',
  });
});

test('Retry-After of a 503 is obeyed too, and is a field of the error', async () => {
  const reply = { status: 503, headers: { 'retry-after': '9' }, json: {} };

  expect(await waitsFor(reply)).toEqual([9000]);
  const service = serveInProcess([reply]);
  const error = await failureOf(readByGet.send(service.client({ retry: false })));
  expect(error).toMatchObject({ name: 'ServerError', retryAfter: 9000 });
});

test('Retry-After is obeyed although its body times out', async () => {
  const service = serveInProcess([stalled(429, { 'retry-after': '61' })]);

  const error = await inFakeTime(() => failureOf(readByGet.send(service.client({ timeout: 200 }))));

  expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 61_000, attempts: 1 });
});
