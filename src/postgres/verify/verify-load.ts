import type { LedgerDatabaseOptions } from '../database/database-option.ts';
import { checkVersion } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { checkOptions, clientInput, type LoadClient, optionsOf, signalInput } from '../options.ts';
import { compareCounts } from './compare-counts.ts';
import { compareTables } from './compare-tables.ts';

/** Options of {@link verifyLoad}. */
export interface VerifyLoadOptions extends LedgerDatabaseOptions {
  /** Also counts the rows of each range at the service. @defaultValue none: the database only */
  readonly client?: LoadClient | undefined;
  readonly signal?: AbortSignal | undefined;
}

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
   * - `quarantined`: rows are in quarantine
   * - `rows`: the rows of a currency and type differ from the receipts
   * - `sum`: a sum of a currency and type differs from the receipts
   * - `totalCount`: the service counts another number of rows
   */
  readonly what: 'unfinished' | 'commits' | 'counted' | 'quarantined' | 'rows' | 'sum' | 'totalCount';
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

const schema = optionsOf({ client: clientInput.optional(), signal: signalInput }, '{ database }');

/**
 * Computes the counts and sums of the table again, and compares them with the receipts of all jobs; with a client, also
 * with the service's count of rows.
 *
 * @throws `ConfigurationError` when an option is invalid
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 * import { verifyLoad } from 'publisher-commerce/postgres';
 *
 * const { agrees, rows, differences } = await verifyLoad({
 *   database: process.env.DATABASE_URL ?? '',
 *   client: new PublisherClient(),
 * });
 * console.log(agrees ? `${rows} rows agree` : differences);
 * ```
 */
export async function verifyLoad(options: VerifyLoadOptions): Promise<LoadVerification> {
  const { database: config, schema: name, client, signal } = checkOptions(schema, options);
  await using database = await openDatabase(config, name, 2);
  await checkVersion(database);
  return await verify(database, client, signal);
}

/** Verifies the tables. */
export async function verify(
  database: Database,
  client: LoadClient | undefined,
  signal: AbortSignal | undefined,
): Promise<LoadVerification> {
  const { ranges, differences } = await compareTables(database);
  const online = client ? await compareCounts(database, client, ranges, signal) : [];
  const all = [...differences, ...online];
  const rows = ranges.reduce((sum, range) => sum + range.rows, 0);
  return { agrees: all.length === 0, ranges, rows, differences: all };
}
