import {
  ConfigurationError,
  MalformedResponseError,
  RedirectError,
  ResponseTooLargeError,
} from '../errors/index.ts';
import { apiFailure } from './api-failure.ts';
import { connectionFailure } from './connection.ts';
import { AttemptFailure } from './failure.ts';
import { type ErrorResponseBody, keepBody, keepErrorBody } from './keep-body.ts';
import { tokenHeader } from '../options/call-options.ts';
import { decode, parseBody } from './parse-body.ts';
import type { PreparedRequest } from './prepare.ts';
import { readBody, TooLarge } from './read-body.ts';
import { readRetryAfter } from './retry-after.ts';
import type { SentTokens } from './sent-tokens.ts';
import type { TransportSettings } from './settings.ts';
import type { Token } from './token.ts';

/** A success that came whole: its body is valid JSON. */
export interface Answer {
  readonly status: number;
  readonly value: unknown;
  /** A part of the value as an error may hold it: bounded, and without the token, should the service have echoed it. */
  readonly redact: (part: unknown) => unknown;
  /** A string such as the path of a field as an error may hold it, cut at `max` characters (1000 unless given). */
  readonly redactText: (text: string, max?: number) => string;
}

/** How far an attempt has come, kept up to date so that whoever ends it early knows. */
export interface AttemptProgress {
  /** Whether it was handed to `fetch`. */
  sent?: boolean;
  /** HTTP status, as soon as the headers are there. */
  status?: number;
  /** How long the service asked to wait, in milliseconds. */
  retryAfter?: number | undefined;
}

/**
 * Sends a request once and reads its answer to the end. Once the signal aborts nothing more is sent, but a `fetch` or
 * a token function of the caller's may know nothing of it and never settle.
 *
 * @throws {@link AttemptFailure}, or the signal's reason
 */
export async function attempt(
  request: PreparedRequest,
  settings: TransportSettings,
  url: string,
  signal: AbortSignal,
  progress: AttemptProgress,
): Promise<Answer> {
  const token = await readToken(settings.token);
  signal.throwIfAborted();
  const echoes = (): SentTokens => {
    // Others may have been sent since then, and this one forgotten.
    settings.token.sent.remember(token);
    return settings.token.sent;
  };

  let response: Response;
  progress.sent = true;
  try {
    response = await settings.fetch(url, {
      method: request.operation.method,
      headers: { ...request.headers, [tokenHeader]: token },
      // Following a redirect would carry the token to wherever it points.
      redirect: 'manual',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw connectionFailure(error, settings.baseUrl);
  }
  progress.status = response.status;
  if (!response.ok) progress.retryAfter = readRetryAfter(response.headers);

  if (isRedirect(response)) {
    void response.body?.cancel().catch(() => undefined);
    throw redirectFailure(response, settings.baseUrl, echoes());
  }
  const refusal = (body?: ErrorResponseBody): AttemptFailure =>
    apiFailure(response.status, body, request.operation.errors, progress.retryAfter);
  let bytes: Uint8Array;
  try {
    const onHead = response.ok ? request.onHead : undefined;
    bytes = await readBody(response, settings.maxResponseBytes, signal, onHead);
  } catch (error) {
    signal.throwIfAborted();
    if (!response.ok) throw refusal();
    throw error instanceof TooLarge
      ? tooLargeFailure(response.status, settings.maxResponseBytes)
      : connectionFailure(error, settings.baseUrl, response.status);
  }
  if (!response.ok) throw refusal(keepErrorBody(jsonOrText(bytes), echoes()));

  const body = parseBody(bytes);
  if (body.ok || (body.problem === 'empty' && request.operation.emptyResponse)) {
    return {
      status: response.status,
      value: body.ok ? body.value : undefined,
      redact: (part) => keepBody(part, echoes()),
      redactText: (text, max = longestText) => echoes().redact(text, max),
    };
  }
  throw malformedFailure(response.status, bytes.byteLength, body.problem);
}

const longestText = 1000;

async function readToken(token: Token): Promise<string> {
  try {
    return await token.read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { option, rule } = error;
    throw new AttemptFailure({
      evidence: 'not_sent',
      repeat: 'never',
      toError: (context) => new ConfigurationError(option, rule, context),
    });
  }
}

function jsonOrText(bytes: Uint8Array): unknown {
  const body = parseBody(bytes);
  return body.ok ? body.value : decode(bytes);
}

function isRedirect({ status, type, redirected }: Response): boolean {
  return (status >= 300 && status < 400) || type === 'opaqueredirect' || redirected;
}

function redirectFailure(response: Response, baseUrl: string, sent: SentTokens): AttemptFailure {
  const { status } = response;
  const location = response.headers.get('location');
  const target =
    location !== null && URL.canParse(location, baseUrl) ? new URL(location, baseUrl) : undefined;
  const targetOrigin = target && sent.redact(target.origin, longestText);
  return new AttemptFailure({
    evidence: 'unknown',
    repeat: 'never',
    status,
    toError: (context) =>
      new RedirectError(
        `${context.operation}: the service answered with a redirect${targetOrigin ? ` to ${targetOrigin}` : ''} ` +
          `(status ${status}), which is never followed; check baseUrl`,
        { ...context, status, targetOrigin },
      ),
  });
}

function tooLargeFailure(status: number, maxResponseBytes: number): AttemptFailure {
  return new AttemptFailure({
    evidence: 'applied',
    repeat: 'never',
    status,
    toError: (context) =>
      new ResponseTooLargeError(
        `${context.operation}: the answer is larger than maxResponseBytes (${maxResponseBytes} bytes)`,
        { ...context, status, maxResponseBytes },
      ),
  });
}

function malformedFailure(status: number, bytes: number, problem: string): AttemptFailure {
  const isNested = problem === 'nested over 100 levels';
  const expected = isNested ? '' : ' where JSON was expected';
  return new AttemptFailure({
    // A page of HTML comes from something in between: it says nothing of what the service did.
    evidence: problem === 'HTML' ? 'unknown' : 'applied',
    // What is nested so deeply was not cut off on its way: the next response would be nested as well.
    repeat: isNested ? 'never' : 'unless_create',
    status,
    toError: (context) =>
      new MalformedResponseError(
        `${context.operation}: the answer is ${problem}${expected} (status ${status}, ${bytes} bytes)`,
        { ...context, status, bytes },
      ),
  });
}
