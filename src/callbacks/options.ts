import * as z from 'zod';

import type { DriftEvent } from '../validation/validation.ts';
import {
  byteLimit,
  duration,
  functionOption,
  functionRule,
  type Logger,
  loggerOption,
  rejectedOption,
} from '../options/rules.ts';
import { createTokenCheck } from './authenticate.ts';
import { Reporter } from './reporter.ts';
import type { UnsignedAccepted, VerifySignature } from './signature.ts';
import type { CallbackError } from './callback-error.ts';

/** The options that all callback handlers share. */
export interface CallbackOptions {
  /** The publisher token that the service sends; an array accepts several during a rotation. Required. */
  readonly publisherToken: string | readonly string[] | undefined;
  /** `timestampedHmac({ secret })`, your own function, or `acceptUnsigned()`. Required. */
  readonly verifySignature: VerifySignature | UnsignedAccepted;
  /** Largest body to read, in bytes. @defaultValue 64 KiB */
  readonly maxBodyBytes?: number | undefined;
  /** Time limit of a callback, from its headers to your response, in milliseconds. @defaultValue `10_000` */
  readonly timeout?: number | undefined;
  /**
   * Where rejected callbacks (`warn`) and failures on your side (`error`) are logged; pino fits.
   * @defaultValue `console`, since the service receives no details
   */
  readonly logger?: Logger | undefined;
  /** Called with the error of every callback that failed. */
  readonly onError?: ((error: CallbackError) => unknown) | undefined;
}

/** What a callback's function receives in addition to the payload. */
export interface CallbackContext {
  /** The request, with its body unread and without the headers that contain the token and the signature. */
  readonly request: Request;
  /** Aborts when the callback times out, or when the service closes the connection. */
  readonly signal: AbortSignal;
}

/** Handles a request of the Fetch standard, in any framework that uses it. It never rejects. */
export type CallbackHandler = (request: Request) => Promise<Response>;

/** The validated options, with their defaults. */
export interface CallbackSettings {
  /** The name of this callback in logs and errors. */
  readonly operation: string;
  readonly checkToken: ReturnType<typeof createTokenCheck>;
  readonly verifySignature: VerifySignature | UnsignedAccepted;
  readonly maxBodyBytes: number;
  readonly timeout: number;
  readonly reporter: Reporter;
}

/** A required function. */
export const requiredFunction = functionRule('is required, and must be a function');

/** A required schema: zod's, or any object with the same two methods. */
export const requiredSchema = z.custom(
  (value) => typeof (value as { safeParse?: unknown } | null | undefined)?.safeParse === 'function',
  { error: 'is required, and must be a schema: an object with the methods parse and safeParse' },
);

const isVerifier = (value: unknown): boolean =>
  typeof value === 'function' || (value as UnsignedAccepted | null | undefined)?.unsigned === 'accepted';

/** What the messages about a handler's options say. */
export const optionMessages = {
  example:
    '{ publisherToken: process.env.PUBLISHER_TOKEN, verifySignature: timestampedHmac({ secret: process.env.CALLBACK_SECRET }) }',
  unknown: 'is not an option of a callback handler',
  aliases: { token: 'publisherToken', secret: 'verifySignature: timestampedHmac({ secret })' },
} as const;

/** The rules of the options that all callback handlers share. */
export const callbackOptions = {
  // Validated by `createTokenCheck`, so that no message of a schema can quote it.
  publisherToken: z.unknown().optional(),
  verifySignature: z.custom(isVerifier, {
    error: 'is required: pass timestampedHmac({ secret }), a function, or acceptUnsigned()',
  }),
  maxBodyBytes: byteLimit.optional(),
  timeout: duration.optional(),
  logger: loggerOption.optional(),
  onError: functionOption,
  onDrift: functionOption,
} as const;

/**
 * Validates the options of a handler and applies the defaults.
 *
 * @throws ConfigurationError naming the option, never quoting its value.
 */
export function resolveCallbackOptions(
  defaultName: string,
  schema: z.ZodType,
  options: CallbackOptions & {
    readonly name?: string | undefined;
    readonly onDrift?: ((event: DriftEvent) => void) | undefined;
  },
): CallbackSettings {
  const checked = schema.safeParse(options);
  if (!checked.success) throw rejectedOption(checked.error);
  const { name: operation = defaultName } = options;
  return {
    operation,
    checkToken: createTokenCheck(options.publisherToken),
    verifySignature: options.verifySignature,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024,
    timeout: options.timeout ?? 10_000,
    reporter: new Reporter(operation, options),
  };
}
