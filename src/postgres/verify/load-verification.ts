import type { Alarm } from '../alarms.ts';
import type { Database } from '../database/open-database.ts';
import type { Recount } from '../loads.ts';
import type { LoadClient } from '../options.ts';

/** A range that loads of a source cover. Dates are ISO 8601 in UTC; the end is excluded. */
export type SourceRange = {
  readonly source: string;
  readonly startDate: string;
  readonly endDate: string;
};

/** A range that loads of a source cover, and what the table has of it. */
export type VerifiedRange = SourceRange & {
  /** Rows in the table, without those that were removed. */
  readonly rows: number;
};

/**
 * What was compared.
 *
 * - `receipts`: rows and sums of each day, currency and type, with the receipts of all jobs
 * - `columns`: every column of each stored row, with the row as received
 * - `counts`: the number of rows of each day, with the count of the service
 * - `rows`: every row and column, with the rows that the service returns now
 */
export type Comparison = 'receipts' | 'columns' | 'counts' | 'rows';

/** A difference between the table, its receipts and the service. */
export interface LoadDifference {
  /**
   * - `key`: a table has lost its primary key, or a sequence is behind the rows: rows may be stored twice
   * - `unfinished`: jobs of a load are not done
   * - `commits`: a load has not as many commits as jobs, although it is finished
   * - `counted`: a job received other rows than the service counted
   * - `changed_while_read`: the window of a job changed each time that it was read: rows may be missing
   * - `quarantined`: rows are in quarantine
   * - `rows`: the rows of a day, currency and type differ from the receipts
   * - `sum`: a sum of a day, currency and type differs from the receipts
   * - `columns`: columns of a row differ from the row as received
   * - `totalCount`: the service counts another number of rows of a day; without a client, the last time that a sync counted them
   * - `added`: the service returns a row that the table does not have
   * - `changed`: the service returns a row with other contents
   * - `missing`: the service no longer returns a row of the table
   * - `returned`: the service returns a row that is marked as missing, or was removed
   * - `unread`: the service returned no complete list of the rows of a window, so that `missing` rows of it are not known
   */
  readonly what:
    | 'key'
    | 'unfinished'
    | 'commits'
    | 'counted'
    | 'changed_while_read'
    | 'quarantined'
    | 'rows'
    | 'sum'
    | 'columns'
    | 'totalCount'
    | 'added'
    | 'changed'
    | 'missing'
    | 'returned'
    | 'unread';
  /** Name of a table or sequence; set for `key`, whose `expected` is the SQL that repairs it. */
  readonly table?: string;
  readonly load?: number;
  readonly job?: number;
  readonly source?: string;
  /** A day in UTC, such as `2026-10-01`; set for `rows` and `sum`, with the source. */
  readonly day?: string;
  readonly currencyCode?: string;
  readonly type?: string;
  /** Key of a row, with `type`: in UTC with microseconds. */
  readonly timestamp?: string;
  readonly transactionId?: string;
  /** Names of the columns that differ; `row` is the row as received. Set for `columns` and `changed`. */
  readonly fields?: readonly string[];
  /** Name of a column of the table; set for `sum`. */
  readonly column?: string;
  /** Start and end of a part of a range; set for `totalCount` and `unread`. */
  readonly startDate?: string;
  readonly endDate?: string;
  /** In the receipts, in the row as received, or at the service. The values of several fields are in their order. */
  readonly expected: string;
  /** In the table. */
  readonly found: string;
}

/** A stored row that the last read did not find. Amounts are integers in the smallest unit, or US cents. */
export type MissingRow = {
  readonly source: string;
  /** In UTC with microseconds. */
  readonly timestamp: string;
  readonly type: string;
  readonly transactionId: string;
  readonly currencyCode: string;
  readonly amount: number;
  readonly publisherNetAmountUsd: number;
  /** The time of the service at the first read that did not find it. */
  readonly missingSince: string;
};

/** The result of a verification. */
export interface LoadVerification {
  /** Whether there is no difference in what was compared, and no row is marked as missing, apart from what is acknowledged. */
  readonly agrees: boolean;
  readonly compared: readonly Comparison[];
  /** The union of the ranges of all loads of each source; of a sync or recount, the days of them that it touched. */
  readonly ranges: readonly VerifiedRange[];
  /** Rows in the table, in these ranges, without those that were removed. */
  readonly rows: number;
  /** Up to 100 of rows, and all others. */
  readonly differences: readonly LoadDifference[];
  /** Differences of further rows, which are not listed. */
  readonly unlisted: number;
  /** What somebody has to look at in these sources, whichever verification or load found it. */
  readonly alarms: readonly Alarm[];
  /** How many alarms of differences and rows are acknowledged: they are not among `differences`. */
  readonly acknowledged: number;
  /** Recounts that changed what the receipts have. */
  readonly recounts: readonly Recount[];
  /** How many stored rows the last read did not find: counts and sums include them until another load confirms it. */
  readonly rowsMarked: number;
  /** Up to 100 of them, the latest marks first. */
  readonly marked: readonly MissingRow[];
}

/** Maximum number of rows to list. */
export const maxListed = 100;

/** What a comparison with the service needs. */
export interface ServiceTools {
  readonly database: Database;
  readonly client: LoadClient;
  readonly signal: AbortSignal | undefined;
}
