import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { RetryEvent } from '../../src/index.ts';
import { create, everyEffect, readByGet, repeatable, upsertByPut } from '../support/calls.ts';
import {
  closed,
  cutBody,
  empty,
  type Fault,
  html,
  notJson,
  notUtf8,
  reset,
  status,
} from '../support/faults.ts';
import { failureOf, startService } from '../support/service.ts';

const transient: readonly Fault[] = [
  ...[408, 429, 500, 502, 503, 504].map(status),
  reset,
  closed,
  cutBody,
  html,
  empty,
  notJson,
  notUtf8,
];
const isTooMany = ({ fault }: Fault): boolean => fault === 'status 429';

// Without jitter the waits between attempts are nothing, and what is tested is who is sent again.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

const again = repeatable.flatMap((call) => transient.map((fault) => ({ ...call, ...fault })));

test.each(again)(
  '$name is sent again after $fault, and then delivers the answer',
  async ({ send, reply, answer }) => {
    await using service = await startService([reply, { json: answer }]);

    await send(service.client());

    const [first, second, ...others] = service.requests;
    expect(others).toEqual([]);
    expect(second?.method).toBe(first?.method);
    expect(second?.url).toBe(first?.url);
    expect(second?.body).toBe(first?.body);
  },
);

test.each(transient.filter((fault) => !isTooMany(fault)))(
  'a create is sent once, although it met $fault',
  async ({ reply }) => {
    await using service = await startService([reply, { json: create.answer }]);

    await failureOf(create.send(service.client()));

    expect(service.requests).toHaveLength(1);
  },
);

test('a create that was refused with 429 is sent again', async () => {
  await using service = await startService([status(429).reply, { json: create.answer }]);

  expect(await create.send(service.client())).toEqual(create.answer);
  expect(service.requests).toHaveLength(2);
});

test.each(everyEffect)('$name is sent again when the connection was refused', async ({ send, answer }) => {
  const closedDown = await startService([{ json: {} }]);
  await closedDown[Symbol.asyncDispose]();
  await using service = await startService([{ json: answer }]);
  let tries = 0;
  const client = service.client({
    fetch: (input, init) => {
      tries += 1;
      const { pathname } = new URL(input as string);
      return fetch(tries === 1 ? closedDown.url : service.url + pathname, init);
    },
  });

  await send(client);

  expect(tries).toBe(2);
  expect(service.requests).toHaveLength(1);
});

test.each([
  ['the default', undefined, 3],
  ['a limit of the client', { limit: 4 }, 5],
  ['a limit of zero', { limit: 0 }, 1],
  ['false', false, 1],
] as const)('requests after the first are limited by %s', async (_, retry, requests) => {
  await using service = await startService([{ status: 503, json: {} }]);

  const error = await failureOf(readByGet.send(service.client({ retry })));

  expect(error).toMatchObject({ name: 'ServerError', attempts: requests });
  expect(service.requests).toHaveLength(requests);
});

test.each([
  [{ limit: 1 }, 2],
  [false, 1],
  [{ maxRetryAfter: 5 }, 5],
  [{}, 5],
] as const)(
  'the call’s own retry option %j stands before the client’s limit of 4',
  async (retry, requests) => {
    await using service = await startService([{ status: 503, json: {} }]);

    await failureOf(readByGet.send(service.client({ retry: { limit: 4 } }), { retry }));

    expect(service.requests).toHaveLength(requests);
  },
);

test('the waits grow from up to 300 ms, wholly at random', async () => {
  await using service = await startService([{ status: 503, json: {} }]);
  const waits: number[] = [];
  const client = service.client({ hooks: { onRetry: ({ delay }: RetryEvent) => waits.push(delay) } });

  vi.mocked(Math.random).mockReturnValue(0.1);
  await failureOf(readByGet.send(client));
  vi.mocked(Math.random).mockReturnValue(0.2);
  await failureOf(upsertByPut.send(client));

  expect(waits).toEqual([30, 60, 60, 120]);
});

test('the last failure is the one that is told', async () => {
  await using service = await startService([
    { status: 500, json: { message: 'first' } },
    { status: 502, json: { message: 'second' } },
    { status: 503, json: { message: 'third' } },
  ]);

  const error = await failureOf(readByGet.send(service.client()));

  expect(error).toMatchObject({ status: 503, attempts: 3, message: 'pricePoints.get: third (status 503)' });
});

test('a wait that would pass the total timeout is not begun', async () => {
  await using service = await startService([{ status: 503, json: {} }]);
  vi.mocked(Math.random).mockReturnValue(0.5);
  const waits: number[] = [];
  const client = service.client({
    retry: { limit: 9 },
    hooks: { onRetry: ({ delay }) => waits.push(delay) },
  });

  const error = await failureOf(readByGet.send(client, { totalTimeout: 599 }));

  // 150 ms, then 300 ms; the third would be 600 ms.
  expect(waits.length).toBeLessThanOrEqual(2);
  expect(error).toMatchObject({ name: 'ServerError', status: 503, attempts: waits.length + 1 });
});
