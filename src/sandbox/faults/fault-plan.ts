import type { ApiErrorReason } from '../../errors/index.ts';

/** Traits of a fault. */
interface FaultTraits {
  /** Whether the operation does its work by default. */
  readonly applied: boolean;
  /** Whether it changes the content of a response, so that it needs a successful one. */
  readonly corrupts?: true;
  /** Whether it needs a page of transactions. */
  readonly needsPage?: true;
}

/** Every fault, with its traits. */
export const faultTraits = {
  reset: { applied: false },
  no_response: { applied: false },
  cut_body: { applied: true },
  stalled_body: { applied: true },
  malformed_json: { applied: true },
  null_field: { applied: true, corrupts: true },
  empty_page: { applied: true, corrupts: true, needsPage: true },
  repeated_cursor: { applied: true, corrupts: true, needsPage: true },
  unknown_transaction_type: { applied: true, corrupts: true, needsPage: true },
} as const satisfies Readonly<Record<string, FaultTraits>>;

/**
 * A fault other than an error status.
 *
 * - `reset`: the connection is reset before a response.
 * - `no_response`: no response is ever sent.
 * - `cut_body`: the connection closes in the middle of the body.
 * - `stalled_body`: nothing is sent after the first half of the body.
 * - `malformed_json`: the last brace of the body is missing.
 * - `null_field`: one field of the response is `null`; see `field`.
 * - `empty_page`: a page of transactions without rows; its cursor leads to the rows that it should have had.
 * - `repeated_cursor`: a page of transactions whose cursor is the one of its request; applies from the second page
 *   on, since the request for the first page has no cursor.
 * - `unknown_transaction_type`: the first transaction of a page has an undocumented type.
 */
export type Fault = keyof typeof faultTraits;

/** The plan for {@link Sandbox.fail}: an error response (`status`, `reason` or both) or a `fault`. */
export interface FaultPlan {
  /** Name of the operation, for example `pricePoints.get` or `transactions.list`; `*` matches every operation. */
  readonly operation: string;
  /** Error status, 400 to 599, with the body that is documented for it (§7), if any. */
  readonly status?: number | undefined;
  /** A documented error, for example `slug_exists`; `status` overrides its status. */
  readonly reason?: ApiErrorReason | undefined;
  /** A fault instead of an error response. */
  readonly fault?: Fault | undefined;
  /** How many requests fail, or `Infinity`; in JSON the string `"Infinity"`. @defaultValue `1` */
  readonly times?: number | undefined;
  /** How many requests to the operation succeed first, counted from now. @defaultValue `0` */
  readonly after?: number | undefined;
  /** The `Retry-After` header of an error response: seconds, or an HTTP date. */
  readonly retryAfter?: number | string | undefined;
  /** The message of an error response, instead of the documented one. */
  readonly message?: string | undefined;
  /**
   * Path of the field that is `null`; a response without that field is left unchanged, and the plan waits.
   * @defaultValue `results.0.geolocation.zipCode` for transaction reports, else the first primitive value
   */
  readonly field?: string | undefined;
  /**
   * Whether the operation does its work before it fails.
   * @defaultValue `false` for error responses, `reset` and `no_response`; `true` for the other faults
   */
  readonly applied?: boolean | undefined;
}
