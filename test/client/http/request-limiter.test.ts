import { expect, test } from 'vitest';

import type { PublisherClient, ResponseEvent } from '../../../src/client/index.ts';
import { pricePointRead } from '../../literals/price-points.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { failureOf, type Service } from '../../support/service.ts';

/** A service that takes as long for each response, and when the requests were sent. */
function serveIn(milliseconds: number): { service: Service; times: number[]; most: () => number } {
  const times: number[] = [];
  let running = 0;
  let most = 0;
  const service = serveInProcess(async () => {
    times.push(performance.now());
    running += 1;
    most = Math.max(most, running);
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    running -= 1;
    return Response.json(pricePointRead);
  });
  return { service, times, most: () => most };
}

const gaps = (times: readonly number[]): number[] =>
  times.slice(1).map((time, index) => Math.round(time - (times[index] ?? 0)));
const centsOf = ({ requests }: Service): number[] => requests.map(({ url }) => Number(url.split('/').at(-1)));

test('a rate limit spaces requests evenly, from the first', async () => {
  const { service, times } = serveIn(0);
  const client = service.client({ rateLimit: { requestsPerMinute: 600 } });

  await inFakeTime(() => Promise.all([1, 2, 3, 4].map((cents) => client.pricePoints.get(cents))));

  expect(gaps(times)).toEqual([100, 100, 100]);
});

test('no more calls than maxConcurrency run at the same time', async () => {
  const { service, most } = serveIn(10);
  const client = service.client({ maxConcurrency: 3 });

  await inFakeTime(() => Promise.all(Array.from({ length: 20 }, () => client.pricePoints.get(1))));

  expect(service.requests).toHaveLength(20);
  expect(most()).toBe(3);
});

test('hundreds of calls can queue: the default limit begins when a call leaves the queue', async () => {
  const { service } = serveIn(1000);
  const client = service.client({ maxConcurrency: 1, timeout: 1500 });
  const calls = (): Promise<unknown[]> =>
    Promise.all(Array.from({ length: 300 }, () => client.pricePoints.get(1)));

  await inFakeTime(async () => {
    const begun = performance.now();
    expect(await calls()).toHaveLength(300);
    expect(performance.now() - begun).toBeGreaterThan(120_000);
  });
});

const second = { totalTimeout: 1000 };
const queues = [
  ['maxConcurrency', { maxConcurrency: 1 }],
  ['rateLimit', { rateLimit: { requestsPerMinute: 10 } }],
] as const;
const levels = [
  ['the client', (client: PublisherClient) => client.pricePoints.get(2), second],
  ['withOptions', (client: PublisherClient) => client.withOptions(second).pricePoints.get(2), {}],
  ['a call', (client: PublisherClient) => client.pricePoints.get(2, second), {}],
] as const;

test.each(
  queues.flatMap(([queue, options]) =>
    levels.map(([level, send, own]) => ({ queue, level, send, options: { ...options, ...own } })),
  ),
)('a totalTimeout of $level counts the time in the queue of $queue', async ({ send, options }) => {
  const { service } = serveIn(1000);
  const events: ResponseEvent[] = [];
  const client = service.client({ ...options, hooks: { onResponse: (event) => events.push(event) } });

  const error = await inFakeTime(async () => {
    const first = client.pricePoints.get(1, { totalTimeout: 3000 });
    const begun = performance.now();
    const failure = await failureOf(send(client));
    expect(performance.now() - begun).toBe(1000);
    await first;
    return failure;
  });

  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent', attempts: 0 });
  expect((error as Error).message).toContain('totalTimeout (1000 ms)');
  expect(centsOf(service)).toEqual([1]);
  expect(events).toMatchObject([
    { attempt: 0, queued: 1000, error: 'timeout', status: undefined },
    { attempt: 1 },
  ]);
  expect(events[0]?.duration).toBe(0);
});

test('what is left of totalTimeout after the queue limits the request', async () => {
  const { service } = serveIn(700);
  const client = service.client({ maxConcurrency: 1 });

  const error = await inFakeTime(async () => {
    const first = client.pricePoints.get(1);
    const failure = await failureOf(client.pricePoints.delete(2, second));
    await first;
    return failure;
  });

  expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 1 });
  expect(centsOf(service)).toEqual([1, 2]);
});

test('a call that ends in the queue takes no place, and no part of the rate', async () => {
  const { service, times } = serveIn(10);
  const client = service.client({ maxConcurrency: 1, rateLimit: { requestsPerMinute: 60 } });

  await inFakeTime(async () => {
    const first = client.pricePoints.get(1);
    const ended = Array.from({ length: 5 }, () =>
      failureOf(client.pricePoints.get(2, { totalTimeout: 500 })),
    );
    const last = client.pricePoints.get(3);
    await Promise.all([first, ...ended, last]);
  });

  expect(centsOf(service)).toEqual([1, 3]);
  expect(gaps(times)).toEqual([1000]);
});

