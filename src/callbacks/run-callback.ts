import type { Validation } from '../contract/validation/validate.ts';
import { CallbackError } from '../errors/index.ts';
import { listIssues } from '../errors/outcome.ts';
import { tokenHeader } from '../options/headers.ts';
import { parseBody } from '../transport/parse-body.ts';
import { SentTokens } from '../transport/sent-tokens.ts';
import { checkSignature, signatureHeader, signatureOf } from './check-signature.ts';
import { Deadline } from './deadline.ts';
import type { CallbackContext, CallbackHandler, CallbackSettings } from './options.ts';
import { readRawBody } from './read-raw-body.ts';
import { accept, refuse } from './replies.ts';

/** What sets one callback apart from another. */
export interface Callback<Payload> {
  readonly settings: CallbackSettings;
  /** Holds a payload against its schema. */
  read(value: unknown): Validation<Payload>;
  /** The publisher's own function. */
  handle(payload: Payload, context: CallbackContext): unknown;
  /** Holds the publisher's answer against what is documented of it. */
  check(answer: unknown): Validation<unknown>;
}

/** A handler that answers every request, whatever happens, and tells the publisher what went wrong. */
export function runCallback<Payload>(callback: Callback<Payload>): CallbackHandler {
  return async (request) => {
    const sent = new SentTokens();
    try {
      return await answer(callback, request, sent);
    } catch (error) {
      const failure = describe(callback.settings.operation, error);
      callback.settings.reporter.failed(failure, sent);
      return refuse(failure.reason);
    }
  };
}

async function answer<Payload>(
  callback: Callback<Payload>,
  request: Request,
  sent: SentTokens,
): Promise<Response> {
  const { settings } = callback;
  if (request.method !== 'POST') throw new CallbackError('method_not_allowed', 'the method is not POST');
  // Only digests of the tokens are kept, so an echo in the body is recognized by the header.
  sent.remember(settings.tokens.check(request.headers.get(tokenHeader)));
  const signature = signatureOf(request.headers, settings.verifySignature);

  const deadline = new Deadline(settings.timeout, request.signal);
  try {
    const body = await readRawBody(request, settings.maxBodyBytes, deadline);
    const headers = withoutSecrets(request.headers);
    await checkSignature(settings.verifySignature, { body, signature, headers }, deadline);

    const payload = readPayload(callback, body, sent);
    const { signal } = deadline;
    const cleaned = new Request(request.url, { method: 'POST', headers, body, signal });
    const given = await deadline.race(
      () => handled(() => callback.handle(payload, { request: cleaned, signal })),
      () => new CallbackError('handler_timed_out', `your function took more than ${settings.timeout} ms`),
    );
    return accept(toJson((value) => callback.check(value), given));
  } finally {
    deadline.end();
  }
}

async function handled(handle: () => unknown): Promise<unknown> {
  try {
    return await handle();
  } catch (cause) {
    throw new CallbackError('handler_failed', 'your function threw', { cause });
  }
}

/** A publisher's error may print the request it failed on, and a log is no place for these. */
function withoutSecrets(received: Headers): Headers {
  const headers = new Headers(received);
  headers.delete(tokenHeader);
  headers.delete(signatureHeader);
  return headers;
}

function readPayload<Payload>(callback: Callback<Payload>, body: Uint8Array, sent: SentTokens): Payload {
  const parsed = parseBody(body);
  if (!parsed.ok) {
    const reason = parsed.problem === 'not UTF-8' ? 'body_not_utf8' : 'body_not_json';
    throw new CallbackError(reason, `the body is ${parsed.problem}`);
  }
  const validation = callback.read(parsed.value);
  if (!validation.ok) {
    const issues = validation.issues.map(({ path, message }) => ({
      path: sent.redact(path, longestText),
      message: sent.redact(message, longestText),
    }));
    throw new CallbackError('body_invalid', `the body is not as documented: ${listIssues(issues)}`, {
      issues,
    });
  }
  for (const drift of validation.drift) {
    callback.settings.reporter.drift.report(callback.settings.operation, drift, sent);
  }
  return validation.value;
}

const longestText = 1000;

function toJson(check: (value: unknown) => Validation<unknown>, given: unknown): string | undefined {
  let validation: Validation<unknown>;
  try {
    validation = check(given);
    if (validation.ok) {
      // Of a function or a symbol, JSON makes nothing, which the types do not say.
      const json = JSON.stringify(validation.value) as string | undefined;
      if (json !== undefined || given === undefined) return json;
      validation = { ok: false, issues: [{ path: '', message: 'must be a JSON value' }], row: undefined };
    }
  } catch (cause) {
    throw new CallbackError('answer_invalid', 'what your function returned cannot be sent', { cause });
  }
  const { issues } = validation;
  const message = `what your function returned is not as documented: ${listIssues(issues)}`;
  throw new CallbackError('answer_invalid', message, { issues });
}

/** An error as the publisher is told of it. */
function describe(operation: string, error: unknown): CallbackError {
  if (!(error instanceof CallbackError)) {
    // Not one of those foreseen: a request of a framework that is not quite one of the Fetch standard, say.
    return new CallbackError('handler_failed', 'the callback could not be handled', {
      operation,
      cause: error,
    });
  }
  const { reason, message, issues, cause } = error;
  return new CallbackError(reason, message, { operation, issues, cause });
}
