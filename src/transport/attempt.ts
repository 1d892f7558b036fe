import { isObject } from '../contract/input.ts';
import { ConfigurationError } from '../errors/index.ts';
import { tokenHeader } from '../options/rules.ts';
import type { RequestEvent } from '../options/hooks.ts';
import { apiFailure } from './api-failure.ts';
import { AttemptFailure } from './failure.ts';
import { fetchFailure } from './fetch-failure.ts';
import { type FetchedResponse, toFetchedResponse } from './fetched-response.ts';
import { isInstance } from './is-instance.ts';
import { keepErrorBody } from './keep-body.ts';
import { decode, parseBody } from './parse-body.ts';
import type { PreparedRequest } from './prepare.ts';
import { readBody, TooLarge } from './read-body.ts';
import { ReceivedResponse } from './received-response.ts';
import { type ResponseMetadata, responseMetadata } from './response-metadata.ts';
import { malformedFailure, redirectFailure, tooLargeFailure } from './response-failures.ts';
import { readRetryAfter } from './retry-after.ts';
import type { SentTokens } from './sent-tokens.ts';
import type { TransportSettings } from './settings.ts';

/** One request of a call, from reading the token to parsing the response. */
export class Attempt {
  readonly event: RequestEvent;
  readonly startedAt: number = performance.now();
  /** Whether `fetch` was called. */
  sent = false;
  /** HTTP status, once the headers have been received. */
  status: number | undefined;
  /** Headers and request id, once the headers have been received. */
  metadata: ResponseMetadata | undefined;
  /** How long the service asked to wait, in milliseconds. */
  retryAfter: number | undefined;
  /** Set when the attempt failed. */
  failure: AttemptFailure | undefined;
  readonly #request: PreparedRequest;
  readonly #settings: TransportSettings;
  // Not the signal of ky's request, which may be garbage-collected while the request is pending.
  readonly #controller = new AbortController();

  constructor(attempt: number, request: PreparedRequest, settings: TransportSettings) {
    const { name: operation, method, path } = request.operation;
    this.event = { operation, callId: request.callId, attempt, method, path };
    this.#request = request;
    this.#settings = settings;
  }

  /** Aborts when the attempt ends early, for any reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the request and frees its connection; does nothing once the response has been received. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /**
   * Sends the request and returns the complete response. May never settle if a user-supplied `fetch` or token function
   * ignores the signal.
   *
   * @throws {@link AttemptFailure}, or the signal's reason
   */
  async send(url: string): Promise<ReceivedResponse> {
    const token = await this.#readToken();
    this.signal.throwIfAborted();
    // Other requests may have sent newer tokens since, so that this one was dropped.
    const sent = (): SentTokens => this.#settings.token.sent.remember(token);
    const response = await this.#fetch(url, token, sent);
    const { status } = response;
    if (response.isRedirect) {
      void response.body?.cancel?.().catch(() => undefined);
      throw redirectFailure(response, this.#settings.baseUrl, sent());
    }
    const bytes = await this.#readBody(response, sent);
    const body = parseBody(bytes);
    const value = body.ok ? body.value : decode(bytes);
    const errorStatus = response.ok ? this.#errorStatusIn(value) : status;
    if (errorStatus !== undefined) throw this.#rejected(errorStatus, keepErrorBody(value, sent()));
    if (body.ok) return new ReceivedResponse(status, body.value, sent);
    if (body.problem === 'empty' && this.#request.operation.emptyResponse)
      return new ReceivedResponse(status, undefined, sent);
    throw malformedFailure(status, bytes.byteLength, body.problem);
  }

  async #readToken(): Promise<string> {
    try {
      return await this.#settings.token.read();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const { option, rule, code, cause } = error;
      throw new AttemptFailure({
        code,
        evidence: 'not_sent',
        retry: 'never',
        toError: (context) => new ConfigurationError(option, rule, { ...context, cause }),
      });
    }
  }

  async #fetch(url: string, token: string, sent: () => SentTokens): Promise<FetchedResponse> {
    const { operation, headers, body } = this.#request;
    this.sent = true;
    try {
      const result: unknown = await this.#settings.fetch(url, {
        method: operation.method,
        headers: { ...headers, [tokenHeader]: token },
        // Following a redirect would send the token to its target.
        redirect: 'manual',
        signal: this.signal,
        ...(body === undefined ? {} : { body }),
      });
      const response = toFetchedResponse(result);
      this.status = response.status;
      this.metadata = responseMetadata(response.headers, sent);
      this.retryAfter = readRetryAfter(response.headers);
      return response;
    } catch (error) {
      this.signal.throwIfAborted();
      throw fetchFailure(error, this.#settings, sent());
    }
  }

  async #readBody(response: FetchedResponse, sent: () => SentTokens): Promise<Uint8Array> {
    const { maxResponseBytes } = this.#settings;
    try {
      const onHead = response.ok ? this.#request.onHead : undefined;
      return await readBody(response, maxResponseBytes, this.signal, onHead);
    } catch (error) {
      this.signal.throwIfAborted();
      if (!response.ok) throw this.#rejected(response.status);
      throw isInstance(error, TooLarge)
        ? tooLargeFailure(response.status, maxResponseBytes)
        : fetchFailure(error, this.#settings, sent(), response.status);
    }
  }

  /** Returns the error status in the body of a successful response, if the operation has it there. */
  #errorStatusIn(body: unknown): number | undefined {
    if (!this.#request.operation.statusInBody || !isObject(body) || !('status' in body)) return undefined;
    // A string such as "401" is an error too: its list would be empty.
    const status = Number(body.status);
    return status >= 400 ? status : undefined;
  }

  #rejected(status: number, body?: Parameters<typeof apiFailure>[1]): AttemptFailure {
    return apiFailure(status, body, this.#request.operation.errors, this.retryAfter);
  }
}
