import { type Issue, printableIssues } from '../errors/printable.ts';
import { nameErrorClass, PublisherError } from '../errors/publisher-error.ts';

/**
 * Why a callback failed. Values are stable, so your code may branch on them.
 *
 * Faults of the sender: `method_not_allowed`, `token_…`, `signature_…`, `timestamp_out_of_tolerance`, `body_…`.
 * Faults on your side: `body_already_parsed` (a framework read the body first), `verifier_failed`, `handler_failed`,
 * `handler_timed_out`, `response_invalid`. `connection_lost`: the sender closed the connection before the response.
 */
export type CallbackErrorReason =
  | 'method_not_allowed'
  | 'token_missing'
  | 'token_duplicated'
  | 'token_mismatch'
  | 'signature_missing'
  | 'signature_duplicated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance'
  | 'body_too_large'
  | 'body_incomplete'
  | 'body_not_utf8'
  | 'body_not_json'
  | 'body_invalid'
  | 'body_already_parsed'
  | 'verifier_failed'
  | 'handler_failed'
  | 'handler_timed_out'
  | 'response_invalid'
  | 'connection_lost';

/** The details of a {@link CallbackError} besides its reason and message. */
export interface CallbackErrorContext {
  /** The name of the callback, for example `gameAuth`. */
  readonly operation?: string | undefined;
  /** The fields that do not match their schema, without their values. */
  readonly issues?: readonly Issue[] | undefined;
  /** What your function threw. */
  readonly cause?: unknown;
}

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

  constructor(reason: CallbackErrorReason, message: string, context: CallbackErrorContext = {}) {
    super(message, { operation: context.operation, cause: context.cause });
    this.reason = reason;
    this.issues = printableIssues(context.issues ?? []);
  }
}

nameErrorClass(CallbackError, 'CallbackError');

interface Rejection {
  readonly status: number;
  /** The only detail that the sender receives. */
  readonly error: string;
}

const badToken: Rejection = { status: 401, error: 'invalid_token' };
const badSignature: Rejection = { status: 400, error: 'invalid_signature' };
const badBody: Rejection = { status: 403, error: 'invalid_body' };
const internalError: Rejection = { status: 500, error: 'internal_error' };

const rejections: Readonly<Record<CallbackErrorReason, Rejection>> = {
  method_not_allowed: { status: 405, error: 'method_not_allowed' },
  token_missing: badToken,
  token_duplicated: badToken,
  token_mismatch: badToken,
  signature_missing: badSignature,
  signature_duplicated: badSignature,
  signature_malformed: badSignature,
  signature_mismatch: badSignature,
  timestamp_out_of_tolerance: badSignature,
  body_too_large: { status: 413, error: 'body_too_large' },
  body_incomplete: { status: 400, error: 'incomplete_body' },
  body_not_utf8: badBody,
  body_not_json: badBody,
  body_invalid: badBody,
  body_already_parsed: internalError,
  verifier_failed: internalError,
  handler_failed: internalError,
  handler_timed_out: internalError,
  response_invalid: internalError,
  connection_lost: internalError,
};

/** The response to a callback that failed for this reason. */
export function rejectionOf(reason: CallbackErrorReason): Rejection {
  return rejections[reason];
}

/** Whether a `verifySignature` function may reject a callback with this reason. */
export function isSignatureReason(reason: CallbackErrorReason): boolean {
  return rejections[reason] === badSignature;
}
