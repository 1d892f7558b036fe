import ky, { isTimeoutError } from 'ky';

import { isObject } from '../api/input.ts';
import {
  type ErrorContext,
  MalformedResponseError,
  type Outcome,
  type PublisherError,
  RedirectError,
  ResponseTooLargeError,
  ResponseValidationError,
  TimeoutError,
} from '../errors/index.ts';
import { listIssues, quote } from '../errors/printable.ts';
import type { TokenRedactor } from '../errors/token-redactor.ts';
import type { RequestEvent } from '../options/hooks.ts';
import { tokenHeader } from '../options/headers.ts';
import { unlessAborted } from '../runtime/abort.ts';
import { decode } from '../runtime/runtime.ts';
import type { Invalid } from '../validation/validation.ts';
import { isControlFlow } from './cause.ts';
import { fetchError } from './fetch-error.ts';
import type { PreparedRequest } from './prepare.ts';
import { keepBody, maxShownLength, redactIssues } from './redact.ts';
import { apiError, checkVersion, hasErrorMessage, isErrorBody } from './response-error.ts';
import { readRetryAfter, showHeaders, type ShownHeaders } from './response-headers.ts';
import {
  type BodyProblem,
  checkResponse,
  describeHtml,
  isRedirect,
  parseBody,
  type ReadableResponse,
  readBody,
} from './response.ts';
import { neverRetried } from './retries.ts';
import type { TransportSettings } from './settings.ts';

/** One request of a call, from reading the token to parsing the response. */
export class Attempt {
  readonly event: RequestEvent;
  readonly startedAt: number = performance.now();
  /** Whether `fetch` was called. */
  sent = false;
  /** HTTP status, once the headers have been received. */
  status: number | undefined;
  error: unknown;
  readonly #request: PreparedRequest;
  readonly #settings: TransportSettings;
  // Not the signal of ky's request, which may be garbage-collected while the request is pending.
  readonly #controller = new AbortController();
  #token = '';
  #value: unknown;
  #bytes = 0;
  #received: Headers | undefined;
  #shown: ShownHeaders | undefined;

  constructor(attempt: number, request: PreparedRequest, settings: TransportSettings) {
    const { name: operation, method, path } = request.operation;
    this.event = { operation, callId: request.callId, attempt, method, path };
    this.#request = request;
    this.#settings = settings;
  }

  get redactor(): TokenRedactor {
    // Other requests may have sent newer tokens since, so that this one was dropped.
    return this.#settings.token.redactor.remember(this.#token);
  }

