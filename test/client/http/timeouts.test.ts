import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { CallOptions, ClientOptions } from '../../../src/client/index.ts';
import { create, readByGet, type SampleCall, upsertByPut } from '../../support/calls.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { type LocalReply, never, serveInProcess, stalled } from '../../support/in-process.ts';
import { failureOf } from '../../support/service.ts';
import { said } from '../../support/said.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

interface Ending {
  readonly name: string;
  readonly call?: SampleCall;
  readonly replies?: readonly LocalReply[];
  readonly options?: ClientOptions;
  readonly callOptions?: CallOptions;
  readonly error: object;
  /** When the call ends, in ms. */
  readonly after: number;
  readonly requests?: number;
}

const endings: readonly Ending[] = [
  {
    name: 'the timeout is for one attempt',
    options: { timeout: 100, retry: { limit: 1 } },
    error: { code: 'timeout', attempts: 2, message: message('timeout (100 ms)') },
    after: 200,
    requests: 2,
  },
  {
    name: 'the total timeout limits all attempts of a call together',
    options: { timeout: 300, totalTimeout: 700, retry: { limit: 100 } },
    error: { name: 'TimeoutError', attempts: 3 },
    after: 700,
    requests: 3,
  },
  {
    name: 'the total timeout limits a single attempt too',
    options: { totalTimeout: 200 },
    error: { name: 'TimeoutError', attempts: 1, message: message('totalTimeout (200 ms)') },
    after: 200,
  },
  {
    name: 'the timeout of a call overrides the client’s',
    options: { timeout: 100, retry: false },
    callOptions: { timeout: 150 },
    error: { name: 'TimeoutError' },
    after: 150,
  },
  ...(
    [
      [404, 'NotFoundError', 'rejected'],
      [500, 'ServerError', 'unknown'],
    ] as const
  ).map(([status, name, outcome]) => ({
    name: `status ${status} whose body times out is a ${name}`,
    call: create,
    replies: [stalled(status)],
    options: { timeout: 200 },
    error: { name, status, outcome, body: undefined },
    after: 200,
  })),
  {
    name: 'a body that ignores its signal does not delay the timeout, and a write was applied',
    call: create,
    replies: [stalled()],
    options: { timeout: 100 },
    error: { name: 'TimeoutError', outcome: 'applied', status: 200 },
    after: 100,
  },
  {
    name: 'a fetch that ignores its signal does not delay the timeout, and a write is unknown',
    call: create,
    options: { timeout: 100 },
    error: { name: 'TimeoutError', outcome: 'unknown' },
    after: 100,
  },
  {
    name: 'a timeout after a response that was cut keeps the outcome of the first request',
    call: upsertByPut,
    replies: [stalled(), never],
    options: { timeout: 200, retry: { limit: 1 } },
    error: {
      name: 'TimeoutError',
      outcome: 'applied',
      attempts: 2,
      message: expect.stringMatching(said('An earlier … was applied')) as string,
    },
    after: 400,
    requests: 2,
  },
  {
    name: 'a timeout of the token function has the outcome not_sent',
    call: create,
    options: { token: () => new Promise(() => undefined), timeout: 100, retry: false },
    error: { name: 'TimeoutError', outcome: 'not_sent' },
    after: 100,
    requests: 0,
  },
];

function message(limit: string): string {
  return `pricePoints.get: no complete response within ${limit}`;
}

test.each(endings)('$name', async (ending) => {
  const { call = readByGet, replies = [never], options = {}, callOptions, requests = 1 } = ending;
  const service = serveInProcess(replies);

  await inFakeTime(async () => {
    const begun = performance.now();
    expect(await failureOf(call.send(service.client(options), callOptions))).toMatchObject(ending.error);
    expect(performance.now() - begun).toBe(ending.after);
  });

  expect(service.requests).toHaveLength(requests);
});
