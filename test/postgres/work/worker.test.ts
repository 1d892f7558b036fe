import { beforeEach, expect, test, vi } from 'vitest';

import { DatabaseError } from '../../../src/postgres/index.ts';
import { reconnecting } from '../../../src/postgres/work/worker.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

/** A database that has not responded since it was lost. */
const database = { respondedAt: () => 0 };
const lost = new DatabaseError('the connection to the database was lost', { reason: 'unreachable' });

/** Fails with the errors, one after the other, and then returns. */
function failing(...errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return () => {
    const error = left.shift();
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
}

test('what failed because the database was away is done again, and each failure is reported', async () => {
  const seen: Error[] = [];

  const result = await reconnecting({ database, onReconnect: (error) => seen.push(error) }, failing(lost));

  expect(result).toBe('done');
  expect(seen).toEqual([lost]);
});

test('any other error is thrown at once', async () => {
  const full = new DatabaseError('the disk of the database is full', { reason: 'full' });
  const onReconnect = vi.fn<() => void>();

  await expect(reconnecting({ database, onReconnect }, failing(full))).rejects.toBe(full);
  await expect(reconnecting({ database, onReconnect }, failing(new TypeError('a bug')))).rejects.toThrow(
    'a bug',
  );
  expect(onReconnect).not.toHaveBeenCalled();
});

test('a database that is away for more than a minute is an error', async () => {
  const onReconnect = vi.fn<() => void>(() => void vi.advanceTimersByTime(61_000));

  await expect(reconnecting({ database, onReconnect }, failing(lost, lost, lost))).rejects.toBe(lost);
  expect(onReconnect).toHaveBeenCalledTimes(1);
});

test('a database that responded meanwhile was lost again, and may be away for another minute', async () => {
  let respondedAt = 0;
  const onReconnect = vi.fn<() => void>(() => {
    vi.advanceTimersByTime(61_000);
    respondedAt = Date.now();
    vi.advanceTimersByTime(1000);
  });

  const result = reconnecting(
    { database: { respondedAt: () => respondedAt }, onReconnect },
    failing(lost, lost, lost),
  );

  expect(await result).toBe('done');
  expect(onReconnect).toHaveBeenCalledTimes(3);
});

test('a worker that is told to end does not wait for the database', async () => {
  const abort = new AbortController();
  const { signal } = abort;
  const attempts: string[] = [];
  const act = (): Promise<never> => {
    attempts.push('attempt');
    return Promise.reject(lost);
  };

  const result = reconnecting({ database, signal, onReconnect: () => abort.abort() }, act);

  await expect(result).rejects.toBe(lost);
  expect(attempts).toHaveLength(2);
});