  /** URL of the request, without its query; for a custom request with the template, since a parameter may be a secret. */
  get url(): string {
    const { operation, target } = this.#request;
    return (
      this.#settings.baseUrl + (operation.name === 'request' ? operation.path : target.replace(/\?.*/, ''))
    );
  }

  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  /** What may be shown of the headers, once they have been received. */
  get shown(): Partial<ShownHeaders> {
    return (this.#shown ??= this.#received && showHeaders(this.#received, this.redactor)) ?? {};
  }

  /** How long the service asked to wait, in milliseconds; `Infinity` if that cannot be read. */
  get retryAfter(): number | undefined {
    return this.#received && readRetryAfter(this.#received, this.status ?? 0);
  }

  /** Ends the request and frees its connection. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /**
   * Sends the request and returns the parsed body of a complete, successful response; `undefined` if it is empty.
   *
   * @param deadline When the whole call times out
   * @throws the error of the call if this attempt is the last, or the signal's reason
   */
  async send(deadline: number): Promise<unknown> {
    const { operation, target, timeout, totalTimeout } = this.#request;
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    try {
      await ky(target, {
        prefix: this.#settings.baseUrl,
        method: operation.method,
        timeout: Math.min(timeout, left),
        retry: { limit: 0 },
        throwHttpErrors: false,
        // Reads the body too: ky's timeout ends with this function.
        fetch: async (request) => {
          this.#value = await unlessAborted(this.#receive((request as Request).url), this.#controller.signal);
          return new Response();
        },
      });
    } catch (error) {
      if (!isTimeoutError(error)) throw error;
      this.abort(error);
      throw this.#timedOut(left < timeout ? `totalTimeout (${totalTimeout} ms)` : `timeout (${timeout} ms)`);
    }
    const value = this.#value;
    // ky's signals keep the function above until the next full garbage collection; it must not keep a page with it.
    this.#value = undefined;
    return value;
  }

  /** May never settle if a user-supplied `fetch` or token function ignores the signal. */
  async #receive(url: string): Promise<unknown> {
    const { signal } = this.#controller;
    this.#token = await this.#settings.token.read(this.#context);
    signal.throwIfAborted();
    const response = await this.#fetch(url);
    if (isRedirect(response)) throw this.#redirectError(response);
    const isOk = response.status < 300;
    const bytes = await this.#readBody(response, isOk);
    this.#bytes = bytes.byteLength;
    const { value, problem } = parseBody(bytes);
    const shown = problem === undefined ? value : decode(bytes);
    const html = problem === 'HTML' ? this.redactor.redact(describeHtml(String(shown), this.url)) : undefined;
    if (!isOk) throw this.#apiError(response.status, shown, html);
    const { statusInBody, emptyResponse, effect } = this.#request.operation;
    if (statusInBody) this.#checkStatusIn(shown);
    // A rejection with a wrong status, which may be a valid response too: that of some writes has no essential field.
    if (effect !== 'read' && isErrorBody(value)) throw this.#apiError(response.status, value);
    if (problem === undefined || (problem === 'empty' && emptyResponse)) return value;
    // HTML is sent by a proxy: it proves nothing about the service.
    const error = this.#malformed(html ?? receivedInstead[problem], html ? 'unknown' : 'applied');
    // A complete response without a body: the write is done, and a retry would only repeat it.
    throw problem === 'empty' && effect === 'idempotent' ? neverRetried(error) : error;
  }

