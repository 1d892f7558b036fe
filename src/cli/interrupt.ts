/** Aborts at the first SIGINT or SIGTERM; a second one ends the process at once. */
export interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts to listen for SIGINT and SIGTERM. */
export function createInterrupt(): Interrupt {
  const controller = new AbortController();
  const stopListening = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  const stop = (): void => {
    stopListening();
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}
