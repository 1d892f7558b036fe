/**
 * The position of an iteration, as plain JSON; store it and pass it as `resume` to continue. What it has besides these
 * fields may change.
 */
// Not an interface, which could not be assigned to a type of JSON values.
export type Checkpoint = {
  /** The range and direction that it belongs to, which must be the same on resume: `list({ ...checkpoint.query, resume: checkpoint })`. */
  readonly query: CheckpointQuery;
  /** Cursor of the next page to request; `null` for the first page. */
  readonly cursor: string | null;
  /**
   * Rows per page that the cursor belongs to: it is requested with the same, or with none if this is `null`. Not set
   * without a cursor.
   */
  readonly limit?: number | null;
  /** Number of rows at the start of that page to skip; they have been delivered or were invalid. */
  readonly rowsToSkip: number;
  /** Pages delivered so far. */
  readonly pages: number;
  /** Rows delivered so far. */
  readonly rows: number;
  /** Invalid rows passed to `onInvalidRow` so far. */
  readonly invalidRows: number;
  /** `true` once responses have shown that the data changed while it was read: rows may be missing or repeated. */
  readonly changed?: boolean;
  /**
   * After the last page: the service's `totalCount` less the rows that were received, those that were set aside included. 0
   * if all were received; negative if the service counts fewer. Not set without a count, or with `fromCursor`.
   */
  readonly missing?: number;
  /** `true` if the iteration began at the cursor of an earlier page, whose rows it does not count. */
  readonly fromCursor?: boolean;
  /** The end of what was received, to compare the next page with: the number of rows, their count, the key of the last, and a cursor that led back. */
  readonly border?: CheckpointBorder;
  /** The option `queryParams`, which must be the same on resume. */
  readonly queryParams?: string;
};

// Types and not interfaces, for the same reason.
type CheckpointQuery = {
  /** Start of the range, ISO 8601 in UTC. */
  readonly startDate: string;
  /** End of the range, ISO 8601 in UTC. */
  readonly endDate: string;
  readonly sortDirection: 'asc' | 'desc';
};

export type CheckpointBorder = {
  /** Rows as received, those that were dropped included. */
  readonly received: number;
  /** The service's count on the latest page; not set after the last page, since rows may be added later. */
  readonly totalCount?: number;
  /** Timestamp, type and id of the last row. */
  readonly lastRow?: string;
  /** The cursor that led back to an earlier page. */
  readonly repeated?: string;
};
