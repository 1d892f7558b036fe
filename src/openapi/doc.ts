/** What the docstring of a field says. */
export interface FieldDoc {
  readonly description: string;
  /** The type of the field, or of its elements, if that is a type with docs. */
  readonly type?: string;
  /** `@defaultValue`, as it is written. */
  readonly defaultValue?: string;
  readonly deprecated?: boolean;
  /** Documented values of a string that may have others. */
  readonly known?: readonly string[];
}

/** What the docstrings of a type and of its fields say. */
export interface TypeDoc {
  readonly description: string;
  readonly fields: Readonly<Record<string, FieldDoc>>;
}

/** What the docstring of an operation's method says, and the names of the operation's types. */
export interface OperationDoc {
  /** The name of the operation's constant: `createPricePoint`. */
  readonly id: string;
  readonly description: string;
  readonly params?: string;
  readonly query?: string;
  readonly body?: string;
  readonly output: string;
}
