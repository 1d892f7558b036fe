import * as z from 'zod';

import { rejectedOption } from '../options/rejected-option.ts';
import type { Drift } from '../contract/validation/validate.ts';
import type { CallbackError } from '../errors/index.ts';
import { duration } from '../options/duration.ts';
import { PublisherTokens } from './publisher-tokens.ts';
import { Reporter } from './reporter.ts';
import type { UnsignedAccepted, VerifySignature } from './verify-signature.ts';

/** Where a handler writes what the service is not told; `console` and pino fit. */
export interface CallbackLogger {
  /** A callback that was refused. */
  warn(message: string): void;
  /** A failure on the publisher's own side. */
  error(message: string): void;
}

/** The schema of a payload or an answer: every zod schema is one, and so is anything of this form. */
export interface CallbackSchema<T> {
  /** Gives the checked value, or throws. */
  parse(value: unknown): T;
  /** Gives the checked value, or what is wrong with it. */
  safeParse(value: unknown):
    | { success: true; data: T }
    | {
        success: false;
        error: { issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
      };
}

/** A field of a payload that is not as documented, and was handed on all the same. */
export interface CallbackDrift extends Drift {
  /** The callback, for example `gameAuth`. */
  readonly operation: string;
}

/** What every callback handler is told. */
export interface CallbackOptions {
  /** The publisher token, as the service sends it; several while it is being replaced. Required. */
  readonly publisherToken: string | readonly string[] | undefined;
  /** `timestampedHmac({ secret })`, a function of your own, or `acceptUnsigned()`. Required. */
  readonly verifySignature: VerifySignature | UnsignedAccepted;
  /** Largest body to read, in bytes. @defaultValue 64 KiB */
  readonly maxBodyBytes?: number | undefined;
  /** Time for the whole callback, from its headers to your answer, in milliseconds. @defaultValue `10_000` */
  readonly timeout?: number | undefined;
  /**
   * Where refusals (`warn`) and your own side's failures (`error`) are written; pino fits.
   * @defaultValue `console`, since the service is told no more than a word
   */
  readonly logger?: CallbackLogger | undefined;
  /** Told of every callback that was not answered with 200. */
  readonly onError?: ((error: CallbackError) => unknown) | undefined;
}

/** What a callback's function is given besides the payload. */
export interface CallbackContext {
  /** The request, with its body unread and without the headers that hold the token and the signature. */
  readonly request: Request;
  /** Aborts when the time for the callback is over, or the service has gone. */
  readonly signal: AbortSignal;
}

/** A handler of a callback, for every framework of the Fetch standard; it never rejects. */
export type CallbackHandler = (request: Request) => Promise<Response>;

/** The options, checked and complete. */
export interface CallbackSettings {
  /** What logs and errors call this callback. */
  readonly operation: string;
  readonly tokens: PublisherTokens;
  readonly verifySignature: VerifySignature | UnsignedAccepted;
  readonly maxBodyBytes: number;
  readonly timeout: number;
  readonly reporter: Reporter;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** A function that has to be given. */
export const requiredFunction = z.custom<(...args: never[]) => unknown>(isFunction, {
  error: 'is required, and must be a function',
});
const optionalFunction = z
  .custom<(...args: never[]) => unknown>(isFunction, { error: 'must be a function' })
  .optional();

/** A schema that has to be given, of zod or alike. */
export const requiredSchema = z.custom(
  (value) => isFunction((value as { safeParse?: unknown } | null | undefined)?.safeParse),
  { error: 'is required, and must be a schema: an object with the methods parse and safeParse' },
);

const isVerifier = (value: unknown): boolean =>
  isFunction(value) || (value as UnsignedAccepted | null | undefined)?.unsigned === 'accepted';

/** The options that every handler has; each adds its own. */
export const callbackOptions = {
  // Checked where it is kept, so that no message of a schema can quote it.
  publisherToken: z.unknown(),
  verifySignature: z.custom(isVerifier, {
    error: 'is required: timestampedHmac({ secret }), a function of your own, or acceptUnsigned()',
  }),
  maxBodyBytes: z
    .int({ error: 'must be a whole number of bytes' })
    .min(1, { error: 'must be at least 1 byte' })
    .optional(),
  timeout: duration.optional(),
  logger: z
    .custom(
      (value) =>
        isFunction((value as Partial<CallbackLogger> | null)?.warn) &&
        isFunction((value as Partial<CallbackLogger> | null)?.error),
      { error: 'must have the methods warn and error' },
    )
    .optional(),
  onError: optionalFunction,
  onDrift: optionalFunction,
} as const;

/**
 * Checks the options of a handler and fills in the defaults.
 *
 * @throws ConfigurationError naming the option, never quoting it.
 */
export function resolveCallbackOptions(
  defaultName: string,
  schema: z.ZodType,
  options: CallbackOptions & {
    readonly name?: string | undefined;
    readonly onDrift?: ((event: CallbackDrift) => void) | undefined;
  },
): CallbackSettings {
  const checked = schema.safeParse(options);
  if (!checked.success) {
    throw rejectedOption(checked.error, {
      whole: 'options',
      unknown: 'is not an option of a callback handler',
    });
  }
  const { name: operation = defaultName } = options;
  return {
    operation,
    tokens: new PublisherTokens(options.publisherToken),
    verifySignature: options.verifySignature,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024,
    timeout: options.timeout ?? 10_000,
    reporter: new Reporter(operation, options),
  };
}
