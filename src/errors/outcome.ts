import { printable } from './printable.ts';

/**
 * The outcome of a failed write: whether the change was made.
 *
 * - `not_sent`: the request never reached the service; it is safe to retry.
 * - `rejected`: the service rejected the request; nothing was changed.
 * - `applied`: the change was made, but the response could not be used.
 * - `unknown`: the change may or may not have been made; check before you retry.
 */
export type Outcome = 'not_sent' | 'rejected' | 'applied' | 'unknown';

/** The position of an iteration, as plain JSON; store it and pass it as `resume` to continue. */
export interface Checkpoint {
  /** Cursor of the next page to request; `null` for the first page. */
  readonly cursor: string | null;
  /** Number of rows at the start of that page to skip; they have been delivered or were invalid. */
  readonly rowsToSkip: number;
  /** Pages delivered so far. */
  readonly pages: number;
  /** Rows delivered so far. */
  readonly rows: number;
  /** Invalid rows passed to `onInvalidRow` so far. */
  readonly invalidRows: number;
  /** The window that `cursor` belongs to, with the option `windows`; earlier windows are complete. */
  readonly window?: CheckpointWindow | undefined;
  /** `true` once responses have shown that the data changed while it was read: rows may be missing or repeated. */
  readonly changed?: boolean | undefined;
  /** The end of what was received, to compare the next page with; missing in checkpoints of earlier versions. */
  readonly border?: CheckpointBorder | undefined;
}

/** The end of what was received so far, with `windows` for the current window. */
export interface CheckpointBorder {
  /** Rows as received, those that were dropped included. */
  readonly received: number;
  /** The service's count on the latest page; not set after the last page, since rows may be added later. */
  readonly totalCount?: number | undefined;
  /** Latest time of a row, in sort order, in microseconds since the epoch; `null` if rows are not in order of time. */
  readonly time: number | null;
  /** Hashed keys (timestamp, type, id) of the rows at that time; not set if there are more than 100. */
  readonly keys?: readonly string[] | undefined;
}

/** A checkpoint to resume from; `invalidRows` may be missing in checkpoints of earlier versions. */
export type CheckpointInput = Omit<Checkpoint, 'invalidRows'> & {
  /** Invalid rows passed to `onInvalidRow` so far. @defaultValue `0` */
  readonly invalidRows?: number | undefined;
};

/** The time window of a checkpoint. */
export interface CheckpointWindow {
  /** Start of the window. */
  readonly startDate: string;
  /** End of the window. */
  readonly endDate: string;
  /** Rows received for the window so far. */
  readonly rows: number;
}

/** A value that breaks a rule. */
export interface Issue {
  /** Path of the value, for example `priceOverrides[0].price`. */
  readonly path: string;
  /** The rule that it breaks; the value itself is never quoted. */
  readonly message: string;
}

/** Returns at most ten issues, escaped for printing and with long keys shortened. */
export function printableIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.slice(0, 10).map(({ path, message }) => ({
    path: printable(path, 200),
    message: printable(message, 500),
  }));
}

/** Joins issues into one line of a message. */
export function listIssues(issues: readonly Issue[]): string {
  return printableIssues(issues)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ');
}
