import type { ErrorFamily } from '../errors/index.ts';
import type { OperationName } from './operation-name.ts';

/** A validation issue, as zod reports it. */
export type SchemaIssue = {
  /** Kind of the mismatch, for example `invalid_type`. */
  readonly code?: string | undefined;
  /** Expected type, if the type does not match. */
  readonly expected?: string | undefined;
  /** Path of the value. */
  readonly path: readonly PropertyKey[];
  /** The rule that the value breaks. */
  readonly message: string;
  /** The unknown fields, if an object has any. */
  readonly keys?: readonly string[] | undefined;
};

/**
 * A schema that validates a value; every zod schema is one.
 *
 * Declared structurally, so that TypeScript never compares zod's own types.
 */
export interface Schema<T> {
  /** Returns the validated value, or throws. */
  parse(value: unknown): T;
  /** Returns the validated value, or its issues. */
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly SchemaIssue[] } };
}

/**
 * The effect of repeating a request; determines which failures are retried: of a `create`, only those of requests that
 * did nothing. What a `repeatable` write creates twice does no harm.
 */
export type Effect = 'read' | 'idempotent' | 'repeatable' | 'create';

/** Query parameters; an array repeats its name. */
export type QueryParameters = Readonly<
  Record<string, string | number | boolean | undefined | readonly (string | number | boolean)[]>
>;

/** The arguments of an operation. */
export interface OperationInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Input of an operation without parameters, query and body. */
export type NoInput = { readonly [Part in keyof OperationInput]?: never };

/** The definition of an operation of the service. */
export interface Operation<Output, Input extends OperationInput> {
  /** Sub-client and method, for example `pricePoints.get`; `request` for a custom request. */
  readonly name: OperationName | 'request';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template; `:name` is a path parameter. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** Section of the specification. */
  readonly section: string;
  readonly params?: Schema<unknown>;
  /** Validates the query and converts it for sending. */
  readonly query?: Schema<QueryParameters>;
  /** Names of the documented query parameters, as they are sent. */
  readonly queryNames?: readonly string[];
  readonly body?: Schema<unknown>;
  /** Name of the method's parameter for the body. @defaultValue `'input'` */
  readonly bodyName?: string;
  readonly output: Schema<Output>;
  /** Fields of a response that may have an older name only, from which they are filled unless validation is strict. */
  readonly olderNames?: Readonly<Record<string, string>>;
  readonly errors: ErrorFamily;
  /** Maximum size of the request body in bytes, if documented. */
  readonly maxBodyBytes?: number;
  /** What to do with a larger body. */
  readonly largerBody?: string;
  /** Whether a response without a body is valid; no documented operation has one. */
  readonly emptyResponse?: boolean;
  /** Whether the body of a successful response has a `status`, which is an error from 400 on. */
  readonly statusInBody?: boolean;
  /** Never set; carries the type of the input, which is `unknown` in the schemas. */
  readonly input?: Input;
}

/** Any operation, whatever its types. */
export type AnyOperation = Operation<unknown, OperationInput>;

/** A path with its parameters in braces, as the specification and OpenAPI write it. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
