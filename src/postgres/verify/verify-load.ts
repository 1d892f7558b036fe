import type { LedgerDatabaseOptions } from '../database/database-option.ts';
import { checkVersion } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import {
  baseUrlInput,
  checkOptions,
  clientInput,
  type LoadClient,
  optionsOf,
  signalInput,
} from '../options.ts';
import { checkServiceOfLoads } from '../plan/check-service.ts';
import { compareCounts } from './compare-counts.ts';
import { compareTables } from './compare-tables.ts';
import type { LoadVerification } from './load-verification.ts';

/** Options of {@link verifyLoad}. */
export interface VerifyLoadOptions extends LedgerDatabaseOptions {
  /** Also counts the rows of each range at the service. @defaultValue none: the database only */
  readonly client?: LoadClient | undefined;
  /** Base URL of the client's service; loads that were planned for another one are rejected. @defaultValue none */
  readonly baseUrl?: string | undefined;
  /** Cancels the verification, and the statement that the database is running for it. */
  readonly signal?: AbortSignal | undefined;
}

const schema = optionsOf(
  { client: clientInput.optional(), baseUrl: baseUrlInput, signal: signalInput },
  '{ database }',
);

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
  const { database: config, schema: name, client, baseUrl, signal } = checkOptions(schema, options);
  await using database = await openDatabase(config, name, 2);
  await checkVersion(database);
  await checkServiceOfLoads(database, baseUrl);
  return await verify(database, client, signal);
}

/** Verifies the tables. */
export async function verify(
  database: Database,
  client: LoadClient | undefined,
  signal: AbortSignal | undefined,
): Promise<LoadVerification> {
  const { ranges, differences } = await compareTables(database, signal);
  // In a transaction, the count of a large table has more time than a statement of its own.
  const query: Database['query'] = (sql, values) =>
    database.transaction((transaction) => transaction.query(sql, values));
  const online = client ? await compareCounts({ ...database, query }, client, ranges, signal) : [];
  const all = [...differences, ...online];
  const rows = ranges.reduce((sum, range) => sum + range.rows, 0);
  return { agrees: all.length === 0, ranges, rows, differences: all };
}
