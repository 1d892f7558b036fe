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
