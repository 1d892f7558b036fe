import type { AnyOperation, Operation, OperationInput } from '../../client/api/operation.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerSettings } from '../ledger/settings.ts';
import type { ExchangeRates } from '../market/currencies.ts';
import type { SandboxSettings } from '../options.ts';
import type { Callbacks } from '../outbound/callbacks.ts';
import type { PersonalizationCallbacks } from '../outbound/personalization-callback.ts';
import type { IdSource } from '../random.ts';
import type { Clock } from '../store/clock.ts';
import type { Store } from '../store/store.ts';
import { type ErrorResponse, errorResponse, type ErrorSource } from './errors.ts';

/** The state and the generators that operations, purchases and callbacks share. */
export interface Context {
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  readonly store: Store;
  readonly ids: IdSource;
  /** Seed, size and period of the ledger. */
  readonly ledgerSettings: LedgerSettings;
  readonly ledger: Ledger;
  readonly rates: ExchangeRates;
  readonly callbacks: Callbacks;
  readonly deliveries: PersonalizationCallbacks;
}

/** A request with a valid token and a valid body. */
export interface Call<Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly source: ErrorSource;
  /** Origin under which the client can open pages; `undefined` if the sandbox does not listen on a port. */
  readonly pageOrigin: string | undefined;
}

/** An operation of the API, and its implementation. */
export interface Route {
  readonly operation: AnyOperation;
  /** Does the work and returns the body of the response. @throws Rejection for an error response. */
  readonly resolve: (call: Call<unknown>) => unknown;
  /** Returns the error response for a body that does not match the operation's schema. */
  readonly rejectBody: RejectBody;
}

/** Returns the error response for a body that does not match the schema; `body` is `undefined` if it is not JSON. */
export type RejectBody = (source: ErrorSource, body: unknown, problem: string) => ErrorResponse;

/** The type of the body in an operation's input. */
type BodyOf<Input> = Input extends { readonly body: infer Body } ? Body : undefined;

/** A response body that is not written yet: an array may be any iterable, whose elements are written one by one. */
export type Unwritten<Output> = {
  [Name in keyof Output]:
    Output[Name] | (Output[Name] extends readonly (infer Element)[] ? Iterable<Element> : never);
};

/** Creates a route; the API's types check the implementation. */
export function route<Output, Input extends OperationInput>(
  operation: Operation<Output, Input>,
  resolve: (call: Call<BodyOf<Input>>) => Unwritten<Output>,
  rejectBody: RejectBody = invalidBody,
): Route {
  return {
    operation,
    // The body has passed `operation.body`, whose output type is that of the input; the compiler cannot relate the two.
    resolve: (call) => resolve(call as Call<BodyOf<Input>>),
    rejectBody,
  };
}

/** The error response for an invalid body where none is documented (§7.5). */
export function invalidBody(source: ErrorSource, _body: unknown, problem: string): ErrorResponse {
  return errorResponse(source, 400, `Invalid request body: ${problem}`);
}
