import { beforeEach, expect, test, vi } from 'vitest';

import { holdJob } from '../../../src/postgres/work/run-jobs.ts';
import type { Job, JobQueue } from '../../../src/postgres/queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Holds a job, whose queue responds as `touch` does. */
function hold(touch: () => Promise<boolean>) {
  const touched = vi.fn<() => Promise<boolean>>(touch);
  const held = holdJob({ touch: touched } as unknown as JobQueue, {} as Job, new AbortController().signal);
  return { held, touched };
}

test('the queue is told three times per lease that the worker lives, until the job is over', async () => {
  const { held, touched } = hold(() => Promise.resolve(true));

  await vi.advanceTimersByTimeAsync(30_000);
  expect(touched).toHaveBeenCalledTimes(3);
  held[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(30_000);

  expect(touched).toHaveBeenCalledTimes(3);
  expect(held.signal.aborted).toBe(false);
});

test('a call that waits for the database is not followed by another one, which would take a connection too', async () => {
  let respond = (): void => undefined;
  const { touched } = hold(() => new Promise((resolve) => (respond = () => resolve(true))));

  await vi.advanceTimersByTimeAsync(60_000);
  expect(touched).toHaveBeenCalledTimes(1);
  respond();
  await vi.advanceTimersByTimeAsync(10_000);

  expect(touched).toHaveBeenCalledTimes(2);
});

test('a job that was given to another worker is aborted, and one whose state is unknown is not', async () => {
  const responses = [(): Promise<boolean> => Promise.reject(new Error('lost')), () => Promise.resolve(false)];
  const { held } = hold(async () => (await responses.shift()?.()) ?? true);

  await vi.advanceTimersByTimeAsync(10_000);
  expect(held.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);

  expect(held.signal.aborted).toBe(true);
});
