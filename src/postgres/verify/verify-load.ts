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
import { type AlarmKind, type AlarmSubject, openAlarms } from '../alarms.ts';
import { recognizeSource } from '../work/recognize.ts';
import { compareCounts } from './compare-counts.ts';
import { compareRows } from './compare-rows.ts';
import { compareTables } from './compare-tables.ts';
import { record, withoutAcknowledged } from './record-found.ts';
import type { LoadDifference, LoadVerification } from './load-verification.ts';
import { RowDifferences } from './row-differences.ts';

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
 * @throws `ConfigurationError` when an option is invalid, or the token of the client is that of another ledger
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
  // Every day of another ledger would be an alarm.
  if (client && source) await recognizeSource({ database, ...settings, client, source: source.name });
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
  const {
    ranges,
    differences,
    days,
    alarms: before,
    ...missing
  } = await compareTables(database, {
    source,
    loads,
    columns,
    signal,
  });
  const online = new RowDifferences();
  if (client && hide) await compareRows({ database, client, signal, hide }, ranges, online);
  const counts = client && !deep ? await compareCounts({ database, client, signal }, ranges) : [];
  const compared: LoadVerification['compared'] = [
    'receipts',
    ...(columns ? ['columns' as const] : []),
    ...(client ? [deep ? ('rows' as const) : ('counts' as const)] : []),
  ];
  const found = {
    ...{ compared, ranges, counts },
    differences: [...differences, ...online.listed],
    days: [...days, ...online.days.all],
    unread: online.days.unread,
  };
  const alarms = await record(database, source, found, before);
  const isCounted = !client && alarms.some(({ kind, note }) => kind === 'totalCount' && note === null);
  const unknown = withoutAcknowledged(found, alarms);
  const all = [...(isCounted ? await knownCounts(database, source) : []), ...unknown.differences];
  return {
    agrees: all.length === 0 && unknown.unlisted === 0 && !alarms.some(isUnfound),
    compared,
    ranges,
    rows: ranges.reduce((sum, range) => sum + range.rows, 0),
    differences: all,
    unlisted: unknown.unlisted,
    alarms: openAlarms(alarms),
    acknowledged: alarms.filter(({ kind, note }) => note !== null && isOfRows[kind]).length,
    ...missing,
  };
}

function isUnfound({ kind, note }: AlarmSubject): boolean {
  return kind === 'not_found' && note === null;
}

/** Whether an alarm is of what a verification compares. */
const isOfRows: Readonly<Record<AlarmKind, boolean>> = {
  ...{ lag: false, failure: false, clock: false, doubtful: false, unconfirmed: false },
  ...{ counted: true, changed_while_read: true, not_found: true, quarantined: true, totalCount: true },
  ...{ receipts: true, columns: true, rows: true },
};

/** Returns the ranges of which the service counted other rows than were found, and which are not acknowledged. */
async function knownCounts(
  { query, tables }: Database,
  source: string | undefined,
): Promise<readonly LoadDifference[]> {
  const rows = await query<
    Record<'start_date' | 'end_date', Date> & Record<'source' | 'expected' | 'found', string>
  >(
    `SELECT source, start_date, end_date, rows AS expected, differing.found
     FROM ${tables.differingRanges} differing JOIN ${tables.alarms} alarms USING (source, start_date, end_date)
     WHERE alarms.kind = 'totalCount' AND note IS NULL AND source = coalesce($1, source) ORDER BY source, start_date`,
    [source ?? null],
  );
  return rows.map(({ start_date, end_date, expected, found, source: of }) => ({
    ...{ what: 'totalCount', source: of },
    ...{ startDate: start_date.toISOString(), endDate: end_date.toISOString() },
    expected,
    found,
  }));
}
