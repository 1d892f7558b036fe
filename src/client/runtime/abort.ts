/** Returns a signal that aborts as soon as one of two does: `AbortSignal.any`, which Next's edge routes lack. */
export function anySignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any([one, other]);
  const controller = new AbortController();
  for (const signal of [one, other]) {
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}

/** Settles like `work`, or rejects with the signal's reason as soon as the signal aborts. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    // Raced even if already aborted: otherwise a failure of `work` would be an unhandled rejection.
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits; rejects with the signal's reason as soon as the signal aborts. */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    await (signal ? unlessAborted(promise, signal) : promise);
  } finally {
    clearTimeout(timer);
  }
}

/** Maximum delay of a timer, in milliseconds. */
export const maxTimerDelay = 2 ** 31 - 1;

/** The abort reason at a deadline; it is never visible to callers. */
const deadlinePassed = new Error('deadline passed');

/**
 * Returns what a wait returns that can be aborted; `undefined` if a time on the monotonic clock passes before. It rejects
 * with the signal's reason as soon as the signal aborts.
 */
export async function before<T>(
  deadline: number,
  signal: AbortSignal | undefined,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const left = Math.min(maxTimerDelay, Math.max(0, Math.ceil(deadline - performance.now())));
  const timer = setTimeout(() => controller.abort(deadlinePassed), left);
  try {
    return await wait(signal ? anySignal(signal, controller.signal) : controller.signal);
  } catch (error) {
    if (error !== deadlinePassed) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
