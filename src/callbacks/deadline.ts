import { CallbackError } from '../errors/index.ts';
import { unlessAborted } from '../transport/read-body.ts';

/** The time a callback has: it ends when that is over, or when the service has gone. */
export class Deadline {
  readonly #late = new AbortController();
  readonly #connection: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly signal: AbortSignal;

  constructor(milliseconds: number, connection: AbortSignal) {
    this.#connection = connection;
    this.#timer = setTimeout(
      () => this.#late.abort(new DOMException('The time for this callback is over', 'TimeoutError')),
      milliseconds,
    );
    this.signal = AbortSignal.any([this.#late.signal, connection]);
  }

  /** Settles as the work does, unless the callback ends first: then it throws what `late` makes, or the loss. */
  async race<T>(work: () => T | Promise<T>, late: () => CallbackError): Promise<T> {
    try {
      return await unlessAborted(Promise.resolve().then(work), this.signal);
    } catch (error) {
      if (this.#late.signal.aborted) throw late();
      if (this.#connection.aborted) {
        throw new CallbackError(
          'connection_lost',
          'the service closed the connection before it was answered',
        );
      }
      throw error;
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
