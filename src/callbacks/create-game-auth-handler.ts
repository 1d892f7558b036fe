import * as z from 'zod';

import { validate } from '../contract/validation/validate.ts';
import {
  type GameAuthAnswer,
  gameAuthAnswerSchema,
  type GameAuthRequest,
  gameAuthRequestSchema,
} from './game-auth-shapes.ts';
import {
  type CallbackContext,
  type CallbackDrift,
  type CallbackHandler,
  type CallbackOptions,
  callbackOptions,
  requiredFunction,
  resolveCallbackOptions,
} from './options.ts';
import { runCallback } from './run-callback.ts';

/** What {@link createGameAuthHandler} is told. */
export interface GameAuthOptions extends CallbackOptions {
  /** Begins a player's login: makes an access token, and a link that opens the game with it. Required. */
  readonly initiate: (
    request: GameAuthRequest,
    context: CallbackContext,
  ) => GameAuthAnswer | Promise<GameAuthAnswer>;
  /** Told once of each field that is not as documented, such as an unknown device. @defaultValue a warning on `logger` */
  readonly onDrift?: ((event: CallbackDrift) => void) | undefined;
}

const optionsSchema = z.strictObject(
  { ...callbackOptions, initiate: requiredFunction },
  { error: ({ code }) => (code === 'invalid_type' ? 'must be an object' : undefined) },
);

/**
 * Makes the endpoint that the service calls when a player logs in to the web store (§4.14).
 *
 * It checks, in this order, the token (401), the signature over the raw body (400) and the body (403), calls
 * `initiate`, and sends its answer. What fails on your side is answered with 500 and no detail; `logger` and `onError`
 * get all of it. The service may deliver a callback more than once: `initiate` should bear that.
 *
 * @throws `ConfigurationError` naming the option that is missing or wrong
 * @example
 * ```ts
 * import { createGameAuthHandler, timestampedHmac } from 'publisher-commerce/callbacks';
 *
 * export const POST = createGameAuthHandler({
 *   publisherToken: process.env.PUBLISHER_TOKEN,
 *   verifySignature: timestampedHmac({ secret: process.env.CALLBACK_SECRET }),
 *   initiate: ({ device }) => {
 *     const accessToken = crypto.randomUUID();
 *     return { accessToken, deepLink: `mygame://auth?token=${accessToken}&from=${device}` };
 *   },
 * });
 * ```
 */
export function createGameAuthHandler(options: GameAuthOptions): CallbackHandler {
  return runCallback<GameAuthRequest>({
    settings: resolveCallbackOptions('gameAuth', optionsSchema, options),
    read: (value) => validate(gameAuthRequestSchema, value, 'tolerant'),
    handle: (request, context) => options.initiate(request, context),
    check: (answer) => validate(gameAuthAnswerSchema, answer, 'strict'),
  });
}
