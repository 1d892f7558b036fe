/** A string, and what it is compared with. */
export interface CheckedString {
  readonly value: string;
  /** What it is translated from, if that is known. */
  readonly source: string | undefined;
  /** What the service has, of a cell that is about to change. */
  readonly before?: string | undefined;
  readonly locale: string;
  /** Whether other strings of the store are ICU messages. */
  readonly isIcu?: boolean;
}

/** A string whose source is known. */
export type Translation = CheckedString & { readonly source: string };
