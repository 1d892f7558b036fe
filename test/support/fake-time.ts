import { setImmediate as turn } from 'node:timers/promises';

import { vi } from 'vitest';

/** Runs calls of an in-process service by a fake clock: whenever all of them wait for a timer, it is the next one's time. */
export async function inFakeTime<T>(run: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // The one timer that is not faked.
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), milliseconds);
    return controller.signal;
  });
  try {
    let ended = 0;
    const isRunning = (): boolean => ended === 0;
    const result = run().finally(() => (ended += 1));
    result.catch(() => undefined);
    while (isRunning()) {
      for (let turns = 0; isRunning() && turns < 20; turns += 1) await turn();
      if (isRunning()) await vi.advanceTimersToNextTimerAsync();
    }
    return await result;
  } finally {
    timeout.mockRestore();
    vi.useRealTimers();
  }
}
