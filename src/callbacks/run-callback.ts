import { listIssues, printable } from '../client/errors/printable.ts';
import { TokenRedactor } from '../client/errors/token-redactor.ts';
import type { DriftReporter, Observer } from '../client/http/observer.ts';
import { redactIssues } from '../client/http/redact.ts';
import { parseBody } from '../client/http/response.ts';
import type { Logger } from '../client/options/logger.ts';
import { tokenHeader } from '../client/options/headers.ts';
import type { Validation } from '../client/validation/validation.ts';
import { checkSignature, type createTokenCheck, signatureHeader, signatureOf } from './authenticate.ts';
import { CallbackError, printCause, rejectionOf } from './callback-error.ts';
import { readRawBody, runWithin, startLimit } from './limits.ts';
import { readRequest, type ReceivedRequest } from './received-request.ts';
import type { UnsignedAccepted, VerifySignature } from './signature.ts';

/** What a callback's function receives in addition to the payload. */
export interface CallbackContext {
  /** The request, with its body unread and without the headers that contain the token and the signature. */
  readonly request: Request;
  /** Aborts when the callback times out, or when the service closes the connection. */
  readonly signal: AbortSignal;
}

/** Handles a request of the Fetch standard, in any framework that uses it. It never rejects. */
export type CallbackHandler = (request: Request) => Promise<Response>;

/** The validated options of a handler, with their defaults. */
export interface CallbackSettings {
  /** The name of this callback in logs and errors. */
  readonly operation: string;
  readonly checkToken: ReturnType<typeof createTokenCheck>;
  readonly maxBodyBytes: number;
  readonly timeout: number;
  readonly logger: Logger;
  /** Contains the errors of the publisher's logger and functions. */
  readonly observer: Observer;
  /** Reports schema drift of payloads, once for each field. */
  readonly drift: DriftReporter;
  readonly verifySignature: VerifySignature | UnsignedAccepted;
  readonly onError: ((error: CallbackError) => unknown) | undefined;
}

/** A callback: the settings of its handler, and what differs from one callback to another. */
export interface Callback<Payload> extends CallbackSettings {
  /** Validates what the service sent. */
  readonly validatePayload: (value: unknown) => Validation<Payload>;
  /** The publisher's function. */
  readonly handle: (payload: Payload, context: CallbackContext) => unknown;
  /** Validates what the publisher's function returned. */
  readonly validateResult: (result: unknown) => Validation<unknown>;
}

/** Creates a handler that responds to every request, and reports failures to the publisher. */
export function runCallback<Payload>(callback: Callback<Payload>): CallbackHandler {
  return async (received: Request, outgoing?: unknown) => {
    const sent = new TokenRedactor();
    let request: ReceivedRequest | undefined;
    try {
      request = readRequest(received);
      if (!request) throw notARequest();
      return await respond(callback, request, sent);
    } catch (error) {
      const response = reject(callback, error, sent);
      if (!request) endResponse(outgoing, response.status);
      return response;
    }
  };
}

function notARequest(): CallbackError {
  return new CallbackError(
    'the handler was called with something other than a Request of the Fetch standard, or an object with the method, url, ' +
      'headers and raw body of one. Express, Fastify, NestJS and node:http: use toNodeListener(handler). Hono: pass ' +
      'c.req.raw',
    { reason: 'handler_failed' },
  );
}

/** Ends the response of Node that Express passes beside its request: nothing else would, and the player would wait. */
function endResponse(outgoing: unknown, status: number): void {
  const response = Object(outgoing) as { statusCode?: number; end?: () => void };
  if (typeof response.end !== 'function') return;
  response.statusCode = status;
  response.end();
}

// A response contains a player's access token: no cache may store it.
const noStore = { 'cache-control': 'no-store' };
const jsonHeaders = { ...noStore, 'content-type': 'application/json' };

