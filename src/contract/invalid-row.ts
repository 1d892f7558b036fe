import type { Issue } from '../errors/index.ts';

/** A row of a page that is invalid in an essential field. */
export interface InvalidRow {
  /** The row as received. */
  readonly row: unknown;
  /** What is wrong with it, by field; ten at most, without the values. */
  readonly issues: readonly Issue[];
  /** Its index among the rows of its page as received. */
  readonly index: number;
}