test('the events of a request have how long it waited, which is no part of its duration', async () => {
  const events: ResponseEvent[] = [];
  const { service } = serveIn(100);
  const client = service.client({ maxConcurrency: 1, hooks: { onResponse: (event) => events.push(event) } });

  await inFakeTime(() => Promise.all([1, 2, 3].map((cents) => client.pricePoints.get(cents))));

  expect(events.map(({ queued, duration }) => [queued, duration])).toEqual([
    [0, 100],
    [100, 100],
    [200, 100],
  ]);
});

test('a call that is aborted in the queue has an event, and was not sent', async () => {
  const events: ResponseEvent[] = [];
  const { service } = serveIn(100);
  const client = service.client({ maxConcurrency: 1, hooks: { onResponse: (event) => events.push(event) } });
  const controller = new AbortController();

  await inFakeTime(async () => {
    const first = client.pricePoints.get(1);
    const aborted = failureOf(client.pricePoints.delete(2, { signal: controller.signal }));
    controller.abort();
    await Promise.all([first, aborted]);
  });

  expect(events).toMatchObject([{ attempt: 0, error: 'aborted', outcome: 'not_sent' }, { attempt: 1 }]);
});

test('an abort leaves the queue at once, with its reason and without a request', async () => {
  const { promise: first, resolve: respond } = Promise.withResolvers<Response>();
  const service = serveInProcess([first]);
  const client = service.client({ maxConcurrency: 1 });
  const controller = new AbortController();
  const reason = new Error('no longer wanted');

  const running = client.pricePoints.get(1);
  const queued = failureOf(client.pricePoints.get(2, { signal: controller.signal }));
  controller.abort(reason);

  expect(await queued).toBe(reason);
  respond(Response.json(pricePointRead));
  await running;
  expect(centsOf(service)).toEqual([1]);
});

test('calls are sent in order, also those made while others wait', async () => {
  const { service } = serveIn(1);
  const client = service.client({ maxConcurrency: 1, rateLimit: { requestsPerMinute: 60_000 } });
  const order = Array.from({ length: 40 }, (_, index) => index + 1);

  await inFakeTime(async () => {
    const calls: Promise<unknown>[] = [];
    for (const cents of order) {
      calls.push(client.pricePoints.get(cents));
      // Some calls are made at once, some a few microtasks later, some in another turn.
      if (cents % 3 === 0) await Promise.resolve();
      if (cents % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(calls);
  });

  expect(centsOf(service)).toEqual(order);
});

test('a retry waits for the rate limit too', async () => {
  const times: number[] = [];
  const service = serveInProcess([
    { status: 500, json: {} },
    { status: 500, json: {} },
    { json: pricePointRead },
  ]);
  const hooks = { onRequest: () => void times.push(performance.now()) };
  const client = service.client({ rateLimit: { requestsPerMinute: 60 }, hooks });

  await inFakeTime(() => client.pricePoints.get(1));

  // A second apart; backoff alone would be 600 ms at most.
  expect(gaps(times)).toEqual([1000, 1000]);
});

test('a retry that the rate limit would delay beyond totalTimeout is not sent, and the call throws what it would retry', async () => {
  const service = serveInProcess([{ status: 500, json: { message: 'first' } }]);
  // The next request may be sent in a minute.
  const client = service.client({ rateLimit: { requestsPerMinute: 1 }, totalTimeout: 1000 });

  const error = await inFakeTime(() => failureOf(client.pricePoints.get(1)));

  expect(error).toMatchObject({ name: 'ServerError', attempts: 1, body: { message: 'first' } });
  expect(service.requests).toHaveLength(1);
});

test('a call that is aborted while it waits for the rate limit gives its place to the next one', async () => {
  const { service } = serveIn(0);
  const client = service.client({ maxConcurrency: 1, rateLimit: { requestsPerMinute: 60 } });
  const controller = new AbortController();

  const next = await inFakeTime(async () => {
    await client.pricePoints.get(1);
    const aborted = failureOf(client.pricePoints.get(2, { signal: controller.signal }));
    const waiting = client.pricePoints.get(3).then(() => 'sent');
    // The second call has the place, and waits for the rate limit.
    await new Promise((resolve) => setTimeout(resolve, 500));
    controller.abort();
    expect(await aborted).toBe(controller.signal.reason);
    const never = new Promise((resolve) => setTimeout(() => resolve('never sent'), 60_000));
    return Promise.race([waiting, never]);
  });

  expect(next).toBe('sent');
  expect(centsOf(service)).toEqual([1, 3]);
});

test('a retry is sent before calls that have waited for longer', async () => {
  const service = serveInProcess([{ status: 500, json: {} }, { json: pricePointRead }]);
  const client = service.client({ rateLimit: { requestsPerMinute: 60 } });

  // The first call fails while the others wait for the rate limit.
  await inFakeTime(() => Promise.all([1, 2, 3].map((cents) => client.pricePoints.get(cents))));

  expect(centsOf(service)).toEqual([1, 1, 2, 3]);
});