async function respond<Payload>(
  callback: Callback<Payload>,
  request: ReceivedRequest,
  sent: TokenRedactor,
): Promise<Response> {
  const { checkToken, verifySignature, maxBodyBytes, timeout } = callback;
  if (request.method !== 'POST')
    throw new CallbackError('the method is not POST', { reason: 'method_not_allowed' });
  const limit = startLimit(timeout, request.signal ?? new AbortController().signal);
  // Only digests of the tokens are kept, so an echo in the body is recognized by the header.
  sent.remember(await checkToken(request.headers.get(tokenHeader), limit));
  const signature = signatureOf(request.headers, verifySignature);
  const body = await readRawBody(request, maxBodyBytes, limit);
  const headers = withoutSecrets(request.headers);
  await checkSignature(verifySignature, { body, signature, headers }, limit);

  const payload = readPayload(callback, body, sent);
  const { signal } = limit;
  const cleaned = new Request(request.url, { method: 'POST', headers, body, signal });
  const result = await runWithin(limit, () => callback.handle(payload, { request: cleaned, signal }), {
    timedOut: () =>
      new CallbackError(`your function did not return within ${timeout} ms`, { reason: 'handler_timed_out' }),
    failed: (cause) => new CallbackError('your function threw', { reason: 'handler_failed', cause }),
  });
  const json = toJson(callback.validateResult, result);
  return json === undefined
    ? new Response(null, { status: 204, headers: noStore })
    : new Response(json, { status: 200, headers: jsonHeaders });
}

/** Responds with a status and an error code, and reports the details to the publisher. */
function reject(
  { operation, logger, observer, onError }: CallbackSettings,
  error: unknown,
  sent: TokenRedactor,
): Response {
  // Others are thrown for example when a framework passes a request without all of the Fetch standard.
  const { reason, message, issues, cause } =
    error instanceof CallbackError
      ? error
      : new CallbackError('the callback could not be handled', { reason: 'handler_failed', cause: error });
  const { status, error: code } = rejectionOf(reason);
  const entry = `publisher-commerce ${printable(operation)}: responded with ${status}, ${reason}: ${message}`;
  observer.guard('logger', () => {
    const printed = cause === undefined ? '' : `\n  ${printCause(cause, sent)}`;
    logger[status < 500 ? 'warn' : 'error'](entry + printed);
  });
  const failure = new CallbackError(message, { reason, operation, issues, cause });
  observer.guard('onError', () => onError?.(failure));
  const headers = status === 405 ? { ...jsonHeaders, allow: 'POST' } : jsonHeaders;
  return new Response(JSON.stringify({ error: code }), { status, headers });
}

/** The publisher's function may log the request: its headers must not contain the token or the signature. */
function withoutSecrets(received: Headers): Headers {
  const headers = new Headers(received);
  headers.delete(tokenHeader);
  headers.delete(signatureHeader);
  return headers;
}

function readPayload<Payload>(
  { operation, drift: reporter, validatePayload }: Callback<Payload>,
  body: Uint8Array,
  sent: TokenRedactor,
): Payload {
  const parsed = parseBody(body);
  if (parsed.problem !== undefined) {
    const reason = parsed.problem === 'not UTF-8' ? 'body_not_utf8' : 'body_not_json';
    throw new CallbackError(`the body is ${parsed.problem}`, { reason });
  }
  const validation = validatePayload(parsed.value);
  if (validation.ok) {
    for (const drift of validation.drift) reporter.report(operation, drift, sent);
    return validation.value;
  }
  const issues = redactIssues(validation.issues, sent);
  throw new CallbackError(`the body does not match its schema: ${listIssues(issues)}`, {
    reason: 'body_invalid',
    issues,
  });
}

function toJson(validateResult: Callback<never>['validateResult'], result: unknown): string | undefined {
  let issues = [{ path: '', message: 'must be a JSON value' }];
  try {
    const validation = validateResult(result);
    if (validation.ok) {
      // `JSON.stringify` returns undefined for functions and symbols, which its type does not say.
      const json = JSON.stringify(validation.value) as string | undefined;
      if (json !== undefined || result === undefined) return json;
    } else issues = [...validation.issues];
  } catch (cause) {
    const message = 'the return value of your function cannot be validated or serialized as JSON';
    throw new CallbackError(message, { reason: 'response_invalid', cause });
  }
  const message = `the return value of your function does not match the response schema: ${listIssues(issues)}`;
  throw new CallbackError(message, { reason: 'response_invalid', issues });
}
