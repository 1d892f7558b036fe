import type { Effect } from '../api/operation.ts';
import type { RetrySettings } from '../options/call-options.ts';

/** How long a whole call may take. */
export interface CallLimit {
  readonly milliseconds: number;
  /** The option that sets it, for messages. */
  readonly option: 'totalTimeout' | 'retry.readsFor';
  /** Whether it begins with the call. What nobody set begins when the call leaves the queue, so that hundreds can wait. */
  readonly countsQueue: boolean;
}

/** Returns the limit of a call by its options; `totalTimeout` is `undefined` if nobody set it. */
export function limitOf(
  effect: Effect,
  timeout: number,
  totalTimeout: number | undefined,
  { readsFor, endsReads }: RetrySettings,
): CallLimit {
  if (effect === 'read' && endsReads && readsFor !== undefined) {
    // Before the first failure, and after the last wait, an attempt may take its whole time.
    return { milliseconds: readsFor + 2 * timeout, option: 'retry.readsFor', countsQueue: false };
  }
  const milliseconds = totalTimeout ?? Math.max(120_000, 4 * timeout);
  return { milliseconds, option: 'totalTimeout', countsQueue: totalTimeout !== undefined };
}
