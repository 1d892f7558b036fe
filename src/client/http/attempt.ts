import ky from 'ky';

import { fieldOf } from '../api/input.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import { tokenHeader } from '../options/headers.ts';
import type { RequestEvent } from '../options/hooks.ts';
import { unlessAborted } from '../runtime/abort.ts';
import { decode } from '../runtime/runtime.ts';
import {
  apiError,
  type Attempted,
  contextOf,
  failedFetch,
  notJson,
  redirected,
  timedOut,
  tooLarge,
  urlOf,
} from './attempt-errors.ts';
import { statusMeantBy } from './error-body.ts';
import type { PreparedRequest } from './prepare.ts';
import { readRetryAfter, showHeaders, type ShownHeaders } from './response-headers.ts';
import {
  checkResponse,
  describeHtml,
  isRedirect,
  parseBody,
  type ReadableResponse,
  readBody,
} from './response.ts';
import type { TransportSettings } from './settings.ts';

/** One request of a call, from reading the token to parsing the response. */
export class Attempt implements Attempted {
  readonly event: RequestEvent;
  readonly request: PreparedRequest;
  readonly settings: TransportSettings;
  readonly startedAt: number = performance.now();
  sent = false;
  status: number | undefined;
  bytes = 0;
  error: unknown;
  readonly #controller = new AbortController();
  #token = '';
  #received: Headers | undefined;
  #shown: ShownHeaders | undefined;

  /** @param queued How long it waited for its place, in milliseconds */
  constructor(attempt: number, queued: number, request: PreparedRequest, settings: TransportSettings) {
    const { name: operation, method, path } = request.operation;
    this.event = { operation, callId: request.callId, attempt, queued, method, path };
    this.request = request;
    this.settings = settings;
  }

  get redactor(): TokenRedactor {
    // Other requests may have sent newer tokens since, so that this one was dropped.
    return this.settings.token.redactor.remember(this.#token);
  }

  get shown(): Partial<ShownHeaders> {
    return (this.#shown ??= this.#received && showHeaders(this.#received, this.redactor)) ?? {};
  }

  get retryAfter(): number | undefined {
    return this.#received && readRetryAfter(this.#received, this.status ?? 0);
  }

  /**
   * Asks for another token after the service rejected the one that was sent; `undefined` if there is none.
   *
   * @throws what the user-supplied function threw
   */
  async renewToken(): Promise<string | undefined> {
    const token = await this.settings.token.renew((outcome) => contextOf(this, outcome));
    return token === this.#token ? undefined : token;
  }

  /** Ends the request and frees its connection. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /**
   * Sends the request and returns the parsed body of a complete, successful response; `undefined` if it is empty.
   *
   * @param deadline When the whole call times out
   * @param token The one to send, if it is known already
   * @throws the error of the call if this attempt is the last, or the signal's reason
   */
  async send(deadline: number, token?: string): Promise<unknown> {
    const { timeout, limit } = this.request;
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    let timeoutReason: DOMException | undefined;
    const end = (): void => {
      timeoutReason = new DOMException('No complete response in time', 'TimeoutError');
      this.abort(timeoutReason);
    };
    const timer = setTimeout(end, Math.min(timeout, left));
    try {
      return await unlessAborted(this.#receive(token), this.#controller.signal);
    } catch (error) {
      if (timeoutReason === undefined || error !== timeoutReason) throw error;
      const [option, milliseconds] =
        left < timeout ? [limit.option, limit.milliseconds] : ['timeout', timeout];
      throw timedOut(this, `${option} (${milliseconds} ms)`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** May never settle if a user-supplied `fetch` or token function ignores the signal. */
  async #receive(token: string | undefined): Promise<unknown> {
    this.#token = token ?? (await this.settings.token.read((outcome) => contextOf(this, outcome)));
    this.#controller.signal.throwIfAborted();
    const response = await this.#send();
    if (isRedirect(response)) {
      void response.body?.cancel().catch(() => undefined);
      throw redirected(this, response);
    }
    const bytes = await this.#readBody(response);
    this.bytes = bytes.byteLength;
    return this.#parse(response.status, bytes);
  }

  #send(): Promise<ReadableResponse> {
    const { operation, target, headers, body } = this.request;
    return ky(target, {
      prefix: this.settings.baseUrl,
      method: operation.method,
      headers,
      // Following a redirect would send the token to its target.
      redirect: 'manual',
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
      // What is no response is rejected within it.
      fetch: (request) => this.#fetch(request as Request) as Promise<Response>,
      ...(body === undefined ? {} : { body }),
    });
  }

  /**
   * Passes on what ky's request has: a custom `fetch` may take no object of its class. The token is added here, so that no
   * object of ky's has it, and errors of ours are made here, which ky does not wrap.
   */
  async #fetch({ url, method, headers }: Request): Promise<ReadableResponse> {
    const { body } = this.request;
    this.sent = true;
    try {
      const result: unknown = await this.settings.fetch(url, {
        method,
        headers: { ...Object.fromEntries(headers), [tokenHeader]: this.#token },
        redirect: 'manual',
        signal: this.#controller.signal,
        ...(body === undefined ? {} : { body }),
      });
      const response = checkResponse(result);
      this.status = response.status;
      this.#received = response.headers;
      return response;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async #readBody(response: ReadableResponse): Promise<Uint8Array> {
    const onHead = response.status < 300 ? this.request.onHead : undefined;
    const { maxResponseBytes } = this.settings;
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readBody(response, maxResponseBytes, this.#controller.signal, onHead);
    } catch (error) {
      throw this.#failure(error);
    }
    if (bytes === undefined) throw tooLarge(this);
    return bytes;
  }

  #failure(thrown: unknown): unknown {
    this.#controller.signal.throwIfAborted();
    return failedFetch(this, thrown);
  }

  /** Returns the parsed body of a successful response. */
  #parse(status: number, bytes: Uint8Array): unknown {
    const { value, problem } = parseBody(bytes);
    const shown = problem === undefined ? value : decode(bytes);
    const html =
      problem === 'HTML' ? this.redactor.redact(describeHtml(String(shown), urlOf(this))) : undefined;
    if (status >= 300) throw apiError(this, status, shown, html);
    const { statusInBody, emptyResponse, effect } = this.request.operation;
    // A string such as "401" is an error too: its list would be empty.
    const statusIn = statusInBody ? Number(fieldOf(shown, 'status')) : 0;
    if (statusIn >= 400) throw apiError(this, statusIn, shown);
    // A rejection with a wrong status, which may be a valid response too: that of some writes has no essential field.
    if (effect !== 'read' && statusMeantBy(value) !== undefined) throw apiError(this, status, value);
    if (problem === undefined || (problem === 'empty' && emptyResponse)) return value;
    throw notJson(this, problem, html);
  }
}
