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
import { type AlarmSubject, openAlarms, readAlarms } from '../alarms.ts';
import { readDiffering, recordCounts } from '../plan/counted-ranges.ts';
import { commonRanges } from '../plan/plan-windows.ts';
import { compareCounts } from './compare-counts.ts';
import { compareRows } from './compare-rows.ts';
import { compareTables } from './compare-tables.ts';
import { byDay, recordDays, settledBy } from './day-differences.ts';
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
  const {
    ranges,
    differences,
    unlisted,
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
  const found = { compared, ranges, counts, differences: [...differences, ...online.listed] };
  const alarms = await record(database, source, found, before);
  const isCounted = !client && alarms.some(({ kind, note }) => kind === 'totalCount' && note === null);
  const all = [
    ...(isCounted ? await knownCounts(database, source) : []),
    ...withoutAcknowledged(found, alarms),
  ];
  return {
    agrees: all.length === 0 && unlisted + online.unlisted === 0 && !alarms.some(isUnfound),
    compared,
    ranges,
    rows: ranges.reduce((sum, range) => sum + range.rows, 0),
    differences: all,
    unlisted: unlisted + online.unlisted,
    alarms: openAlarms(alarms),
    acknowledged: alarms.filter(({ kind, note }) => note !== null && isOfRows(kind)).length,
    ...missing,
  };
}

/** What comparisons have found, and where. */
interface Found extends Pick<LoadVerification, 'compared' | 'ranges' | 'differences'> {
  /** Those of the counts of the service. */
  readonly counts: readonly LoadDifference[];
}

/** Makes alarms of what was found, ends those of what agrees now, and returns all; a role that reads, or a standby, changes none. */
async function record(
  database: Database,
  source: string | undefined,
  { compared, ranges, counts, differences }: Found,
  before: readonly AlarmSubject[],
): Promise<readonly AlarmSubject[]> {
  const isOnline = compared.includes('counts') || compared.includes('rows');
  const days = byDay(differences);
  const settles = compared.map((comparison) => settledBy[comparison]);
  const isNothing = days.length === 0 && !before.some(({ kind }) => settles.includes(kind));
  if ((isNothing && !isOnline) || !(await mayRecord(database))) return before;
  await recordDays(database, compared, ranges, days);
  if (isOnline) await settleCounts(database, ranges, [...counts, ...differences]);
  const counted = counts.map(({ source: of = '', startDate = '', endDate = '', expected }) => ({
    ...{ source: of, startDate, endDate, rows: Number(expected), verified: true },
  }));
  for (const [of, own] of Map.groupBy(counted, (range) => range.source))
    await recordCounts(database, of, own);
  return await readAlarms(database, source);
}

async function mayRecord({ query, tables }: Database): Promise<boolean> {
  const [row] = await query<{ may: boolean }>(
    `SELECT has_table_privilege($1, 'INSERT') AND current_setting('transaction_read_only') = 'off' AS may`,
    [tables.differences],
  );
  return row?.may === true;
}

/** Returns the differences of which nobody knows yet. */
function withoutAcknowledged(
  { differences, counts }: Found,
  alarms: readonly AlarmSubject[],
): readonly LoadDifference[] {
  const acknowledged = alarms.filter(({ note }) => note !== null);
  const isKnown = (of: Pick<AlarmSubject, 'kind' | 'source' | 'startDate' | 'found'>): boolean =>
    acknowledged.some(
      ({ kind, source, startDate, found }) =>
        kind === of.kind && source === of.source && startDate === of.startDate && found === of.found,
    );
  const known = new Set(
    byDay(differences)
      .filter(isKnown)
      .flatMap((day) => day.differences),
  );
  return [
    ...differences.filter((difference) => !known.has(difference)),
    ...counts.filter(({ source = '', startDate = '', expected, found }) => {
      const more = String(Number(found) - Number(expected));
      return !isKnown({ kind: 'totalCount', source, startDate, found: more });
    }),
  ];
}

function isUnfound({ kind, note }: AlarmSubject): boolean {
  return kind === 'not_found' && note === null;
}

/** Whether an alarm is of what a verification compares. */
function isOfRows(kind: AlarmSubject['kind']): boolean {
  return !['lag', 'failure', 'clock', 'doubtful', 'unconfirmed'].includes(kind);
}

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
