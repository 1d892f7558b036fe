import { setTimeout as delay } from 'node:timers/promises';

import { isUnreachable } from '../database/database-error.ts';
import type { Database } from '../database/open-database.ts';
import type { WorkSettings } from './work-settings.ts';

/** How long to wait for a database that is away, and between two attempts, in milliseconds. */
const longestOutage = 60_000;
const retryInterval = 1000;

/** Options of {@link reconnecting}. */
export interface ReconnectOptions extends Pick<WorkSettings, 'signal' | 'onReconnect'> {
  readonly database: Pick<Database, 'respondedAt'>;
}

/** Does something again while the database cannot be reached, for a minute at most: it must be safe to repeat. */
export async function reconnecting<Result>(
  { database, signal, onReconnect }: ReconnectOptions,
  act: () => Promise<Result>,
): Promise<Result> {
  let lostAt: number | undefined;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // An attempt may take long, and get responses before it fails again.
      if (lostAt === undefined || database.respondedAt() > lostAt) lostAt = Date.now();
      if (signal?.aborted || Date.now() - lostAt > longestOutage) throw error;
      onReconnect?.(error);
      await delay(retryInterval, undefined, { signal }).catch(() => undefined);
    }
  }
}
