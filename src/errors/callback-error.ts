import { type Issue, printableIssues } from './outcome.ts';
import { nameErrorClass, PublisherError } from './publisher-error.ts';

/**
 * Why a callback was not answered with 200; stable, so callers may branch on it.
 *
 * What the sender did: `method_not_allowed`, `token_…`, `signature_…`, `timestamp_out_of_tolerance`, `body_…`.
 * What happened on the publisher's own side: `body_already_parsed` (a framework read the body first),
 * `verifier_failed`, `handler_failed`, `handler_timed_out`, `answer_invalid`. `connection_lost`: nobody waits any more.
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
  | 'answer_invalid'
  | 'connection_lost';

/** What a callback's error knows besides its reason and message. */
export interface CallbackErrorContext {
  /** The callback that was being answered, for example `gameAuth`. */
  readonly operation?: string | undefined;
  /** What does not match, by field, without the values. */
  readonly issues?: readonly Issue[] | undefined;
  /** What the publisher's own function threw. */
  readonly cause?: unknown;
}

/**
 * A callback that was refused or could not be answered (§4.14); it holds no token, secret or signature.
 *
 * Handlers never throw it: they answer with a status, and give it to `onError`. `timestampedHmac` throws it.
 *
 * @example
 * ```ts
 * import { CallbackError, timestampedHmac } from 'publisher-commerce/callbacks';
 *
 * const verify = timestampedHmac({ secret: 'the secret agreed on' });
 * try {
 *   verify({ body: new TextEncoder().encode('{}'), signature: 't=1,v1=0' });
 * } catch (error) {
 *   if (error instanceof CallbackError) console.log(error.reason); // signature_malformed
 * }
 * ```
 */
export class CallbackError extends PublisherError {
  readonly code = 'callback';
  /** A stable, machine-readable word for what went wrong. */
  readonly reason: CallbackErrorReason;
  /** What does not match, by field, without the values; ten at the most, and empty for other reasons. */
  readonly issues: readonly Issue[];

  constructor(reason: CallbackErrorReason, message: string, context: CallbackErrorContext = {}) {
    super(message, { operation: context.operation });
    this.reason = reason;
    this.issues = printableIssues(context.issues ?? []);
    // Not enumerable, as an Error's own cause is, so that it stays out of the JSON form.
    if (context.cause !== undefined) {
      Object.defineProperty(this, 'cause', { value: context.cause, writable: true, configurable: true });
    }
  }
}

nameErrorClass(CallbackError, 'CallbackError');
