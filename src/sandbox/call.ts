import type { AnyOperation, Operation, OperationInput } from '../contract/operation.ts';
import type { ErrorAnswer, Place } from './error-answers.ts';

/** A request that has passed the token and the body's schema. */
export interface Call<Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly place: Place;
}

/** An operation of the contract, and what the sandbox does for it. */
export interface Route {
  readonly operation: AnyOperation;
  /** Does the work and gives the body of the answer. @throws Refusal where the answer is an error. */
  readonly resolve: (call: Call<unknown>) => unknown;
  /** Answers a body that does not match the operation's schema. */
  readonly refuseBody: RefuseBody;
}

/** Answers a body that does not match the schema; `body` is `undefined` where it is not JSON. */
export type RefuseBody = (place: Place, body: unknown, problem: string) => ErrorAnswer;

/** The body that an operation's input has. */
type BodyOf<Input> = Input extends { readonly body: infer Body } ? Body : undefined;

/** Ties an operation to what the sandbox does for it; the contract's types check both ends. */
export function route<Output, Input extends OperationInput>(
  operation: Operation<Output, Input>,
  resolve: (call: Call<BodyOf<Input>>) => Output,
  refuseBody: RefuseBody = () => neverAsked(operation.name),
): Route {
  return {
    operation,
    // The body has passed `operation.body`, whose type is that of the input; the schema's own type does not tell.
    resolve: (call) => resolve(call as Call<BodyOf<Input>>),
    refuseBody,
  };
}

function neverAsked(name: string): never {
  throw new Error(`${name} has no body to refuse`);
}
