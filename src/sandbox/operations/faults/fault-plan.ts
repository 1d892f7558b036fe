import type { OperationName } from '../../../client/api/operation-name.ts';
import type { ApiErrorReason } from '../../../client/errors/index.ts';

/** Traits of a fault. */
interface FaultTraits {
  /** What happens, for a list of all faults. */
  readonly summary: string;
  /** Whether the network fails, or the body is wrong. */
  readonly kind: 'network' | 'body';
  /** Whether the operation does its work by default. */
  readonly applied: boolean;
  /** Whether it changes the content of a response, so that it needs a successful one. */
  readonly corrupts?: true;
  /** Whether it needs a page of transactions. */
  readonly needsPage?: true;
}

const network = { kind: 'network' } as const;
const corrupted = { kind: 'body', applied: true, corrupts: true } as const;
const corruptedPage = { ...corrupted, needsPage: true } as const;

/** Every fault, with its traits. */
export const faultTraits = {
  reset: { ...network, applied: false, summary: 'the connection is reset before the response' },
  no_response: { ...network, applied: false, summary: 'the request never gets a response' },
  cut_body: { ...network, applied: true, summary: 'the connection ends in the middle of the body' },
  stalled_body: { ...network, applied: true, summary: 'nothing is sent after the first half of the body' },
  malformed_json: { kind: 'body', applied: true, summary: 'the last brace of the body is missing' },
  null_field: { ...corrupted, summary: 'a field of the response is null' },
  empty_page: {
    ...corruptedPage,
    summary: 'a page of transactions without rows, whose cursor leads to them',
  },
  repeated_cursor: { ...corruptedPage, summary: 'a page of transactions with the cursor that requested it' },
  unknown_transaction_type: {
    ...corruptedPage,
    summary: 'a page whose first transaction has an undocumented type',
  },
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

/** What a fault plan names: an operation, a paginator or method that sends it, or `*` for every operation. */
export type FaultTarget = OperationName | 'transactions.list' | 'offers.list' | 'translations.setAll' | '*';

/** Which requests fail. */
export interface FaultTiming<Target extends FaultTarget = FaultTarget> {
  /** Name of the operation, for example `pricePoints.get` or `transactions.list`; `*` matches every operation. */
  readonly operation: Target;
  /** How many requests fail, or `Infinity`; in JSON the string `"Infinity"`. @defaultValue `1` */
  readonly times?: number | undefined;
  /** How many requests to the operation succeed first, counted from now. @defaultValue `0` */
  readonly after?: number | undefined;
}

/** An error response with a status of your choice. */
export interface StatusPlan extends FaultTiming {
  /** Error status, 400 to 599, with the body that is documented for it (§7), if any. */
  readonly status: number;
  /** The message, instead of the documented one. */
  readonly message?: string | undefined;
  /** The `Retry-After` header: seconds, or an HTTP date. */
  readonly retryAfter?: number | string | undefined;
  /** Whether the operation does its work before it fails. @defaultValue `false` */
  readonly applied?: boolean | undefined;
  /** Not with an error response. */
  readonly fault?: undefined;
  /** Not with an error response. */
  readonly field?: undefined;
  /** Not set: see {@link ReasonPlan}. */
  readonly reason?: undefined;
}

/** A documented error response (§7). */
export interface ReasonPlan extends FaultTiming {
  /** A documented error, for example `slug_exists`. */
  readonly reason: ApiErrorReason;
  /** Error status, 400 to 599, instead of the documented one. */
  readonly status?: number | undefined;
  /** The `Retry-After` header: seconds, or an HTTP date. */
  readonly retryAfter?: number | string | undefined;
  /** Whether the operation does its work before it fails. @defaultValue `false` */
  readonly applied?: boolean | undefined;
  /** Not with an error response. */
  readonly fault?: undefined;
  /** Not with an error response. */
  readonly field?: undefined;
  /** Not with a reason, which has its own message. */
  readonly message?: undefined;
}

/** What only error responses have. */
export interface NoErrorResponse {
  /** Only for error responses. */
  readonly status?: undefined;
  /** Only for error responses. */
  readonly reason?: undefined;
  /** Only for error responses. */
  readonly retryAfter?: undefined;
  /** Only for error responses. */
  readonly message?: undefined;
}

/** A lost connection, or a body that is incomplete or malformed. */
export interface ConnectionFaultPlan extends FaultTiming, NoErrorResponse {
  /** What breaks: the connection, or the body of the response. */
  readonly fault: Exclude<Fault, 'null_field' | PageFault>;
  /**
   * Whether the operation does its work before it fails.
   * @defaultValue `false` for `reset` and `no_response`; `true` for the others
   */
  readonly applied?: boolean | undefined;
  /** Only for `null_field`. */
  readonly field?: undefined;
}

/** A response with a field that is `null`. */
export interface NullFieldPlan extends FaultTiming, NoErrorResponse {
  /** Replaces the value of `field` in the response by `null`. */
  readonly fault: 'null_field';
  /**
   * Path of the field that is `null`; a response without that field is left unchanged, and the plan waits.
   * @defaultValue `results.0.geolocation.zipCode` for transaction reports, else the first primitive value
   */
  readonly field?: string | undefined;
  /** The operation always does its work. */
  readonly applied?: true | undefined;
}

/** A fault of a page of transactions. */
export type PageFault = 'empty_page' | 'repeated_cursor' | 'unknown_transaction_type';

/** A page of transactions with a fault. */
export interface PageFaultPlan
  extends FaultTiming<'transactions.list' | 'transactions.getPage' | '*'>, NoErrorResponse {
  /** What is wrong with the page: its rows, its cursor, or the type of its first row. */
  readonly fault: PageFault;
  /** The operation always does its work. */
  readonly applied?: true | undefined;
  /** Only for `null_field`. */
  readonly field?: undefined;
}

/** The plan for {@link Sandbox.fail}: an error response (`status`, `reason` or both) or a `fault`. */
export type FaultPlan = StatusPlan | ReasonPlan | ConnectionFaultPlan | NullFieldPlan | PageFaultPlan;
