import { inputObject, toInputIssues } from '../contract/input-object.ts';
import {
  type GameAuthRequest,
  gameAuthRequestSchema,
  type GameAuthResponse,
  gameAuthResponseSchema,
} from '../contract/game-auth.ts';
import { validate } from '../validation/response-validator.ts';
import type { DriftEvent } from '../validation/validation.ts';
import {
  type CallbackContext,
  type CallbackHandler,
  type CallbackOptions,
  callbackOptions,
  optionMessages,
  requiredFunction,
  resolveCallbackOptions,
} from './options.ts';
import { runCallback } from './run-callback.ts';

/** Options of {@link createGameAuthHandler}. */
export interface GameAuthOptions extends CallbackOptions {
  /** Starts a player's login: returns an access token, and a link that opens the game with it. Required. */
  readonly initiate: (
    request: GameAuthRequest,
    context: CallbackContext,
  ) => GameAuthResponse | Promise<GameAuthResponse>;
  /**
   * Called once for each field that does not match the documentation, such as a missing date.
   * @defaultValue a warning on `logger`
   */
  readonly onDrift?: ((event: DriftEvent) => void) | undefined;
}

const optionsSchema = inputObject({ ...callbackOptions, initiate: requiredFunction }, optionMessages);

/**
 * Creates the endpoint that the service calls when a player logs in to the web store (§4.14).
 *
 * The handler checks the token (401), the signature of the raw body (400) and that the body is a JSON object (403) in
 * this order, calls `initiate` and sends what it returns. Failures on your side are sent as 500 without details;
 * `logger` and `onError` receive the details. The service may deliver a callback more than once, so `initiate` has to be
 * idempotent.
 *
 * @throws `ConfigurationError` naming the option that is missing or invalid
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
    validatePayload: (value) => validate(gameAuthRequestSchema, value, 'tolerant'),
    handle: (request, context) => options.initiate(request, context),
    validateResult: (result) => {
      const checked = gameAuthResponseSchema.safeParse(result);
      return checked.success
        ? { ok: true, value: checked.data, drift: [] }
        : { ok: false, issues: toInputIssues(checked.error.issues, ''), row: undefined };
    },
  });
}
