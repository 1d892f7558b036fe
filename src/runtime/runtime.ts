/** The version in package.json; a test compares them. Not read from that file: bundles and workers have none. */
export const packageVersion = '0.1.0';

/** Returns Node's `process`, which Deno and Bun have too; workers have none, or only a part of it. */
export function nodeProcess(): Partial<NodeJS.Process> {
  return (globalThis as { readonly process?: Partial<NodeJS.Process> }).process ?? {};
}

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
