import type { Validation } from '../validation/validation.ts';
import { listIssues } from '../errors/printable.ts';
import { tokenHeader } from '../options/rules.ts';
import { parseBody } from '../http/response.ts';
import { TokenRedactor } from '../http/redact.ts';
import { checkSignature, signatureHeader, signatureOf } from './authenticate.ts';
import { Deadline, readRawBody } from './body.ts';
import { CallbackError, type CallbackErrorReason, rejectionOf } from './callback-error.ts';
import type { CallbackContext, CallbackHandler, CallbackSettings } from './options.ts';

/** What differs from one callback to another. */
export interface Callback<Payload> {
  readonly settings: CallbackSettings;
  /** Validates what the service sent. */
  validatePayload(value: unknown): Validation<Payload>;
  /** The publisher's function. */
  handle(payload: Payload, context: CallbackContext): unknown;
  /** Validates what the publisher's function returned. */
  validateResult(result: unknown): Validation<unknown>;
}

/** Creates a handler that responds to every request, and reports failures to the publisher. */
export function runCallback<Payload>(callback: Callback<Payload>): CallbackHandler {
  return async (request) => {
    const sent = new TokenRedactor();
    try {
      return await respond(callback, request, sent);
    } catch (error) {
      const failure = toCallbackError(callback.settings.operation, error);
      callback.settings.reporter.failed(failure, sent);
      return errorResponse(failure.reason);
    }
  };
}

async function respond<Payload>(
  callback: Callback<Payload>,
  request: Request,
  sent: TokenRedactor,
): Promise<Response> {
  const { settings } = callback;
  if (request.method !== 'POST') throw new CallbackError('method_not_allowed', 'the method is not POST');
  // Only digests of the tokens are kept, so an echo in the body is recognized by the header.
  sent.remember(await settings.checkToken(request.headers.get(tokenHeader)));
  const signature = signatureOf(request.headers, settings.verifySignature);

  const deadline = new Deadline(settings.timeout, request.signal);
  try {
    const body = await readRawBody(request, settings.maxBodyBytes, deadline);
    const headers = withoutSecrets(request.headers);
    await checkSignature(settings.verifySignature, { body, signature, headers }, deadline);

    const payload = readPayload(callback, body, sent);
    const { signal } = deadline;
    const cleaned = new Request(request.url, { method: 'POST', headers, body, signal });
    const result = await deadline.race(
      () => callHandler(() => callback.handle(payload, { request: cleaned, signal })),
      () =>
        new CallbackError('handler_timed_out', `your function did not return within ${settings.timeout} ms`),
    );
    return successResponse(toJson((value) => callback.validateResult(value), result));
  } finally {
    deadline.end();
  }
}

async function callHandler(handle: () => unknown): Promise<unknown> {
  try {
    return await handle();
  } catch (cause) {
    throw new CallbackError('handler_failed', 'your function threw', { cause });
  }
}

/** The publisher's function may log the request: its headers must not contain the token or the signature. */
function withoutSecrets(received: Headers): Headers {
  const headers = new Headers(received);
  headers.delete(tokenHeader);
  headers.delete(signatureHeader);
  return headers;
}

function readPayload<Payload>(callback: Callback<Payload>, body: Uint8Array, sent: TokenRedactor): Payload {
  const parsed = parseBody(body);
  if (parsed.problem !== undefined) {
    const reason = parsed.problem === 'not UTF-8' ? 'body_not_utf8' : 'body_not_json';
    throw new CallbackError(reason, `the body is ${parsed.problem}`);
  }
  const validation = callback.validatePayload(parsed.value);
  if (!validation.ok) {
    const issues = validation.issues.map(({ path, message }) => ({
      path: sent.redact(path, longestIssue),
      message: sent.redact(message, longestIssue),
    }));
    throw new CallbackError('body_invalid', `the body does not match its schema: ${listIssues(issues)}`, {
      issues,
    });
  }
  for (const drift of validation.drift) {
    callback.settings.reporter.drift.report(callback.settings.operation, drift, sent);
  }
  return validation.value;
}

const longestIssue = 1000;

function toJson(
  validateResult: (result: unknown) => Validation<unknown>,
  result: unknown,
): string | undefined {
  let validation: Validation<unknown>;
  try {
    validation = validateResult(result);
    if (validation.ok) {
      // `JSON.stringify` returns undefined for functions and symbols, which its type does not say.
      const json = JSON.stringify(validation.value) as string | undefined;
      if (json !== undefined || result === undefined) return json;
      validation = { ok: false, issues: [{ path: '', message: 'must be a JSON value' }], row: undefined };
    }
  } catch (cause) {
    const message = 'the return value of your function cannot be validated or serialized as JSON';
    throw new CallbackError('response_invalid', message, { cause });
  }
  const { issues } = validation;
  const message = `the return value of your function does not match the response schema: ${listIssues(issues)}`;
  throw new CallbackError('response_invalid', message, { issues });
}

/** Adds the name of the callback to an error, and wraps errors that are not a `CallbackError`. */
function toCallbackError(operation: string, error: unknown): CallbackError {
  if (!(error instanceof CallbackError)) {
    // For example when a framework passes a request that does not implement all of the Fetch standard.
    return new CallbackError('handler_failed', 'the callback could not be handled', {
      operation,
      cause: error,
    });
  }
  const { reason, message, issues, cause } = error;
  return new CallbackError(reason, message, { operation, issues, cause });
}

// A response contains a player's access token: no cache may store it.
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** The response to a callback that failed: a status and an error code. */
function errorResponse(reason: CallbackErrorReason): Response {
  const { status, error } = rejectionOf(reason);
  const allow = status === 405 ? { allow: 'POST' } : {};
  return new Response(JSON.stringify({ error }), { status, headers: { ...headers, ...allow } });
}

/** The response to a callback that succeeded: 200 with JSON, or 204 without a body. */
function successResponse(json: string | undefined): Response {
  return json === undefined
    ? new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    : new Response(json, { status: 200, headers });
}
