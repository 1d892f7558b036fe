import { anySignal } from '../runtime/any-signal.ts';
import { unlessAborted } from '../transport/read-body.ts';
import { CallbackError } from './callback-error.ts';

/** The time limit of one callback. It also ends when the service closes the connection. */
export class Deadline {
  readonly #timeout = new AbortController();
  readonly #connection: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout>;
  /** Aborts at the time limit, or when the connection is closed. */
  readonly signal: AbortSignal;

  constructor(milliseconds: number, connection: AbortSignal) {
    this.#connection = connection;
    this.#timer = setTimeout(
      () => this.#timeout.abort(new DOMException('The callback timed out', 'TimeoutError')),
      milliseconds,
    );
    this.signal = anySignal(this.#timeout.signal, connection);
  }

  /**
   * Runs `work` and returns its result.
   *
   * @throws what `timedOut` returns at the time limit, and a `CallbackError` when the connection is closed.
   */
  async race<T>(work: () => T | Promise<T>, timedOut: () => CallbackError): Promise<T> {
    try {
      return await unlessAborted(Promise.resolve().then(work), this.signal);
    } catch (error) {
      if (this.#timeout.signal.aborted) throw timedOut();
      if (this.#connection.aborted) {
        throw new CallbackError(
          'connection_lost',
          'the service closed the connection before the response was sent',
        );
      }
      throw error;
    }
  }

  /** Stops the timer. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
