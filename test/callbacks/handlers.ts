import {
  acceptUnsigned,
  type CallbackError,
  type CallbackHandler,
  createGameAuthHandler,
  type GameAuthOptions,
  signPayload,
  timestampedHmac,
} from '../../src/callbacks/index.ts';

export const token = 'callback-token-that-must-not-leak-4711';
export const secret = 'callback-secret-that-must-not-leak-0815';
export const path = 'https://game.example.com/game-auth';

export const payload = { device: 'MOBILE', date: '2026-10-01T12:00:00.000Z' };
export const body = JSON.stringify(payload);
export const answer = { deepLink: 'mygame://auth?session=1', accessToken: 'player-1' };
/** The answer with the documented default. */
export const fullAnswer = { ...answer, desktopAutoRedirect: false };

/** A handler, and what it told its owner. */
export interface Harness {
  readonly handler: CallbackHandler;
  readonly errors: CallbackError[];
  readonly warnings: string[];
  readonly failures: string[];
  /** What `initiate` was given. */
  readonly calls: { readonly payload: unknown; readonly request: Request; readonly signal: AbortSignal }[];
}

export function gameAuth(options: Partial<GameAuthOptions> = {}): Harness {
  const errors: CallbackError[] = [];
  const warnings: string[] = [];
  const failures: string[] = [];
  const calls: Harness['calls'] = [];
  const { initiate = () => answer, ...others } = options;
  const handler = createGameAuthHandler({
    publisherToken: token,
    verifySignature: timestampedHmac({ secret }),
    logger: { warn: (text) => void warnings.push(text), error: (text) => void failures.push(text) },
    onError: (error) => void errors.push(error),
    initiate: (received, context) => {
      calls.push({ payload: received, ...context });
      return initiate(received, context);
    },
    ...others,
  });
  return { handler, errors, warnings, failures, calls };
}

/** A harness in which only the token protects the endpoint. */
export function unsigned(options: Partial<GameAuthOptions> = {}): Harness {
  return gameAuth({ verifySignature: acceptUnsigned(), ...options });
}

/** The headers of a good callback, for a body. */
export function signed(text: string | Uint8Array = body): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-publisher-token': token,
    signature: signPayload(text, { secret }),
  };
}

/** A good callback, or one of which some headers are others. */
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

/** Status and JSON of an answer. */
export async function read(answered: Promise<Response>): Promise<{ status: number; json: unknown }> {
  const response = await answered;
  return { status: response.status, json: await response.json() };
}
