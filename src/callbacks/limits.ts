import { readBody } from '../client/http/response.ts';
import { anySignal, unlessAborted } from '../client/runtime/abort.ts';
import { CallbackError } from './callback-error.ts';
import type { ReceivedRequest } from './received-request.ts';

/** What ends a callback early: its time limit, or the service when it closes the connection. */
export interface Limit {
  readonly timeout: AbortSignal;
  readonly connection: AbortSignal;
  /** Aborts when one of them does. */
  readonly signal: AbortSignal;
}

export function startLimit(milliseconds: number, connection: AbortSignal): Limit {
  const timeout = AbortSignal.timeout(milliseconds);
  return { timeout, connection, signal: anySignal(timeout, connection) };
}

/**
 * Runs `work` and returns its result.
 *
 * @throws what `timedOut` returns at the time limit, a `CallbackError` when the connection is closed, and what `failed`
 * returns when `work` throws.
 */
export async function runWithin<T>(
  { signal, timeout, connection }: Limit,
  work: () => T | Promise<T>,
  { timedOut, failed }: { timedOut: () => CallbackError; failed: (cause: unknown) => CallbackError },
): Promise<T> {
  try {
    return await unlessAborted(Promise.resolve().then(work), signal);
  } catch (cause) {
    if (connection.aborted && signal.reason === connection.reason)
      throw new CallbackError('the service closed the connection before the response was sent', {
        reason: 'connection_lost',
      });
    throw timeout.aborted ? timedOut() : failed(cause);
  }
}

/**
 * Reads the body's bytes, up to `maxBytes`.
 *
 * @throws CallbackError when the body is too large, truncated, timed out or was read before.
 */
export async function readRawBody(
  request: ReceivedRequest,
  maxBytes: number,
  limit: Limit,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed || request.body?.locked) {
    throw new CallbackError(
      'a body parser read the body first, and the signature can only be verified on its raw bytes. Mount the handler ' +
        'before the parser (Express: put this route above app.use(express.json())), or make the parser keep the raw ' +
        'bytes (Express: express.raw({ type: "*/*" }) on this route; NestJS: rawBody: true). Fastify: call the listener ' +
        'in the onRequest hook of the route. See node_modules/publisher-commerce/docs/callbacks.md',
      { reason: 'body_already_parsed' },
    );
  }
  const isAnnouncedTooLarge = Number(request.headers.get('content-length')) > maxBytes;
  const incomplete = (): CallbackError =>
    new CallbackError('the body was truncated or timed out', { reason: 'body_incomplete' });
  const bytes = isAnnouncedTooLarge
    ? undefined
    : await runWithin(limit, () => readBody(request, maxBytes, limit.signal), {
        timedOut: incomplete,
        failed: incomplete,
      });
  // A copy: a chunk may share its memory with other requests.
  if (bytes) return new Uint8Array(bytes);
  throw new CallbackError(`the body is larger than ${maxBytes} bytes (maxBodyBytes)`, {
    reason: 'body_too_large',
  });
}
