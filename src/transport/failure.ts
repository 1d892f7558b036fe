import type { ErrorContext, Outcome, PublisherError } from '../errors/index.ts';
import type { Effect } from '../contract/operation.ts';

/**
 * When a failed request may be sent again: always, because it was not acted on; for any operation that a
 * repeat does not change; or never, because a repeat would fail the same way.
 */
export type Repeat = 'always' | 'unless_create' | 'never';

/** One request that failed: what it proves, and how the caller will be told. */
export class AttemptFailure extends Error {
  /** What this attempt alone proves of a write's effect. */
  readonly evidence: Outcome;
  readonly repeat: Repeat;
  readonly status: number | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;
  readonly toError: (context: ErrorContext) => PublisherError;

  constructor(init: Pick<AttemptFailure, 'evidence' | 'repeat' | 'toError'> & Partial<AttemptFailure>) {
    super('attempt failed');
    this.evidence = init.evidence;
    this.repeat = init.repeat;
    this.status = init.status;
    this.retryAfter = init.retryAfter;
    this.toError = init.toError;
  }
}

/** Whether an operation may be sent again after a failure. */
export function mayRepeat(failure: AttemptFailure, effect: Effect): boolean {
  return failure.repeat === 'always' || (failure.repeat === 'unless_create' && effect !== 'create');
}

/** What all attempts together prove of a write: the one that may have changed the most decides. */
export function combineEvidence(evidence: readonly Outcome[]): Outcome {
  const strongestFirst: readonly Outcome[] = ['applied', 'unknown', 'rejected', 'not_sent'];
  return strongestFirst.find((outcome) => evidence.includes(outcome)) ?? 'not_sent';
}
