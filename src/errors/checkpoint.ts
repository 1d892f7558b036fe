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
  /** Hash of the option `queryParams`, which must be the same on resume; not set without any. */
  readonly queryParams?: string | undefined;
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

/** The time window of a checkpoint. */
export interface CheckpointWindow {
  /** Start of the window. */
  readonly startDate: string;
  /** End of the window. */
  readonly endDate: string;
  /** Rows received for the window so far. */
  readonly rows: number;
}
