import { signPayload } from '../../callbacks/signature.ts';
import type { SandboxSettings } from '../options.ts';

/** Time limit of a callback, in milliseconds. */
export const callbackTimeout = 10_000;

/** Sends a callback to the publisher: over the network, or to a handler of the publisher's. */
export type Send = (request: Request) => Promise<Response>;

/**
 * Creates a callback to the publisher, signed with the system clock: the publisher compares the timestamp with its
 * own, however far ahead the sandbox's clock is.
 */
export async function signedPost(
  url: string,
  body: string,
  { token, secret }: Pick<SandboxSettings, 'token' | 'secret'>,
  signal: AbortSignal,
): Promise<Request> {
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-publisher-token': token,
      signature: await signPayload(body, { secret }),
    },
    body,
    redirect: 'manual',
    signal,
  });
}

/** A short description of why a request has no response. */
export function describeFailure(error: unknown, timeout = callbackTimeout): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no response within ${timeout} ms`;
  // The message of an error of `fetch` is only "fetch failed"; its cause has the reason.
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}
