import * as z from 'zod';

import { inputObject } from '../contract/input-object.ts';
import type { Schema } from '../contract/operation.ts';
import { validate } from '../validation/response-validator.ts';
import {
  type CallbackContext,
  type CallbackHandler,
  type CallbackOptions,
  callbackOptions,
  optionMessages,
  requiredFunction,
  requiredSchema,
  resolveCallbackOptions,
} from './options.ts';
import { runCallback } from './run-callback.ts';

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

const optionsSchema = inputObject(
  {
    ...callbackOptions,
    onDrift: z.undefined({ error: 'is not an option of a callback handler' }).optional(),
    schema: requiredSchema,
    handle: requiredFunction,
    response: requiredSchema.optional(),
    name: z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' }).optional(),
  },
  optionMessages,
);

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
  const settings = resolveCallbackOptions('callback', optionsSchema, options);
  const { response } = options;
  return runCallback<Payload>({
    settings,
    validatePayload: (value) => validate(options.schema, value, 'strict'),
    handle: (payload, context) => options.handle(payload, context),
    validateResult: (result) =>
      response ? validate(response, result, 'strict') : { ok: true, value: result, drift: [] },
  });
}
