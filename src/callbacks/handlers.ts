import * as z from 'zod';

import {
  type GameAuthRequest,
  gameAuthRequestSchema,
  type GameAuthResponse,
  gameAuthResponseSchema,
} from '../client/api/game-auth.ts';
import { inputObject, toInputIssues } from '../client/api/input-object.ts';
import type { Schema } from '../client/api/operation.ts';
import { validate } from '../client/validation/validate.ts';
import type { DriftEvent } from '../client/validation/validation.ts';
import { DriftReporter, Observer } from '../client/http/observer.ts';
import {
  byteLimit,
  duration,
  functionOption,
  functionRule,
  rejectedOption,
} from '../client/options/rules.ts';
import { type Logger, loggerOption } from '../client/options/logger.ts';
import { createTokenCheck } from './authenticate.ts';
import type { CallbackError } from './callback-error.ts';
import {
  type CallbackContext,
  type CallbackHandler,
  type CallbackSettings,
  runCallback,
} from './run-callback.ts';
import type { SecretOption } from './secrets.ts';
import type { UnsignedAccepted, VerifySignature } from './signature.ts';

/** The options that all callback handlers share. */
export interface CallbackOptions {
  /** The publisher token that the service sends, several during a rotation, or a function that returns them. Required. */
  readonly publisherToken: SecretOption;
  /** `timestampedHmac({ secret })`, your own function, or `acceptUnsigned()`. Required. */
  readonly verifySignature: VerifySignature | UnsignedAccepted;
  /** Largest body to read, in bytes. @defaultValue 64 KiB */
  readonly maxBodyBytes?: number | undefined;
  /** Time limit of a callback, from its headers to your response, in milliseconds. @defaultValue `10_000` */
  readonly timeout?: number | undefined;
  /**
   * Where rejected callbacks (`warn`) and failures on your side (`error`) are logged; pino and Nest's `Logger` fit.
   * @defaultValue `console`, since the service receives no details
   */
  readonly logger?: Logger | undefined;
  /** Called with the error of every callback that failed. */
  readonly onError?: ((error: CallbackError) => unknown) | undefined;
}

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

const requiredFunction = functionRule('is required, and must be a function');

/** A required schema: zod's, or any object with the same two methods. */
const requiredSchema = z.custom(
  (value) => typeof (value as { safeParse?: unknown } | null | undefined)?.safeParse === 'function',
  { error: 'is required, and must be a schema: an object with the methods parse and safeParse' },
);

const isVerifier = (value: unknown): boolean =>
  typeof value === 'function' || (value as UnsignedAccepted | null | undefined)?.unsigned === 'accepted';

const optionMessages = {
  example:
    '{ publisherToken: process.env.PUBLISHER_TOKEN, verifySignature: timestampedHmac({ secret: process.env.CALLBACK_SECRET }) }',
  unknown: 'is not an option of a callback handler',
  aliases: { token: 'publisherToken', secret: 'verifySignature: timestampedHmac({ secret })' },
} as const;

const callbackOptions = {
  // Validated by `createTokenCheck`, so that no message of a schema can quote it.
  publisherToken: z.unknown().optional(),
  verifySignature: z.custom(isVerifier, {
    error: 'is required: pass timestampedHmac({ secret }), a function, or acceptUnsigned()',
  }),
  maxBodyBytes: byteLimit.optional(),
  timeout: duration.optional(),
  logger: loggerOption.optional(),
  onError: functionOption,
} as const;

const gameAuthSchema = inputObject(optionMessages, {
  ...callbackOptions,
  initiate: requiredFunction,
  onDrift: functionOption,
});

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
    ...resolveOptions('gameAuth', gameAuthSchema, options),
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

/** Options of {@link createCallbackHandler}. */
export interface CallbackHandlerOptions<Payload, Result> extends CallbackOptions {
  /** The schema of the payload, for example a zod schema. A payload that does not match is rejected with 403. Required. */
  readonly schema: Schema<Payload>;
  /** Handles the payload. Its return value is sent as JSON; `undefined` sends 204 without a body. Required. */
  readonly handle: (payload: Payload, context: CallbackContext) => Result | Promise<Result>;
  /** The schema of the response: its output is what is sent. @defaultValue any JSON value is sent unchanged */
  readonly response?: Schema<unknown> | undefined;
  /** The name of this callback in logs and errors. @defaultValue `'callback'` */
  readonly name?: string | undefined;
}

const callbackHandlerSchema = inputObject(optionMessages, {
  ...callbackOptions,
  schema: requiredSchema,
  handle: requiredFunction,
  response: requiredSchema.optional(),
  name: z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }).optional(),
});

/**
 * Creates an endpoint for a signed callback whose payload you describe with a schema.
 *
 * The specification names the Personalize Web Store Callback without its payload (§6): describe what the service sends
 * you. Authentication, limits and error responses are those of {@link createGameAuthHandler}.
 *
 * @throws `ConfigurationError` naming the option that is missing or invalid
 * @example
 * ```ts
 * import { createCallbackHandler, timestampedHmac } from 'publisher-commerce/callbacks';
 * import * as z from 'zod';
 *
 * export const POST = createCallbackHandler({
 *   name: 'personalization',
 *   publisherToken: process.env.PUBLISHER_TOKEN,
 *   verifySignature: timestampedHmac({ secret: process.env.CALLBACK_SECRET }),
 *   schema: z.looseObject({ playerId: z.string() }),
 *   handle: ({ playerId }) => ({ playerId, segments: ['whale'] }),
 * });
 * ```
 */
export function createCallbackHandler<Payload, Result = unknown>(
  options: CallbackHandlerOptions<Payload, Result>,
): CallbackHandler {
  return runCallback<Payload>({
    ...resolveOptions('callback', callbackHandlerSchema, options),
    validatePayload: (value) => validate(options.schema, value, 'convert'),
    handle: (payload, context) => options.handle(payload, context),
    validateResult: (result) =>
      options.response
        ? validate(options.response, result, 'convert')
        : { ok: true, value: result, drift: [] },
  });
}

/**
 * Validates the options of a handler and applies the defaults.
 *
 * @throws ConfigurationError naming the option, never quoting its value.
 */
function resolveOptions(
  defaultName: string,
  schema: z.ZodType,
  options: CallbackOptions & {
    readonly name?: string | undefined;
    readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  },
): CallbackSettings {
  const checked = schema.safeParse(options);
  if (!checked.success) throw rejectedOption(checked.error);
  const { name: operation = defaultName, logger = console, verifySignature, onError, onDrift } = options;
  const observer = new Observer({ logger, logLevel: 'warn', hooks: {} });
  return {
    operation,
    checkToken: createTokenCheck(options.publisherToken),
    verifySignature,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024,
    timeout: options.timeout ?? 10_000,
    logger,
    onError,
    observer,
    drift: new DriftReporter(onDrift, observer),
  };
}
