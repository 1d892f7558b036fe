import type { ApiErrorReason } from '../../errors/index.ts';

/**
 * What can go wrong besides an error status.
 *
 * - `reset`: the connection is reset before an answer.
 * - `no_answer`: nothing ever comes.
 * - `cut_body`: the connection ends in the middle of the body.
 * - `stalled_body`: nothing comes after the first half of the body.
 * - `malformed_json`: the body comes whole, but its last brace is missing.
 * - `null_field`: one field of the answer is `null`; see `field`.
 * - `empty_page`: a page of transactions without rows, whose cursor leads to the rows it should have had.
 * - `repeated_cursor`: a page of transactions whose cursor is the one that asked for it; strikes from the second
 *   page on, since the first has none.
 * - `unknown_transaction_type`: the first transaction of a page has a type that is not documented.
 */
export type Fault =
  | 'reset'
  | 'no_answer'
  | 'cut_body'
  | 'stalled_body'
  | 'malformed_json'
  | 'null_field'
  | 'empty_page'
  | 'repeated_cursor'
  | 'unknown_transaction_type';

/** What {@link Sandbox.fail} makes go wrong: an error answer by `status` or `reason`, or else a `fault`. */
export interface FaultPlan {
  /** Name of the operation, as in `pricePoints.get` or `transactions.list`; `*` is every operation. */
  readonly operation: string;
  /** An error status, 400 to 599, with the body that is documented for it (§7) where one is. */
  readonly status?: number | undefined;
  /** A documented error, for example `slug_exists`; with `status` too, it is answered under that status. */
  readonly reason?: ApiErrorReason | undefined;
  /** What goes wrong instead of an error answer. */
  readonly fault?: Fault | undefined;
  /** How many requests are struck, or `Infinity`; in JSON the text `"Infinity"`. @defaultValue `1` */
  readonly times?: number | undefined;
  /** How many requests for the operation pass, from now on, before the first is struck. @defaultValue `0` */
  readonly after?: number | undefined;
  /** The header `Retry-After` of an error answer: seconds, or an HTTP date. */
  readonly retryAfter?: number | string | undefined;
  /** The message of an error answer, in place of the documented one. */
  readonly message?: string | undefined;
  /**
   * Which field is `null`, as a path in the answer; an answer without that field is not struck.
   * @defaultValue `results.0.geolocation.zipCode` of a transaction report, else the first plain value of an answer
   */
  readonly field?: string | undefined;
  /**
   * Whether the operation does its work before it fails.
   * @defaultValue `false` for error answers, `reset` and `no_answer`; `true` for the others
   */
  readonly applied?: boolean | undefined;
}
