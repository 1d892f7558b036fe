import type { OperationName } from '../../../client/api/operation-name.ts';
import type { ApiErrorReason } from '../../../client/errors/index.ts';

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
export type Fault =
  | 'reset'
  | 'no_response'
  | 'cut_body'
  | 'stalled_body'
  | 'malformed_json'
  | 'null_field'
  | 'empty_page'
  | 'repeated_cursor'
  | 'unknown_transaction_type';

/** Traits of a fault. */
interface FaultTraits {
  /** What happens, for a list of all faults. */
  readonly summary: string;
  /** Whether the operation does its work: by default, or always if the fault changes the content of its response. */
  readonly applied: boolean | 'always';
  /** Whether it needs a page of transactions. */
  readonly needsPage?: true;
}

/** Every fault, with its traits. */
export const faultTraits: Readonly<Record<Fault, FaultTraits>> = {
  reset: { applied: false, summary: 'the connection is reset before the response' },
  no_response: { applied: false, summary: 'the request never gets a response' },
  cut_body: { applied: true, summary: 'the connection ends in the middle of the body' },
  stalled_body: { applied: true, summary: 'nothing is sent after the first half of the body' },
  malformed_json: { applied: true, summary: 'the last brace of the body is missing' },
  null_field: { applied: 'always', summary: 'a field of the response is null' },
  empty_page: {
    applied: 'always',
    needsPage: true,
    summary: 'a page of transactions without rows, whose cursor leads to them',
  },
  repeated_cursor: {
    applied: 'always',
    needsPage: true,
    summary: 'a page of transactions with the cursor that requested it',
  },
  unknown_transaction_type: {
    applied: 'always',
    needsPage: true,
    summary: 'a page whose first transaction has an undocumented type',
  },
};

/** Which requests fail. */
interface FaultTiming {
  /** Name of the operation, for example `transactions.list`, which `getPage` sends too; `*` matches every operation. */
  readonly operation: OperationName | '*';
  /** How many requests fail, or `Infinity`; in JSON the string `"Infinity"`. @defaultValue `1` */
  readonly times?: number | undefined;
  /** How many requests to the operation succeed first, counted from now. @defaultValue `0` */
  readonly after?: number | undefined;
  /**
   * Whether the operation does its work before it fails; always, if the content of a response is changed.
   * @defaultValue `false` for error responses, `reset` and `no_response`; `true` for the other faults
   */
  readonly applied?: boolean | undefined;
}

/** An error response: with a status of your choice, or a documented one. */
interface ErrorResponsePlan extends FaultTiming {
  /** Error status, 400 to 599, with the body that is documented for it (§7), if any. @defaultValue that of `reason` */
  readonly status?: number | undefined;
  /** A documented error (§7), for example `slug_exists`; required without `status`. */
  readonly reason?: ApiErrorReason | undefined;
  /** The message, instead of the documented one; with `status` only. */
  readonly message?: string | undefined;
  /** The `Retry-After` header: seconds, or an HTTP date. */
  readonly retryAfter?: number | string | undefined;
  /** Not with an error response. */
  readonly fault?: undefined;
  /** Not with an error response. */
  readonly field?: undefined;
}

/** A lost connection, or a response that is incomplete, malformed or unusual. */
interface BrokenResponsePlan extends FaultTiming {
  /** What is wrong; a fault of a page needs the operation `transactions.list` or `*`. */
  readonly fault: Fault;
  /**
   * Path of the field that is `null`, for `null_field` only, as errors print it: `results[0].orderId`, or
   * `results.0.orderId`. A path that the operation's responses do not have is rejected; a response without that field is
   * left unchanged, and the plan waits: see `faults` of {@link Sandbox.state}.
   * @defaultValue `results.0.geolocation.zipCode` for transaction reports, else the first primitive value
   */
  readonly field?: string | undefined;
  /** Only for error responses. */
  readonly status?: undefined;
  /** Only for error responses. */
  readonly reason?: undefined;
  /** Only for error responses. */
  readonly retryAfter?: undefined;
  /** Only for error responses. */
  readonly message?: undefined;
}

/** The plan for {@link Sandbox.fail}: an error response (`status`, `reason` or both) or a `fault`. */
export type FaultPlan = ErrorResponsePlan | BrokenResponsePlan;

/** A plan that still makes requests fail, as it was planned, with its defaults. */
export interface PlannedFault {
  /** Name of the operation; `*` matches every operation. */
  readonly operation: OperationName | '*';
  /** Error status. */
  readonly status?: number | undefined;
  /** Documented error. */
  readonly reason?: ApiErrorReason | undefined;
  /** What is wrong with the response, if it is no error response. */
  readonly fault?: Fault | undefined;
  /** Path of the field that is `null`. */
  readonly field?: string | undefined;
  /** How many requests were to fail: a string, as JSON has no infinite number. */
  readonly times: number | 'Infinity';
  /** How many requests were to succeed first. */
  readonly after: number;
  /** How many requests it has made fail so far; 0 if it was never consumed. */
  readonly failed: number;
}
