import type { SandboxSettings } from '../options.ts';
import { BodyStart, keptRequests, RequestLog } from '../requests/request-log.ts';
import type { Delivery } from '../store/tables.ts';
import { callbackTimeout, describeFailure, signedPost } from './signed-post.ts';

/** A callback that is to be repeated is not kept. */
export class UnknownCallbackError extends Error {
  override readonly name = 'UnknownCallbackError';
  readonly code = 'callback_not_found';
}

/** Sends callbacks over the network, and keeps the latest of them for the page. */
export class Callbacks {
  /** Those that were sent, with the responses of the publisher. */
  readonly log: RequestLog;
  readonly #settings: SandboxSettings;
  /** What repeats a callback of the log, by its id. */
  readonly #repeats = new Map<number, () => Promise<Delivery>>();

  constructor(settings: SandboxSettings) {
    this.#settings = settings;
    this.log = new RequestLog([settings.token, settings.secret]);
  }

  /**
   * Sends a callback, and receives the whole response. Redirects are not followed; they are returned.
   *
   * @param onKept Called with the number of the callback, also of one without a response
   */
  readonly send = async (request: Request, onKept?: (callback: number) => void): Promise<Response> => {
    const body = await request.clone().text();
    const startedAt = performance.now();
    let response: Response | undefined;
    let received: Uint8Array<ArrayBuffer> | undefined;
    try {
      response = await fetch(request);
      received = new Uint8Array(await response.arrayBuffer());
      return new Response(received.length > 0 ? received : null, response);
    } finally {
      const id = this.log.add({
        method: request.method,
        path: request.url,
        status: response?.status,
        complete: received !== undefined,
        milliseconds: performance.now() - startedAt,
        headers: [...request.headers],
        body: startOf(Buffer.from(body)),
        fault: undefined,
        responseHeaders: [...(response?.headers ?? [])],
        response: startOf(received),
      });
      this.#repeats.set(id, () => this.post(request.url, body));
      this.#repeats.delete(id - keptRequests);
      onKept?.(id);
    }
  };

  /** Signs a body, sends it, and returns how that ended. */
  async post(url: string, body: string, closing?: AbortSignal): Promise<Delivery> {
    const timeout = AbortSignal.timeout(callbackTimeout);
    const signal = closing ? AbortSignal.any([closing, timeout]) : timeout;
    try {
      const { status } = await this.send(await signedPost(url, body, this.#settings, signal));
      return { status };
    } catch (error) {
      return { error: describeFailure(error) };
    }
  }

  /**
   * Repeats a callback: the same body, with a signature of now, since the publisher rejects an old one.
   *
   * @throws UnknownCallbackError if it is not kept
   */
  repeat(id: number): Promise<Delivery> {
    const send = this.#repeats.get(id);
    if (send) return send();
    throw new UnknownCallbackError(`No callback has this number: the last ${keptRequests} are kept`);
  }
}

function startOf(bytes: Uint8Array | undefined): BodyStart {
  const start = new BodyStart();
  if (bytes) start.add(bytes);
  return start;
}
