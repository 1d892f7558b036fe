import { setImmediate as turn } from 'node:timers/promises';
import { getEventListeners } from 'node:events';

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { ConnectionError, type ResponseEvent } from '../../../src/client/index.ts';
import { create, everyEffect, readByGet } from '../../support/calls.ts';
import { eventually } from '../../support/eventually.ts';
import { inFakeTime } from '../../support/fake-time.ts';
import { silent } from '../../support/faults.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { failureOf, startService } from '../../support/service.ts';

const reason = new Error('the user left');

// An unhandled rejection would end the process of the application.
const unheard: unknown[] = [];
const hear = (error: unknown): void => void unheard.push(error);
beforeEach(() => void process.on('unhandledRejection', hear));
afterEach(async () => {
  await turn();
  process.off('unhandledRejection', hear);
  expect(unheard.splice(0)).toEqual([]);
});

test.each(everyEffect)('$name that is aborted before it starts sends nothing', async ({ send }) => {
  await using service = await startService([{ json: {} }]);

  const onRequest = vi.fn();
  const client = service.client({ hooks: { onRequest } });

  const error = await failureOf(send(client, { signal: AbortSignal.abort(reason) }));

  expect(error).toBe(reason);
  expect(onRequest).not.toHaveBeenCalled();
  expect(service.requests).toEqual([]);
});

test('an abort by the hook of a failed request announces and sends no retry', async () => {
  await using service = await startService([{ status: 503, json: {} }]);
  const controller = new AbortController();
  const onRetry = vi.fn();
  const client = service.client({ hooks: { onResponse: () => controller.abort(reason), onRetry } });

  expect(await failureOf(readByGet.send(client, { signal: controller.signal }))).toBe(reason);
  expect(onRetry).not.toHaveBeenCalled();
  expect(service.requests).toHaveLength(1);
});

test('an abort by the hook onRetry ends the wait for the retry at once', async () => {
  const service = serveInProcess([{ status: 503, headers: { 'retry-after': '20' }, json: {} }]);
  const controller = new AbortController();
  const client = service.client({ hooks: { onRetry: () => controller.abort(reason) } });

  const waited = await inFakeTime(async () => {
    const before = performance.now();
    expect(await failureOf(readByGet.send(client, { signal: controller.signal }))).toBe(reason);
    return performance.now() - before;
  });

  expect(waited).toBeLessThan(20_000);
});

test('an abort in flight closes the connection and rejects with its reason', async () => {
  const { promise: hungUp, resolve } = Promise.withResolvers<true>();
  await using service = await startService([(response) => response.on('close', () => resolve(true))]);
  const controller = new AbortController();

  const failure = failureOf(create.send(service.client(), { signal: controller.signal }));
  await eventually(() => expect(service.requests).toHaveLength(1));
  controller.abort(reason);

  expect(await failure).toBe(reason);
  expect(await hungUp).toBe(true);
  expect(service.requests).toHaveLength(1);
});

test('a reason that is an error of this package is reported as an abort, and thrown unchanged', async () => {
  await using service = await startService([silent]);
  const events: ResponseEvent[] = [];
  const client = service.client({ hooks: { onResponse: (event) => void events.push(event) } });
  const ours = new ConnectionError('shutting down', {});

  const controller = new AbortController();
  const failure = failureOf(create.send(client, { signal: controller.signal }));
  await eventually(() => expect(service.requests).toHaveLength(1));
  controller.abort(ours);

  expect(await failure).toBe(ours);
  expect(ours.message).toBe('shutting down');
  expect(events).toMatchObject([{ error: 'aborted', outcome: 'unknown' }]);
});

test('a signal that outlives its calls is left as it was: no listener, and no signal that depends on it', async () => {
  await using service = await startService([{ status: 503, json: {} }]);
  const { signal } = new AbortController();
  const any = vi.spyOn(AbortSignal, 'any');
  onTestFinished(() => any.mockRestore());

  for (const call of everyEffect)
    await failureOf(call.send(service.client({ retry: { limit: 1 } }), { signal }));

  expect(getEventListeners(signal, 'abort')).toEqual([]);
  const sources = any.mock.calls.flatMap(([signals]) => [...signals]);
  expect(sources).not.toContain(signal);
});

test('hooks receive the outcome not_sent for a write aborted before it is sent', async () => {
  await using service = await startService([{ json: {} }]);
  const controller = new AbortController();
  const events: ResponseEvent[] = [];
  const client = service.client({
    hooks: { onRequest: () => controller.abort(reason), onResponse: (event) => events.push(event) },
  });

  expect(await failureOf(create.send(client, { signal: controller.signal }))).toBe(reason);
  expect(events).toMatchObject([{ error: 'aborted', outcome: 'not_sent' }]);
  expect(service.requests).toEqual([]);
});
