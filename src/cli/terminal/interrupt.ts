import { CommandError, exitCode, withAdvice } from './command-error.ts';

/** Aborts at the first signal that asks to end; a second one ends the process at once. */
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

/** Ctrl-C, an order to end, and a terminal or connection that was closed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts to listen for the signals that ask to end. */
export function createInterrupt(): Interrupt {
  const controller = new AbortController();
  const stopListening = (): void => {
    for (const name of endings) process.off(name, stop);
  };
  const stop = (signal: NodeJS.Signals): void => {
    stopListening();
    controller.abort(new InterruptedError(signal));
  };
  for (const name of endings) process.on(name, stop);
  return { signal: controller.signal, [Symbol.dispose]: stopListening };
}

/**
 * Does the work of a command, until it is asked to end, which aborts its signal. What it throws is explained in one line; after an
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

/** The error of a command that was stopped with work left; its exit code is that of SIGINT or SIGTERM, as shells have it. */
export function interrupted({ reason }: AbortSignal, next: string): CommandError {
  const isTerminated = reason instanceof InterruptedError && reason.signal !== 'SIGINT';
  const exit = isTerminated ? exitCode.terminated : exitCode.interrupted;
  return new CommandError('interrupted', withAdvice('interrupted', next), exit);
}
