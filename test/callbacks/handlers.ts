import { createHmac } from 'node:crypto';

import { onTestFinished, vi } from 'vitest';

import {
  acceptUnsigned,
  type CallbackError,
  type CallbackHandler,
  type CallbackHandlerOptions,
  createCallbackHandler,
  createGameAuthHandler,
  type GameAuthOptions,
  timestampedHmac,
} from '../../src/callbacks/index.ts';
import type { Logger } from '../../src/client/index.ts';

export const token = 'callback-token-that-must-not-leak-4711';
export const secret = 'callback-secret-that-must-not-leak-0815';
export const path = 'https://game.example.com/game-auth';

export const payload = { device: 'MOBILE', date: '2026-10-01T12:00:00.000Z' };
export const body = JSON.stringify(payload);
export const authResponse = { deepLink: 'mygame://auth?session=1', accessToken: 'player-1' };
/** The response with the documented default. */
export const fullResponse = { ...authResponse, desktopAutoRedirect: false };

export const badSignature = { status: 400, json: { error: 'invalid_signature' } };
export const internalError = { status: 500, json: { error: 'internal_error' } };

const ignore = (): void => undefined;

/** What a handler reports to the publisher. */
interface Reports {
  readonly errors: CallbackError[];
  readonly warnings: string[];
  readonly failures: string[];
}

/** Collects what a handler reports. */
function collectReports(): Reports & { logger: Logger; onError: (error: CallbackError) => void } {
  const [errors, warnings, failures]: [CallbackError[], string[], string[]] = [[], [], []];
  const warn = (line: string): void => void warnings.push(line);
  const error = (line: string): void => void failures.push(line);
  const logger = { debug: ignore, info: ignore, warn, error };
  return { errors, warnings, failures, logger, onError: (one) => void errors.push(one) };
}

/** A game authentication handler, and what it reports. */
export interface Harness extends Reports {
  readonly handler: CallbackHandler;
  /** What `initiate` was called with. */
  readonly calls: { readonly payload: unknown; readonly request: Request; readonly signal: AbortSignal }[];
}

export function gameAuth(options: Partial<GameAuthOptions> = {}): Harness {
  const { logger, onError, ...reports } = collectReports();
  const calls: Harness['calls'] = [];
  const { initiate = () => authResponse, ...others } = options;
  const handler = createGameAuthHandler({
    publisherToken: token,
    verifySignature: timestampedHmac({ secret }),
    logger,
    onError,
    initiate: (received, context) => {
      calls.push({ payload: received, ...context });
      return initiate(received, context);
    },
    ...others,
  });
  return { handler, ...reports, calls };
}

/** A handler that only the token protects. */
export function unsigned(options: Partial<GameAuthOptions> = {}): Harness {
  return gameAuth({ verifySignature: acceptUnsigned(), ...options });
}

/** A handler of any payload, and what it reports. */
export function customCallback(
  options: Partial<CallbackHandlerOptions<unknown, unknown>> &
    Pick<CallbackHandlerOptions<unknown, unknown>, 'schema'>,
): Reports & { readonly handler: CallbackHandler } {
  const { logger, onError, ...reports } = collectReports();
  const handler = createCallbackHandler<unknown>({
    publisherToken: token,
    verifySignature: timestampedHmac({ secret }),
    logger,
    onError,
    handle: (received) => received,
    ...options,
  });
  return { handler, ...reports };
}

/** Replaces the time limit of callbacks, and returns a function that lets it pass. */
export function controlTimeout(): () => void {
  const controller = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
  onTestFinished(() => timeout.mockRestore());
  return () => controller.abort(new DOMException('timed out', 'TimeoutError'));
}

/** A signature made without this package. */
export function sign(
  text: string | Uint8Array,
  { key = secret, time = Date.now() }: { readonly key?: string; readonly time?: number | string } = {},
): string {
  const digest = createHmac('sha256', key).update(`${time}.`).update(text).digest('hex');
  return `t=${time},v1=${digest}`;
}

/** The headers of a valid callback, for a body. */
export function signed(text: string | Uint8Array = body): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-publisher-token': token,
    signature: sign(text),
  };
}

/** A valid callback; `headers` replaces some of its headers, or removes those that are undefined. */
export function callback(
  text: string | Uint8Array<ArrayBuffer> = body,
  headers: Record<string, string | undefined> = {},
): Request {
  const kept = Object.entries({ ...signed(text), ...headers }).filter(([, value]) => value !== undefined);
  return new Request(path, {
    method: 'POST',
    headers: Object.fromEntries(kept) as Record<string, string>,
    body: text,
  });
}

/** Status and JSON of a response. */
export async function read(pending: Promise<Response>): Promise<{ status: number; json: unknown }> {
  const response = await pending;
  return { status: response.status, json: await response.json() };
}
