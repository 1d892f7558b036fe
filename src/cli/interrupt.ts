import { CommandError, exitCode, withAdvice } from './command-error.ts';

/** Aborts at the first SIGINT or SIGTERM; a second one ends the process at once. */
export interface Interrupt extends Disposable {
  readonly signal: AbortSignal;
}

/** Why the signal of an interrupt is aborted. */
class InterruptedError extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super('interrupted');
    this.signal = signal;
  }
}

/** Starts to listen for SIGINT and SIGTERM. */
export function createInterrupt(): Interrupt {
  const controller = new AbortController();
  const stopListening = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  const stop = (signal: NodeJS.Signals): void => {
    stopListening();
    controller.abort(new InterruptedError(signal));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}

/**
 * Does the work of a command, until SIGINT or SIGTERM aborts its signal. What it throws is explained in one line; after an
 * interrupt the line says what to do `next`.
 */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  explain: (error: unknown) => Error,
  next: string,
): Promise<Result> {
  using interrupt = createInterrupt();
  const { signal } = interrupt;
  try {
    return await work(signal);
  } catch (error) {
    throw signal.aborted ? interrupted(signal, next) : explain(error);
  }
}

/** The error of a command that was stopped with work left; its exit code is that of the signal, as shells have it. */
export function interrupted({ reason }: AbortSignal, next: string): CommandError {
  const isTerminated = reason instanceof InterruptedError && reason.signal === 'SIGTERM';
  const exit = isTerminated ? exitCode.terminated : exitCode.interrupted;
  return new CommandError('interrupted', withAdvice('interrupted', next), exit);
}
