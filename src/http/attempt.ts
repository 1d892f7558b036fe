import { isObject } from '../api/input.ts';
import {
  type ApiError,
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
import { tokenHeader } from '../options/rules.ts';
import type { RequestEvent } from '../options/hooks.ts';
import { decode } from '../runtime/runtime.ts';
import type { Invalid } from '../validation/validation.ts';
import { apiError } from './api-error.ts';
import { fetchError } from './network-error.ts';
import type { PreparedRequest } from './prepare.ts';
import { keepBody, maxShownLength, redactIssues } from './redact.ts';
import {
  type BodyProblem,
  type FetchedResponse,
  parseBody,
  readBody,
  redactedHeaders,
  requestIdIn,
  toFetchedResponse,
} from './response.ts';
import { neverRetried, readRetryAfter } from './retries.ts';
import type { TransportSettings } from './settings.ts';

/** One request of a call, from reading the token to parsing the response. */
export class Attempt {
  readonly event: RequestEvent;
  readonly startedAt: number = performance.now();
  /** Whether `fetch` was called. */
  sent = false;
  /** HTTP status, once the headers have been received. */
  status: number | undefined;
  /** The service's id of the request, redacted. */
  requestId: string | undefined;
  /** How long the service asked to wait, in milliseconds. */
  retryAfter: number | undefined;
  error: unknown;
  readonly #request: PreparedRequest;
  readonly #settings: TransportSettings;
  // Not the signal of ky's request, which may be garbage-collected while the request is pending.
  readonly #controller = new AbortController();
  #token = '';
  #receivedHeaders: Headers | undefined;
  #headers: Headers | undefined;

  constructor(attempt: number, request: PreparedRequest, settings: TransportSettings) {
    const { name: operation, method, path } = request.operation;
    this.event = { operation, callId: request.callId, attempt, method, path };
    this.#request = request;
    this.#settings = settings;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get redactor(): TokenRedactor {
    // Other requests may have sent newer tokens since, so that this one was dropped.
    return this.#settings.token.redactor.remember(this.#token);
  }

  /** Headers without tokens and cookies, once they have been received; copied when they are read first. */
  get headers(): Headers | undefined {
    return (this.#headers ??= this.#receivedHeaders && redactedHeaders(this.#receivedHeaders, this.redactor));
  }

  /** Ends the request and frees its connection; does nothing once the response has been received. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /**
   * Sends the request and returns the parsed body of a complete, successful response; `undefined` if it is empty. May
   * never settle if a user-supplied `fetch` or token function ignores the signal.
   *
   * @throws the error of the call if this attempt is the last, or the signal's reason
   */
  async send(url: string): Promise<unknown> {
    this.#token = await this.#settings.token.read(this.#context);
    this.signal.throwIfAborted();
    const response = await this.#fetch(url);
    const { status } = response;
    if (response.isRedirect) {
      void response.body?.cancel?.().catch(() => undefined);
      throw this.#redirectError(response);
    }
    const bytes = await this.#readBody(response);
    const { value, problem } = parseBody(bytes);
    const shown = problem === undefined ? value : decode(bytes);
    const errorStatus = response.ok ? this.#errorStatusIn(shown) : status;
    if (errorStatus !== undefined) throw this.#apiError(errorStatus, shown);
    const isEmpty = problem === 'empty' && this.#request.operation.emptyResponse;
    if (problem === undefined) this.#settings.onBody?.(value, bytes);
    if (problem === undefined || isEmpty) return value;
    const error = new MalformedResponseError(
      `${this.event.operation}: expected JSON, received ${receivedInstead[problem]} (status ${status}, ${bytes.byteLength} bytes)`,
      // HTML is sent by a proxy: it proves nothing about the service.
      { ...this.#context(problem === 'HTML' ? 'unknown' : 'applied'), status, bytes: bytes.byteLength },
    );
    // Deep nesting is not a transmission error: the next response would be nested too.
    throw problem === 'nested over 100 levels' ? neverRetried(error) : error;
  }

  timedOut(limit: string): PublisherError {
    const { sent, status } = this;
    // The status alone is an error; only the body that explains it is missing.
    if (status !== undefined && status >= 300) return this.#apiError(status);
    const outcome = status !== undefined ? 'applied' : sent ? 'unknown' : 'not_sent';
    const message = `${this.event.operation}: no complete response within ${limit}`;
    return new TimeoutError(message, { ...this.#context(outcome), status });
  }

  invalidResponse(value: unknown, { issues, row, rawRow }: Invalid): ResponseValidationError {
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
        ...this.#context('applied'),
        status,
        issues: redacted,
        row,
        cursor,
        rawRow: isRead && row !== undefined ? keepBody(rawRow, redactor) : undefined,
        body: isRead ? undefined : keepBody(value, redactor),
      },
    );
  }

  async #fetch(url: string): Promise<FetchedResponse> {
    const { operation, headers, body } = this.#request;
    this.sent = true;
    try {
      const result: unknown = await this.#settings.fetch(url, {
        method: operation.method,
        headers: { ...headers, [tokenHeader]: this.#token },
        // Following a redirect would send the token to its target.
        redirect: 'manual',
        signal: this.signal,
        ...(body === undefined ? {} : { body }),
      });
      const response = toFetchedResponse(result);
      this.status = response.status;
      this.#receivedHeaders = response.headers;
      this.requestId = requestIdIn(response.headers, this.redactor);
      this.retryAfter = readRetryAfter(response.headers);
      return response;
    } catch (error) {
      throw this.#fetchError(error);
    }
  }

  async #readBody({ ok, status, body }: FetchedResponse): Promise<Uint8Array> {
    const { maxResponseBytes } = this.#settings;
    let bytes: Uint8Array | undefined;
    try {
      bytes = await readBody(body, maxResponseBytes, this.signal, ok ? this.#request.onHead : undefined);
    } catch (error) {
      throw this.#fetchError(error);
    }
    if (bytes) return bytes;
    if (!ok) throw this.#apiError(status);
    throw new ResponseTooLargeError(
      `${this.event.operation}: the response is larger than maxResponseBytes (${maxResponseBytes} bytes)`,
      { ...this.#context('applied'), status, maxResponseBytes },
    );
  }

  /** Returns what an error of this attempt contains; for writes `outcome`, which is what the attempt alone proves. */
  readonly #context = (outcome: Outcome): ErrorContext => {
    const { headers, requestId } = this;
    const { name: operation, effect } = this.#request.operation;
    const context = { operation, attempts: this.event.attempt, headers, requestId };
    return effect === 'read' ? context : { ...context, outcome };
  };

  #fetchError(thrown: unknown): PublisherError {
    this.signal.throwIfAborted();
    const { status, redactor } = this;
    if (status !== undefined && status >= 300) return this.#apiError(status);
    return fetchError(thrown, this.#settings, redactor, this.#context, status);
  }

  /** Returns the error status in the body of a successful response, if the operation has it there. */
  #errorStatusIn(body: unknown): number | undefined {
    if (!this.#request.operation.statusInBody || !isObject(body) || !('status' in body)) return undefined;
    // A string such as "401" is an error too: its list would be empty.
    const status = Number(body.status);
    return status >= 400 ? status : undefined;
  }

  #apiError(status: number, body?: unknown): ApiError {
    return apiError(status, body, this.#request.operation.errors, this, this.#context);
  }

  #redirectError({ status, headers }: FetchedResponse): RedirectError {
    const { baseUrl } = this.#settings;
    const location = headers.get('location');
    const target = location !== null && URL.canParse(location, baseUrl) && new URL(location, baseUrl);
    const targetOrigin = target ? this.redactor.redact(target.origin, maxShownLength) : undefined;
    return new RedirectError(
      `${this.event.operation}: received a redirect${targetOrigin ? ` to ${targetOrigin}` : ''} (status ${status}); ` +
        'redirects are never followed: check baseUrl',
      { ...this.#context('unknown'), status, targetOrigin },
    );
  }
}

const receivedInstead: Readonly<Record<BodyProblem, string>> = {
  empty: 'an empty body',
  HTML: 'HTML',
  'not UTF-8': 'invalid UTF-8',
  'not JSON': 'malformed JSON',
  'nested over 100 levels': 'JSON nested over 100 levels',
};
