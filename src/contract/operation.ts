/** One mismatch, as zod words it. */
export interface SchemaIssue {
  /** The schema's word for the kind of mismatch. */
  readonly code?: string | undefined;
  /** With a wrong type: the type that was expected. */
  readonly expected?: string | undefined;
  /** Where the value stands. */
  readonly path: readonly PropertyKey[];
  /** The rule that it broke. */
  readonly message: string;
}

/**
 * What the transport asks of a schema: every zod schema is one.
 *
 * Structural, so that the compiler never compares zod's own types.
 */
export interface Schema<T> {
  /** Gives the checked value, or throws. */
  parse(value: unknown): T;
  /** Gives the checked value, or what is wrong with it. */
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly SchemaIssue[] } };
}

/** What repeating a request would do; it decides which failures are retried. */
export type Effect = 'read' | 'idempotent' | 'create';

/** The HTTP methods that the service uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The documented family of error bodies (§7) that an operation responds with. */
export type ErrorFamily =
  'transactionReport' | 'portalContent' | 'pricePoint' | 'personalization' | 'unknown';

/** The values of a query string, as they are sent. */
export type WireQuery = Readonly<Record<string, string | number | undefined>>;

/** What a caller passes to an operation. */
export interface OperationInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The input of an operation without parameters, query and body. */
export type NoInput = { readonly [Part in keyof OperationInput]?: never };

/** One operation of the service, as data. */
export interface Operation<Output, Input extends OperationInput> {
  /** Sub-client and method, for example `pricePoints.get`. */
  readonly name: string;
  readonly method: Method;
  /** Path template: `:name` stands for a path parameter. */
  readonly path: `/${string}`;
  readonly effect: Effect;
  /** Section of the specification. */
  readonly section: string;
  readonly params?: Schema<unknown>;
  /** Validates the query and turns it into what is sent. */
  readonly query?: Schema<WireQuery>;
  readonly body?: Schema<unknown>;
  readonly output: Schema<Output>;
  readonly errors: ErrorFamily;
  /** Largest documented request body, in bytes. */
  readonly maxBodyBytes?: number;
  /** Whether a response without a body is valid; no documented operation has one. */
  readonly emptyResponse?: boolean;
  /** Never set: the type of what a caller passes in, which the schemas only know as `unknown`. */
  readonly input?: Input;
}

/** Any operation, whatever its types. */
export type AnyOperation = Operation<unknown, OperationInput>;