  async #fetch(url: string): Promise<ReadableResponse> {
    const { operation, headers, body } = this.#request;
    this.sent = true;
    try {
      const result: unknown = await this.#settings.fetch(url, {
        method: operation.method,
        headers: { ...headers, [tokenHeader]: this.#token },
        // Following a redirect would send the token to its target.
        redirect: 'manual',
        signal: this.#controller.signal,
        ...(body === undefined ? {} : { body }),
      });
      const response = checkResponse(result);
      this.status = response.status;
      this.#received = response.headers;
      return response;
    } catch (error) {
      throw this.#fetchError(error);
    }
  }

  async #readBody(response: ReadableResponse, isOk: boolean): Promise<Uint8Array> {
    const { maxResponseBytes } = this.#settings;
    const onHead = isOk ? this.#request.onHead : undefined;
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readBody(response, maxResponseBytes, this.#controller.signal, onHead);
    } catch (error) {
      throw this.#fetchError(error);
    }
    if (bytes) return bytes;
    if (!isOk) throw this.#apiError(response.status);
    throw new ResponseTooLargeError(
      `${this.event.operation}: the response is larger than maxResponseBytes (${maxResponseBytes} bytes)`,
      { ...this.#context('applied'), maxResponseBytes },
    );
  }

  /** The error for a body that is nested so deeply that to validate or keep it overflows the stack. */
  nestedTooDeeply(): MalformedResponseError {
    return neverRetried(this.#malformed('JSON that is nested too deeply', 'applied'));
  }

  invalidResponse(value: unknown, { issues, row, rawRow }: Invalid): PublisherError {
    const { redactor, status = 0 } = this;
    const { operation, query } = this.#request;
    // Not shortened: resuming manually requires the complete cursor.
    const cursor = typeof query['cursor'] === 'string' ? redactor.redact(query['cursor']) : undefined;
    const page = cursor === undefined ? '' : `, page cursor ${quote(cursor)}`;
    const redacted = redactIssues(issues, redactor);
    const isRead = operation.effect === 'read';
    return new ResponseValidationError(
      `${operation.name}: the response (status ${status}${page}) is not as documented: ${listIssues(redacted)}`,
      {
        ...this.#context(hasErrorMessage(value) ? 'unknown' : 'applied'),
        issues: redacted,
        row,
        cursor,
        rawRow: isRead && row !== undefined ? keepBody(rawRow, redactor) : undefined,
        body: isRead ? undefined : keepBody(value, redactor),
      },
    );
  }

  /** Returns what an error of this attempt contains; for writes `outcome`, which is what the attempt alone proves. */
  readonly #context = (outcome: Outcome): ErrorContext => {
    const { headers, requestId } = this.shown;
    const { name: operation, effect } = this.#request.operation;
    const { attempt: attempts, callId } = this.event;
    const context = { operation, callId, attempts, status: this.status, headers, requestId };
    return effect === 'read' ? context : { ...context, outcome };
  };

  #fetchError(thrown: unknown): PublisherError {
    this.#controller.signal.throwIfAborted();
    if (isControlFlow(thrown)) throw thrown;
    const { status, redactor } = this;
    if (status !== undefined && status >= 300) return this.#apiError(status);
    return fetchError(thrown, this.#settings, redactor, this.#context, status);
  }

  /** Throws the error for a successful response with an error status in its body. */
  #checkStatusIn(body: unknown): void {
    if (!isObject(body) || !('status' in body)) return;
    // A string such as "401" is an error too: its list would be empty.
    const status = Number(body.status);
    if (status >= 400) throw this.#apiError(status, body);
  }

  #apiError(status: number, body?: unknown, html?: string): PublisherError {
    const { errors } = this.#request.operation;
    try {
      // A page of a proxy or another site says nothing about what the service has.
      if (html && [404, 409, 410].includes(status))
        return neverRetried(
          this.#malformed(html, 'unknown', status === 404 ? checkVersion(this.baseUrl) : ''),
        );
      return apiError(status, body, errors, this, this.#context, html);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // The body is nested so deeply that it overflows the stack.
      return apiError(status, undefined, errors, this, this.#context);
    }
  }

  #malformed(received: string, outcome: Outcome, advice = ''): MalformedResponseError {
    const { status = 0, event } = this;
    const bytes = this.#bytes;
    const message = `${event.operation}: expected JSON, received ${received} (status ${status}, ${bytes} bytes)`;
    return new MalformedResponseError(message + advice, { ...this.#context(outcome), bytes });
  }

  #timedOut(limit: string): PublisherError {
    const { sent, status } = this;
    // The status alone is an error; only the body that explains it is missing.
    if (status !== undefined && status >= 300) return this.#apiError(status);
    const outcome = status !== undefined ? 'applied' : sent ? 'unknown' : 'not_sent';
    const message = `${this.event.operation}: no complete response within ${limit}`;
    return new TimeoutError(message, this.#context(outcome));
  }

  #redirectError({ status, headers, body }: ReadableResponse): RedirectError {
    void body?.cancel().catch(() => undefined);
    const { baseUrl } = this.#settings;
    const location = headers.get('location');
    const target = location !== null && URL.canParse(location, baseUrl) && new URL(location, baseUrl);
    const targetOrigin = target ? this.redactor.redact(target.origin, maxShownLength) : undefined;
    return new RedirectError(
      `${this.event.operation}: received a redirect${targetOrigin ? ` to ${targetOrigin}` : ''} (status ${status}); ` +
        'redirects are never followed: check baseUrl',
      { ...this.#context('unknown'), targetOrigin },
    );
  }
}

const receivedInstead: Readonly<Record<BodyProblem, string>> = {
  empty: 'an empty body',
  HTML: 'HTML',
  'not UTF-8': 'invalid UTF-8',
  'not JSON': 'malformed JSON',
};
