import { printable } from './printable.ts';

/**
 * What is known of a write that failed.
 *
 * - `not_sent`: the request never left this process; sending it again is safe.
 * - `rejected`: the service answered that it refused; nothing was changed.
 * - `applied`: the service did the work, only its answer could not be used.
 * - `unknown`: it may or may not have been done; look before sending again.
 */
export type Outcome = 'not_sent' | 'rejected' | 'applied' | 'unknown';

/**
 * The place at which a walk over pages stands, as plain JSON that can be stored and handed back as `resume`.
 */
export interface Checkpoint {
  /** Cursor of the page to ask for next, or `null` for the first page. */
  readonly cursor: string | null;
  /** Rows at the start of that page that were delivered or set aside, counted as received. */
  readonly rowsToSkip: number;
  /** Pages delivered so far. */
  readonly pages: number;
  /** Rows delivered so far. */
  readonly rows: number;
  /** Rows set aside by `onInvalidRow` so far. */
  readonly invalidRows: number;
  /** The window that `cursor` belongs to, where the walk goes by windows; those before it are done. */
  readonly window?: CheckpointWindow | undefined;
}

/** A checkpoint to resume from; one that was stored before `invalidRows` existed is taken too. */
export type CheckpointInput = Omit<Checkpoint, 'invalidRows'> & {
  /** Rows set aside by `onInvalidRow` so far. @defaultValue `0` */
  readonly invalidRows?: number | undefined;
};

/** A window of time that a walk stands in. */
export interface CheckpointWindow {
  /** Start of the window. */
  readonly startDate: string;
  /** End of the window. */
  readonly endDate: string;
  /** Rows that came with the window so far. */
  readonly rows: number;
  /** The latest delivered rows, by which those that a neighbouring window holds as well are known. */
  readonly seen: readonly string[];
}

/** One rule that a value broke. */
export interface Issue {
  /** Where the value stands, for example `priceOverrides[0].price`. */
  readonly path: string;
  /** The rule it broke. The value itself is never quoted. */
  readonly message: string;
}

/** Issues as an error holds them: ten at the most, printable, with long keys shortened. */
export function printableIssues(issues: readonly Issue[]): readonly Issue[] {
  return issues.slice(0, 10).map(({ path, message }) => ({
    path: printable(path, 200),
    message: printable(message, 500),
  }));
}

/** Broken rules as one line of a message. */
export function listIssues(issues: readonly Issue[]): string {
  return printableIssues(issues)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ');
}
