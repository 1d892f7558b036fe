import { anySignal } from '../runtime/runtime.ts';
import { concat } from '../runtime/runtime.ts';
import { unlessAborted } from '../http/response.ts';
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

const ignore = (): void => undefined;

/** The error for a body that something else has already read. */
export function alreadyParsed(): CallbackError {
  return new CallbackError(
    'body_already_parsed',
    'a body parser read the body first, and the signature can only be verified on its raw bytes. Mount the handler ' +
      'before the parser (Express: put this route above app.use(express.json())), or make the parser keep the raw ' +
      'bytes (Express: express.raw({ type: "*/*" }) on this route; NestJS: rawBody: true; Fastify: a content type ' +
      'parser that passes the payload on). See node_modules/publisher-commerce/docs/callbacks.md',
  );
}

/**
 * Reads the body's bytes, up to `maxBytes`.
 *
 * @throws CallbackError when the body is too large, truncated, timed out or was read before.
 */
export async function readRawBody(
  request: Request,
  maxBytes: number,
  deadline: Deadline,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed || request.body?.locked) throw alreadyParsed();
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();

  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.race(() => reader.read(), incomplete);
      if (done) return concat(chunks, bytes);
      bytes += value.byteLength;
      // Written so that `NaN` fails too: a chunk that is a string has no byteLength.
      if (!(bytes <= maxBytes)) throw tooLarge(maxBytes);
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof CallbackError ? error : incomplete();
  } finally {
    // Cancelling a stream that has failed rejects with its error, which is already handled.
    reader.cancel().catch(ignore);
  }
}

function tooLarge(maxBytes: number): CallbackError {
  return new CallbackError('body_too_large', `the body is larger than ${maxBytes} bytes (maxBodyBytes)`);
}

function incomplete(): CallbackError {
  return new CallbackError('body_incomplete', 'the body was truncated or timed out');
}
