import { setTimeout as delay } from 'node:timers/promises';

import { DatabaseError } from '../database/database-error.ts';
import type { WorkSettings } from './work-settings.ts';

/** How long to wait for a database that is away, and between two attempts, in milliseconds. */
const longestOutage = 60_000;
const retryInterval = 1000;

/** Does something again while the database cannot be reached, for a minute at most: it must be safe to repeat. */
export async function reconnecting<Result>(
  { signal, onReconnect }: Pick<WorkSettings, 'signal' | 'onReconnect'>,
  act: () => Promise<Result>,
): Promise<Result> {
  let lostAt: number | undefined;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.reason !== 'unreachable') throw error;
      lostAt ??= Date.now();
      if (signal?.aborted || Date.now() - lostAt > longestOutage) throw error;
      onReconnect?.(error);
      await delay(retryInterval, undefined, { signal }).catch(() => undefined);
    }
  }
}
