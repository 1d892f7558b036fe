import { beforeEach, expect, test, vi } from 'vitest';

import { createOutage } from '../../../src/postgres/database/outage.ts';
import { DatabaseError } from '../../../src/postgres/index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

const lost = new DatabaseError('the connection to the database was lost', { reason: 'unreachable' });
const replica = new DatabaseError('the database is read-only', { reason: 'unreachable', sqlState: '25006' });
const minute = 60_000;

/** Fails with the errors, one after the other, and then returns. */
function failing(...errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return () => {
    const error = left.shift();
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
}

test('what failed because the database was away is done again, and each failure is reported', async () => {
  const onReconnect = vi.fn<(error: Error) => void>();
  const { outlast } = createOutage({ retryFor: minute, onReconnect });

  expect(await outlast(failing(lost))).toBe('done');
  expect(onReconnect.mock.calls).toEqual([[lost]]);
});

test('any other error is thrown at once', async () => {
  const onReconnect = vi.fn<() => void>();
  const { outlast } = createOutage({ retryFor: minute, onReconnect });
  const full = new DatabaseError('the disk of the database is full', { reason: 'full' });

  await expect(outlast(failing(full))).rejects.toBe(full);
  await expect(outlast(failing(new TypeError('a bug')))).rejects.toThrow('a bug');
  expect(onReconnect).not.toHaveBeenCalled();
});

test('a database that is away for longer is an error, and what ends the work does not wait again', async () => {
  const onReconnect = vi.fn<() => void>(() => void vi.advanceTimersByTime(minute));
  const { outlast } = createOutage({ retryFor: minute, onReconnect });

  await expect(outlast(failing(lost, lost))).rejects.toBe(lost);
  await expect(outlast(failing(lost))).rejects.toBe(lost);
  expect(onReconnect).toHaveBeenCalledTimes(1);
});

test('a database that responded meanwhile was lost again; a replica that rejects the work was not', async () => {
  const within = (error: Error): Promise<string> => {
    const outage = createOutage({
      retryFor: minute,
      onReconnect: () => {
        vi.advanceTimersByTime(minute + 1);
        outage.responded();
      },
    });
    return outage.outlast(failing(error, error));
  };

  expect(await within(lost)).toBe('done');
  await expect(within(replica)).rejects.toBe(replica);
});

test('work that is told to end does not wait for the database', async () => {
  const abort = new AbortController();
  const { signal } = abort;
  const { outlast } = createOutage({ retryFor: minute, signal, onReconnect: () => abort.abort() });
  const act = vi.fn<() => Promise<never>>(() => Promise.reject(lost));

  await expect(outlast(act)).rejects.toBe(lost);
  expect(act).toHaveBeenCalledTimes(2);
});
