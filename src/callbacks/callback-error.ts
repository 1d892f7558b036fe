import type { CallbackErrorReason } from '../client/errors/entry-errors.ts';
import { type Issue, printable, printableIssues, printableLines } from '../client/errors/printable.ts';
import { type ErrorContext, nameErrorClass, PublisherError } from '../client/errors/publisher-error.ts';
import type { TokenRedactor } from '../client/errors/token-redactor.ts';
import { nodeProcess } from '../client/runtime/runtime.ts';

/**
 * A callback was rejected, or failed on your side (§4.14). The error contains no token, secret or signature.
 *
 * Handlers never throw it: they respond with an error status and call `onError` with it. `timestampedHmac` rejects with it.
 *
 * @example
 * ```ts
 * import { CallbackError, timestampedHmac } from 'publisher-commerce/callbacks';
 *
 * const verify = timestampedHmac({ secret: 'the secret agreed on' });
 * try {
 *   await verify({ body: new TextEncoder().encode('{}'), signature: 't=1,v1=0' });
 * } catch (error) {
 *   if (error instanceof CallbackError) console.log(error.reason); // signature_malformed
 * }
 * ```
 */
export class CallbackError extends PublisherError {
  readonly code = 'callback';
  /** Why the callback failed: a stable, machine-readable code. */
  readonly reason: CallbackErrorReason;
  /** At most ten fields that do not match their schema, without their values. Empty for other reasons. */
  readonly issues: readonly Issue[];

  constructor(
    message: string,
    context: ErrorContext & Partial<Pick<CallbackError, 'reason' | 'issues'>> = {},
  ) {
    super(message, context);
    this.reason = context.reason ?? 'handler_failed';
    this.issues = printableIssues(context.issues ?? []);
  }
}

nameErrorClass(CallbackError, 'CallbackError');

interface Rejection {
  readonly status: number;
  /** The only detail that the sender receives. */
  readonly error: string;
}

export function rejectionOf(reason: CallbackErrorReason): Rejection {
  if (reason.startsWith('token_')) return { status: 401, error: 'invalid_token' };
  if (isSignatureReason(reason)) return { status: 400, error: 'invalid_signature' };
  switch (reason) {
    case 'method_not_allowed':
      return { status: 405, error: 'method_not_allowed' };
    case 'body_too_large':
      return { status: 413, error: 'body_too_large' };
    case 'body_incomplete':
      return { status: 400, error: 'incomplete_body' };
    case 'body_not_utf8':
    case 'body_not_json':
    case 'body_invalid':
      return { status: 403, error: 'invalid_body' };
    default:
      return { status: 500, error: 'internal_error' };
  }
}

/** Whether a `verifySignature` function may reject a callback with this reason. */
export function isSignatureReason(reason: CallbackErrorReason): boolean {
  return reason.startsWith('signature_') || reason === 'timestamp_out_of_tolerance';
}

const longestCause = 20_000;

/**
 * Prints what the publisher's function threw, over several lines. Its message may quote the request: line breaks in it
 * are escaped, and every further line is indented, so that no log reads it as an entry of its own.
 */
export function printCause(cause: unknown, sent: TokenRedactor): string {
  try {
    const printed = sent.redact(inspect(cause), longestCause);
    const message = cause instanceof Error ? sent.redact(cause.message, longestCause) : '';
    return printableLines(printed.replace(message, () => printable(message))).replaceAll(
      /\n(?!\s|[}\]]+$)/gm,
      () => String.raw`\n`,
    );
  } catch {
    // A getter or a custom inspect function threw.
    return 'a value that cannot be printed';
  }
}

/** Prints as Node does where its `inspect` exists. Otherwise prints an error's stack, and those of its causes. */
function inspect(value: unknown): string {
  // Not imported, so that bundles for other runtimes need no Node.
  return nodeProcess().getBuiltinModule?.('node:util').inspect(value) ?? stacksOf(value);
}

/** At most six stacks: a cause may be its own cause. */
function stacksOf(value: unknown, remaining = 5): string {
  if (!(value instanceof Error)) return String(value);
  const { stack = String(value), cause } = value;
  if (cause === undefined || remaining === 0) return stack;
  return `${stack}\n  [cause]: ${stacksOf(cause, remaining - 1)}`;
}
