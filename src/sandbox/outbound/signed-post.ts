import { signPayload } from '../../callbacks/signature.ts';
import type { Settings } from '../options.ts';

/** How long the publisher may take, in milliseconds. */
export const patience = 10_000;

/** What calls an endpoint of the publisher: `fetch`, or a handler of the publisher's. */
export type Send = (request: Request) => Promise<Response>;

/** Sends over the network; a redirect is an answer, and is not followed. */
export const sendOverNetwork: Send = (request) => fetch(request);

/**
 * A call of an endpoint of the publisher, signed by the computer's clock: the publisher compares with that, however
 * far ahead the sandbox's own clock may be.
 */
export function signedPost(
  url: string,
  payload: unknown,
  { token, secret }: Pick<Settings, 'token' | 'secret'>,
  signal: AbortSignal,
): Request {
  const body = JSON.stringify(payload);
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-publisher-token': token,
      signature: signPayload(body, { secret }),
    },
    body,
    redirect: 'manual',
    signal,
  });
}

/** Why a call had no answer, in a few words. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no answer within ${patience} ms`;
  // What `fetch` throws says only that it failed; its cause says why.
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}
