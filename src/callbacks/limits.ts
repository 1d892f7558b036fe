import { readBody, unlessAborted } from '../http/response.ts';
import { anySignal } from '../runtime/runtime.ts';
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
   * @throws what `timedOut` returns at the time limit, a `CallbackError` when the connection is closed, and what `failed`
   * returns when `work` throws.
   */
  async run<T>(
    work: () => T | Promise<T>,
    { timedOut, failed }: { timedOut: () => CallbackError; failed: (cause: unknown) => CallbackError },
  ): Promise<T> {
    try {
      return await unlessAborted(Promise.resolve().then(work), this.signal);
    } catch (cause) {
      if (this.#timeout.signal.aborted) throw timedOut();
      if (!this.#connection.aborted) throw failed(cause);
      throw new CallbackError(
        'connection_lost',
        'the service closed the connection before the response was sent',
      );
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Reads the body's bytes, up to `maxBytes`.
 *
 * @throws CallbackError when the body is too large, truncated, timed out or was read before.
 */
export async function readRawBody(
  { body, bodyUsed, headers }: Request,
  maxBytes: number,
  deadline: Deadline,
): Promise<Uint8Array<ArrayBuffer>> {
  if (bodyUsed || body?.locked) {
    throw new CallbackError(
      'body_already_parsed',
      'a body parser read the body first, and the signature can only be verified on its raw bytes. Mount the handler ' +
        'before the parser (Express: put this route above app.use(express.json())), or make the parser keep the raw ' +
        'bytes (Express: express.raw({ type: "*/*" }) on this route; NestJS: rawBody: true). Fastify: call the listener ' +
        'in the onRequest hook of the route. See node_modules/publisher-commerce/docs/callbacks.md',
    );
  }
  const isAnnouncedTooLarge = Number(headers.get('content-length')) > maxBytes;
  const incomplete = (): CallbackError =>
    new CallbackError('body_incomplete', 'the body was truncated or timed out');
  const bytes = isAnnouncedTooLarge
    ? undefined
    : await deadline.run(() => readBody(body, maxBytes, deadline.signal), {
        timedOut: incomplete,
        failed: incomplete,
      });
  // A copy: a chunk may share its memory with other requests.
  if (bytes) return new Uint8Array(bytes);
  throw new CallbackError('body_too_large', `the body is larger than ${maxBytes} bytes (maxBodyBytes)`);
}
