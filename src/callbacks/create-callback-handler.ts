import * as z from 'zod';

import { validate } from '../contract/validation/validate.ts';
import {
  type CallbackContext,
  type CallbackHandler,
  type CallbackOptions,
  type CallbackSchema,
  callbackOptions,
  requiredFunction,
  requiredSchema,
  resolveCallbackOptions,
} from './options.ts';
import { runCallback } from './run-callback.ts';

/** What {@link createCallbackHandler} is told. */
export interface CallbackHandlerOptions<Payload, Answer> extends CallbackOptions {
  /** The payload's schema, of zod or alike; a payload that breaks it is refused with 403. Required. */
  readonly schema: CallbackSchema<Payload>;
  /** Your function; what it returns is sent as JSON, and `undefined` as an empty answer (204). Required. */
  readonly handle: (payload: Payload, context: CallbackContext) => Answer | Promise<Answer>;
  /** The answer's schema: what it makes of your answer is what is sent. @defaultValue any JSON is good */
  readonly answer?: CallbackSchema<unknown> | undefined;
  /** What logs and errors call this callback. @defaultValue `'callback'` */
  readonly name?: string | undefined;
}

const optionsSchema = z.strictObject(
  {
    ...callbackOptions,
    onDrift: z.undefined({ error: 'is not an option of a callback handler' }).optional(),
    schema: requiredSchema,
    handle: requiredFunction,
    answer: requiredSchema.optional(),
    name: z.string({ error: 'must be text' }).min(1, { error: 'must not be empty' }).optional(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'must be an object' : undefined) },
);

/**
 * Makes an endpoint for any callback that is signed as game authentication is, of a payload that you describe.
 *
 * The specification names the Personalize Web Store Callback without its payload (§6): describe here what the service
 * sends you. Checks, limits and replies are those of {@link createGameAuthHandler}.
 *
 * @throws `ConfigurationError` naming the option that is missing or wrong
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
export function createCallbackHandler<Payload, Answer = unknown>(
  options: CallbackHandlerOptions<Payload, Answer>,
): CallbackHandler {
  const settings = resolveCallbackOptions('callback', optionsSchema, options);
  const { answer } = options;
  return runCallback<Payload>({
    settings,
    read: (value) => validate(options.schema, value, 'strict'),
    handle: (payload, context) => options.handle(payload, context),
    check: (given) => (answer ? validate(answer, given, 'strict') : { ok: true, value: given, drift: [] }),
  });
}
