/** A range that loads cover. Dates are ISO 8601 in UTC; the end is excluded. */
export interface VerifiedRange {
  readonly startDate: string;
  readonly endDate: string;
  /** Rows in the table. */
  readonly rows: number;
}

/** A difference between the table, its receipts and the service. */
export interface LoadDifference {
  /**
   * - `unfinished`: jobs of a load are not done
   * - `commits`: a load has not as many commits as jobs, although it is finished
   * - `counted`: a job received other rows than the service counted
   * - `changed_while_read`: the window of a job changed each time that it was read: rows may be missing
   * - `quarantined`: rows are in quarantine
   * - `rows`: the rows of a currency and type differ from the receipts
   * - `sum`: a sum of a currency and type differs from the receipts
   * - `totalCount`: the service counts another number of rows
   */
  readonly what:
    | 'unfinished'
    | 'commits'
    | 'counted'
    | 'changed_while_read'
    | 'quarantined'
    | 'rows'
    | 'sum'
    | 'totalCount';
  readonly load?: number;
  readonly job?: number;
  readonly currencyCode?: string;
  readonly type?: string;
  /** Name of a column of the table; set for `sum`. */
  readonly column?: string;
  /** Start and end of the part of a range; set for `totalCount`. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** In the receipts, or at the service. */
  readonly expected: string;
  /** In the table. */
  readonly found: string;
}

/** The result of a verification. */
export interface LoadVerification {
  /** Whether there is no difference. */
  readonly agrees: boolean;
  /** The union of the ranges of all loads. */
  readonly ranges: readonly VerifiedRange[];
  /** Rows in the table, in these ranges. */
  readonly rows: number;
  readonly differences: readonly LoadDifference[];
}
