import { setTimeout as delay } from 'node:timers/promises';

import { type DatabaseError, isReadOnly, isUnreachable } from './database-error.ts';

/** How long to wait for a database that cannot be reached. */
export interface Patience {
  /** In milliseconds. @defaultValue not at all */
  readonly retryFor?: number | undefined;
  /** Called with each failure that is retried. */
  readonly onReconnect?: ((error: DatabaseError) => void) | undefined;
  /** Ends the waits. */
  readonly signal?: AbortSignal | undefined;
}

/** How long to wait between two attempts, in milliseconds. */
const retryInterval = 1000;

/** Does again what failed because the database could not be reached. */
export interface Outage {
  /** To be called with each response of the database. */
  readonly responded: () => void;
  /** Does something until the database lets it, for as long as allowed: it must be safe to repeat. */
  readonly outlast: <Result>(act: () => Promise<Result>) => Promise<Result>;
}

export function createOutage({ retryFor = 0, onReconnect, signal }: Patience): Outage {
  let respondedAt = -Infinity;
  // What is done to end, such as to release a lease, must not wait once more.
  let isOver = false;
  return {
    responded: () => void (respondedAt = performance.now()),
    outlast: async (act) => {
      for (let since: number | undefined; ;) {
        try {
          return await act();
        } catch (error) {
          if (!isUnreachable(error)) throw error;
          const now = performance.now();
          // An attempt may take long, and get responses before it fails again: that is another outage. A replica responds
          // to what it rejects.
          if (since === undefined || (respondedAt > since && !isReadOnly(error))) since = now;
          isOver ||= now - since >= retryFor;
          if (isOver || signal?.aborted) throw error;
          onReconnect?.(error);
          const left = retryFor - (now - since);
          await delay(Math.min(retryInterval, left), undefined, { signal }).catch(() => undefined);
        }
      }
    },
  };
}
