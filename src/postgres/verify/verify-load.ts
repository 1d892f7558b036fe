import * as z from 'zod';

import type { LedgerDatabaseOptions } from '../database/database-options.ts';
import { checkSchemaVersion } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import {
  checkOptions,
  clientInput,
  hashKeyInput,
  type LoadClient,
  optionsOf,
  signalInput,
  sourceInput,
} from '../options.ts';
import { hideOf, resolveSource } from '../source.ts';
import type { Hide } from '../../ledger/hide-columns.ts';
import { readDiffering, recordCounts } from '../plan/counted-ranges.ts';
import { commonRanges } from '../plan/plan-windows.ts';
import { compareCounts } from './compare-counts.ts';
import { compareRows } from './compare-rows.ts';
import { compareTables } from './compare-tables.ts';
import {
  type LoadDifference,
  type LoadVerification,
  RowDifferences,
  type SourceRange,
} from './load-verification.ts';

/** Options of {@link verifyLoad}. */
export interface VerifyLoadOptions extends LedgerDatabaseOptions {
  /** Also counts the rows of each day at the service. @defaultValue none: the database only */
  readonly client?: LoadClient | undefined;
  /** Instead of counting, requests all rows again and compares each. Needs a client. @defaultValue `false` */
  readonly deep?: boolean | undefined;
  /** Name of a ledger, beside others in the same tables. @defaultValue with a client, the host of its base URL; else all */
  readonly source?: string | undefined;
  /** The key of hashed columns, with `deep`. */
  readonly hashKey?: string | undefined;
  /** Cancels the verification, and the statement that the database is running for it. */
  readonly signal?: AbortSignal | undefined;
}

const schema = optionsOf(
  {
    client: clientInput.optional(),
    deep: z.boolean({ error: 'must be a boolean' }).default(false),
    source: sourceInput,
    hashKey: hashKeyInput,
    signal: signalInput,
  },
  '{ database }',
).refine(({ client, deep }) => client !== undefined || !deep, {
  path: ['client'],
  error: 'is required with deep',
  when: ({ issues }) => issues.length === 0,
});

/**
 * Computes the counts and sums of the table again, and compares them with the receipts of all jobs; compares the columns of each
 * row with the row as received; with a client, also the number of rows of each day with the service's count, or each row
 * with that of the service (§4.1). It changes no row.
 *
 * @throws `ConfigurationError` when an option is invalid
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 * import { verifyLoad } from 'publisher-commerce/postgres';
 *
 * const { agrees, compared, rows, differences, marked } = await verifyLoad({
 *   database: process.env.DATABASE_URL ?? '',
 *   client: new PublisherClient(),
 *   deep: true,
 * });
 * console.log(agrees ? `no difference in ${rows} rows` : differences, compared, marked);
 * ```
 */
export async function verifyLoad(options: VerifyLoadOptions): Promise<LoadVerification> {
  const {
    database: config,
    schema: name,
    source: given,
    hashKey,
    ...settings
  } = checkOptions(schema, options);
  const { client, deep } = settings;
  await using database = await openDatabase(config, name, 2, settings);
  await checkSchemaVersion(database);
  const source = client && (await resolveSource(database, { source: given, client }));
  const hide = source && deep ? hideOf(source, hashKey) : undefined;
  return await verify(database, { ...settings, source: source?.name ?? given, hide, columns: true });
}

/**
 * Verifies the tables, or the days that some loads touched; without `columns`, a row is not compared with the row as
 * received.
 */
export async function verify(
  database: Database,
  {
    source,
    loads,
    client,
    deep,
    columns,
    hide,
    signal,
  }: Omit<VerifyLoadOptions, 'database'> & {
    readonly loads?: readonly number[] | undefined;
    readonly columns: boolean;
    readonly hide?: Hide | undefined;
  },
): Promise<LoadVerification> {
  const { ranges, differences, unlisted, ...missing } = await compareTables(database, {
    source,
    loads,
    columns,
    signal,
  });
  const online = new RowDifferences();
  if (client && hide) await compareRows({ database, client, signal, hide }, ranges, online);
  const counts = client && !deep ? await compareCounts({ database, client, signal }, ranges) : [];
  const known = client ? [] : await knownCounts(database, source);
  if (client) await settleCounts(database, ranges, [...counts, ...online.listed]);
  const all = [...differences, ...known, ...counts, ...online.listed];
  const compared: LoadVerification['compared'] = [
    'receipts',
    ...(columns ? ['columns' as const] : []),
    ...(client ? [deep ? ('rows' as const) : ('counts' as const)] : []),
  ];
  return {
    agrees: all.length === 0 && missing.rowsMarked === 0,
    compared,
    ranges,
    rows: ranges.reduce((sum, range) => sum + range.rows, 0),
    differences: all,
    unlisted: unlisted + online.unlisted,
    ...missing,
  };
}

/** Returns the ranges of which the service counted more rows than a sync that read them has found. */
async function knownCounts(
  database: Database,
  source: string | undefined,
): Promise<readonly LoadDifference[]> {
  const differing = await readDiffering(database, source);
  const more = differing.filter(({ rows, found }) => rows > found);
  return more.map(({ rows, found, ...range }) => ({
    what: 'totalCount',
    ...range,
    expected: String(rows),
    found: String(found),
  }));
}

/** Ends the differences of counts within ranges that agree with the service now. */
async function settleCounts(
  database: Database,
  ranges: readonly SourceRange[],
  differences: readonly LoadDifference[],
): Promise<void> {
  for (const { found, ...known } of await readDiffering(database)) {
    const isCompared =
      commonRanges(
        [known],
        ranges.filter(({ source }) => source === known.source),
      ).length > 0;
    const differs = differences.some(
      ({ timestamp = '', startDate = timestamp, endDate = timestamp }) =>
        startDate <= known.endDate && endDate >= known.startDate,
    );
    if (isCompared && !differs) await recordCounts(database, known.source, [{ ...known, rows: found }]);
  }
}
