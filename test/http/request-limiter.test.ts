// @module-tag slow
import { expect, test } from 'vitest';

import { pricePointRead } from '../literals/price-points.ts';
import { failureOf, startService } from '../support/service.ts';

/** Responds with 200 to so many requests in any one second, and with 429 to the others. */
function allowing(perSecond: number): () => { status: number; json: unknown } {
  const recent: number[] = [];
  return () => {
    const now = performance.now();
    while (recent[0] !== undefined && recent[0] <= now - 1000) recent.shift();
    if (recent.length >= perSecond) return { status: 429, json: {} };
    recent.push(now);
    return { status: 200, json: pricePointRead };
  };
}

test('300 calls behind a rate limit make 300 requests and none fails', { timeout: 30_000 }, async () => {
  await using service = await startService(allowing(80));
  // A little below what the service allows, as one would set it: requests bunch up on the way.
  const client = service.client({ rateLimit: { requestsPerMinute: 70 * 60 }, retry: false });

  await Promise.all(Array.from({ length: 300 }, (_, cents) => client.pricePoints.get(cents)));

  expect(service.requests).toHaveLength(300);
});

test('without the limit the same service rejects some of them', async () => {
  await using service = await startService(allowing(80));
  const client = service.client({ retry: false });

  const results = await Promise.allSettled(Array.from({ length: 300 }, () => client.pricePoints.get(1)));

  expect(results.some(({ status }) => status === 'rejected')).toBe(true);
});

test('no more calls than maxConcurrency run at the same time', async () => {
  let running = 0;
  let most = 0;
  await using service = await startService([
    (response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.end(JSON.stringify(pricePointRead));
      }, 10);
    },
  ]);
  const client = service.client({ maxConcurrency: 3 });

  await Promise.all(Array.from({ length: 20 }, () => client.pricePoints.get(1)));

  expect(service.requests).toHaveLength(20);
  expect(most).toBe(3);
});

test('a call waits for its place before any of its timers starts', async () => {
  await using service = await startService([
    (response) => setTimeout(() => response.end(JSON.stringify(pricePointRead)), 150),
  ]);
  const client = service.client({ maxConcurrency: 1, timeout: 1000, totalTimeout: 1000 });

  // Ten calls of at least 150 ms, one after the other: the last begins after its own deadline would have passed.
  const results = await Promise.all(Array.from({ length: 10 }, () => client.pricePoints.get(1)));

  expect(results).toHaveLength(10);
});

test('an abort leaves the queue at once, with its reason and without a request', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  await using service = await startService([
    (response) => void answered.then(() => response.end(JSON.stringify(pricePointRead))),
  ]);
  const client = service.client({ maxConcurrency: 1 });
  const controller = new AbortController();
  const reason = new Error('no longer wanted');

  const first = client.pricePoints.get(1);
  const second = failureOf(client.pricePoints.get(2, { signal: controller.signal }));
  controller.abort(reason);

  expect(await second).toBe(reason);
  answer(undefined);
  await first;
  expect(service.requests).toHaveLength(1);
});

test('calls are sent in order, also those made while the queue is being loaded', async () => {
  await using service = await startService([{ json: pricePointRead }]);
  const client = service.client({ maxConcurrency: 1, rateLimit: { requestsPerMinute: 60_000 } });
  const calls: Promise<unknown>[] = [];

  for (let cents = 1; cents <= 40; cents++) {
    calls.push(client.pricePoints.get(cents));
    // Some calls are made at once, some a few microtasks later, some after the queue exists.
    if (cents % 3 === 0) await Promise.resolve();
    if (cents % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  await Promise.all(calls);

  const sent = service.requests.map(({ url }) => Number(url.split('/').at(-1)));
  expect(sent).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('a retry waits for the rate limit too', async () => {
  const times: number[] = [];
  await using service = await startService([
    { status: 500, json: {} },
    { status: 500, json: {} },
    { json: pricePointRead },
  ]);
  // Not when the service receives it: on a busy machine the first one is late.
  const hooks = { onRequest: () => void times.push(performance.now()) };

  await service.client({ rateLimit: { requestsPerMinute: 120 }, hooks }).pricePoints.get(1);

  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(gaps).toHaveLength(2);
  // Half a second apart; backoff alone would be 300 ms at most.
  for (const gap of gaps) expect(gap).toBeGreaterThan(400);
});
