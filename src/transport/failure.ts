import type { Effect } from '../contract/operation.ts';
import type { ErrorCode, ErrorContext, Outcome } from '../errors/index.ts';

/**
 * When a failed request may be retried: always, since the service did nothing; unless it creates something; or never,
 * since a retry would fail the same way.
 */
export type Retryable = 'always' | 'unless_create' | 'never';

/** A failed request: what it proves about a write, and the error to throw. */
export class AttemptFailure extends Error {
  /** The `code` of its error. */
  readonly code: ErrorCode | 'internal';
  /** What this attempt alone proves about the effect of a write. */
  readonly evidence: Outcome;
  readonly retry: Retryable;
  readonly status: number | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly toError: (context: ErrorContext) => Error;

  constructor(
    init: Pick<AttemptFailure, 'code' | 'evidence' | 'retry' | 'toError'> & Partial<AttemptFailure>,
  ) {
    super('attempt failed');
    this.code = init.code;
    this.evidence = init.evidence;
    this.retry = init.retry;
    this.status = init.status;
    this.retryAfter = init.retryAfter;
    this.toError = init.toError;
  }
}

/** Returns the failure for a bug of this package: thrown as it is, and never retried as if it were a lost connection. */
export function internalFailure(bug: unknown, sent: boolean): AttemptFailure {
  return new AttemptFailure({
    code: 'internal',
    evidence: sent ? 'unknown' : 'not_sent',
    retry: 'never',
    toError: () => (bug instanceof Error ? bug : new Error(String(bug))),
  });
}

/** Whether an operation may be retried after a failure. */
export function isRetryable(
  failure: AttemptFailure,
  effect: Effect,
): failure is AttemptFailure & { readonly code: ErrorCode } {
  return failure.retry === 'always' || (failure.retry === 'unless_create' && effect !== 'create');
}

/** Returns the outcome of all attempts: the one that may have changed the most decides. */
export function combineEvidence(evidence: readonly Outcome[]): Outcome {
  const strongestFirst: readonly Outcome[] = ['applied', 'unknown', 'rejected', 'not_sent'];
  return strongestFirst.find((outcome) => evidence.includes(outcome)) ?? 'not_sent';
}
