import type * as z from 'zod';

import { type DateTimeInput, integerBetween } from '../client/api/input.ts';
import { invalidOption } from '../client/errors/index.ts';
import { countedBefore } from '../ledger/completeness.ts';
import { wholeMilliseconds } from '../ledger/receipt-input.ts';
import { type EndOfWork, failureOfWork, recordAttempt } from './attempts.ts';
import { readCoverage, reachOf } from './coverage.ts';
import { type Lease, type LeaseHolder, tryLease } from './database/lease.ts';
import { checkKeys } from './database/check-keys.ts';
import { migrate } from './database/migrate.ts';
import { type Database, openDatabase } from './database/open-database.ts';
import type { Hide } from '../ledger/hide-columns.ts';
import { checkOptions, columnsInput, currencyDigitsInput, type LoadClient, optionsOf } from './options.ts';
import { createLoad, type PlannedLoad } from './plan/create-load.ts';
import { splitShape } from './plan/plan-load.ts';
import { type CountedRange, recordCounts } from './plan/counted-ranges.ts';
import { findUnread } from './plan/find-unread.ts';
import { commonRanges, countRows, mergeRanges, type TimeRange } from './plan/plan-windows.ts';
import { type DigitsOptions, hideOf, type HiddenOptions, resolveSource, saveSource } from './source.ts';
import { type JobQueue, openQueue } from './queue.ts';
import type { LoadVerification } from './verify/load-verification.ts';
import { readLastDay } from './sums/own-rows.ts';
import { verify } from './verify/verify-load.ts';
import { recordClock } from './service-clock.ts';
import { recognizeSource } from './work/recognize.ts';
import { work, type WorkLoadOptions, workShape } from './work/work-load.ts';
import type { WorkResult } from './work/worker.ts';

/** Options of {@link syncLoad}. */
export interface SyncLoadOptions
  extends Omit<WorkLoadOptions, 'load'>, Pick<DigitsOptions, 'currencyDigits'>, HiddenOptions {
  /**
   * Start of the data; that of the first load if it is earlier.
   * @defaultValue the start of the first load; required if there is no load yet
   */
  readonly startDate?: DateTimeInput | undefined;
  /** End of the load, excluded. @defaultValue now */
  readonly endDate?: DateTimeInput | undefined;
  /** How far to go back before where the loads end, in milliseconds, for rows that come late. @defaultValue 24 hours */
  readonly lookBack?: number | undefined;
  /**
   * About how many rows a job has, 1 to 100 000. A worker holds them in memory: about 5 KB a row, times its concurrency.
   * @defaultValue `10_000`
   */
  readonly rowsPerJob?: number | undefined;
  /** Rows per page, 1 to 10 000. @defaultValue `10_000` */
  readonly limit?: number | undefined;
  /** Called when another process is planning, which this one waits for: 30 seconds if that process has died. */
  readonly onWait?: ((holder: LeaseHolder) => void) | undefined;
}

/** What a sync did. */
export interface SyncResult {
  /** `busy`: another sync is running, and nothing was done. */
  readonly state: 'done' | 'busy';
  /** The process that runs the other sync; `null` unless it is busy. */
  readonly holder: LeaseHolder | null;
  /** The load that it planned; `null` if it is busy, or nothing is new. */
  readonly planned: PlannedLoad | null;
  readonly work: WorkResult | null;
  readonly verification: LoadVerification | null;
}

const oneDay = 86_400_000;

const schema = optionsOf(
  {
    ...workShape,
    ...splitShape,
    startDate: wholeMilliseconds.optional(),
    endDate: wholeMilliseconds.optional(),
    lookBack: integerBetween(0, 366 * oneDay).default(oneDay),
    currencyDigits: currencyDigitsInput,
    drop: columnsInput,
    hash: columnsInput,
  },
  '{ client, database }',
)
  .refine(({ startDate, endDate }) => !startDate || !endDate || endDate > startDate, {
    path: ['endDate'],
    error: 'must be after startDate',
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ startDate, endDate }) => !startDate || endDate || Date.parse(startDate) < Date.now(), {
    path: ['startDate'],
    error: 'must be in the past',
    when: ({ issues }) => issues.length === 0,
  });

type Settings = Omit<
  z.output<typeof schema>,
  'database' | 'schema' | 'source' | 'currencyDigits' | keyof HiddenOptions
> & {
  readonly source: string;
  readonly hide: Hide;
};

/**
 * Loads what is new, and late rows: plans a load from `lookBack` before where the loads end, or have their first gap,
 * until now, works on it, and on syncs that were stopped, and verifies the days that these touched. Windows with rows that
 * a read did not find, or with an alarm, are read again, for 30 days, and days of which the service counts more rows than were
 * received, from 30 days before the last row on. Running it again adds nothing twice (§4.1).
 *
 * @throws `ConfigurationError` when an option is invalid, or a load is of another service; the first sync needs `startDate`
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { PublisherClient } from 'publisher-commerce';
 * import { syncLoad } from 'publisher-commerce/postgres';
 *
 * const { state, work, verification } = await syncLoad({
 *   client: new PublisherClient(),
 *   database: process.env.DATABASE_URL ?? '',
 *   startDate: '2026-01-01T00:00:00Z',
 * });
 * console.log(state, work?.rows, verification?.agrees);
 * ```
 */
export async function syncLoad(options: SyncLoadOptions): Promise<SyncResult> {
  const {
    database: config,
    schema: name,
    source: given,
    currencyDigits,
    drop,
    hash,
    hashKey,
    ...checked
  } = checkOptions(schema, options);
  // One more than a worker, for the lease.
  await using database = await openDatabase(config, name, checked.concurrency + 4, checked);
  await migrate(database);
  await checkKeys(database);
  await using queue = await openQueue(database, { ...checked, migrate: true, supervise: true });
  const source = await resolveSource(database, { ...checked, source: given });
  const hidden = await saveSource(database, source, { currencyDigits, drop, hash, hashKey });
  const settings = { ...checked, source: source.name, hide: hideOf({ ...source, hidden }, hashKey) };
  const run = { source: source.name, kind: 'sync' } as const;
  // Another source's is not in the way.
  const taken = await tryLease(database, `sync of ${source.name}`, (lease) =>
    recordAttempt(database, run, (ended) => sync(database, queue, lease, ended, settings)),
  );
  if ('result' in taken) return taken.result;
  return { state: 'busy', ...taken, planned: null, work: null, verification: null };
}

async function sync(
  database: Database,
  queue: JobQueue,
  lease: Lease,
  ended: EndOfWork,
  settings: Settings,
): Promise<SyncResult> {
  const { client, limit, rowsPerJob, source, onWait } = settings;
  const signal = AbortSignal.any([lease.signal, ...(settings.signal ? [settings.signal] : [])]);
  await recognizeSource({ database, client, source, signal });
  const { range, now } = await syncRange(database, { ...settings, signal });
  const isNew = range.endDate > range.startDate;
  const unread = isNew ? await findUnreadBefore(database, { ...settings, signal }, range.startDate, now) : [];
  const again = mergeRanges([...(await readDoubtful(database, source, range)), ...unread]);
  const plan = { kind: 'sync' as const, ...range, again, limit, rowsPerJob, source, signal, onWait };
  const planned = isNew ? await createLoad({ database, queue, client, lease }, plan) : null;
  const worked = await work(database, queue, { ...settings, kind: 'sync', signal });
  lease.signal.throwIfAborted();
  if (worked.finished) await recordCounts(database, source, unread);
  await ended(failureOfWork(worked));
  const touched = { source, loads: worked.loads, columns: false, signal };
  const verification = signal.aborted ? null : await verify(database, touched);
  return { state: 'done', holder: null, planned, work: worked, verification };
}

/** What decides where a sync starts and ends. */
interface SyncSettings {
  readonly client: LoadClient;
  readonly source: string;
  readonly signal: AbortSignal;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly lookBack: number;
}

/**
 * Returns the range that a sync loads: from `lookBack` before where the loads end, or have their first gap, up to now by the
 * clock of the service, and that time. Its end is not after its start if nothing is new.
 *
 * @throws {@link ConfigurationError} when nothing says where the data starts
 */
async function syncRange(
  database: Database,
  { client, source, signal, startDate, endDate, lookBack }: SyncSettings,
): Promise<{ readonly range: TimeRange; readonly now: number }> {
  const lastMinute = { startDate: dateOf(Date.now() - 60_000), endDate: dateOf(Date.now()) };
  const { latestEnd, serviceTime } = await countRows(client, lastMinute, signal);
  if (serviceTime !== undefined) await recordClock(database, source, serviceTime);
  const coverage = await readCoverage(database, source, { now: latestEnd });
  const begin = [startDate, coverage.first].filter((date) => date !== undefined).toSorted()[0];
  if (begin === undefined)
    throw invalidOption('startDate', 'is required for the first sync: there is no load yet');
  // Up to the first gap: what loads cover after it is loaded again with it.
  const from = Math.max(Date.parse(begin), Date.parse(reachOf(coverage, begin)) - lookBack);
  const end = endDate === undefined ? latestEnd : Math.min(Date.parse(endDate), latestEnd);
  return { range: { startDate: dateOf(from), endDate: dateOf(end) }, now: latestEnd };
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}

/** Returns the ranges before a time which have more rows at the service than jobs that are done have received. */
async function findUnreadBefore(
  database: Database,
  { client, source, signal, lookBack }: SyncSettings,
  end: string,
  now: number,
): Promise<readonly CountedRange[]> {
  const lastRow = await readLastDay(database, source);
  const from = lastRow === undefined ? '' : dateOf(lastRow - countedBefore);
  const { covered } = await readCoverage(database, source, { finished: true, now });
  return await findUnread(
    { database, client, source, signal, readAnyway: lookBack },
    commonRanges(
      covered.map((range) => ({ ...range, coveredFrom: range.startDate })),
      [{ startDate: from, endDate: end }],
    ),
  );
}

/** For so long, what may have been read at a bad time is read again, in milliseconds. */
const readAgainFor = 30 * oneDay;

/**
 * Returns the windows, outside a range, of jobs that may have read at a bad time: that did not find rows which are marked, or were
 * removed in the last 30 days; and those of the last 30 days of which an alarm is open.
 */
async function readDoubtful(
  { query, tables }: Database,
  source: string,
  range: TimeRange,
): Promise<readonly TimeRange[]> {
  const windows = await query<{ window_start: Date; window_end: Date }>(
    `SELECT window_start, window_end FROM ${tables.stored} rows
     JOIN ${tables.commits} ON commits.load_id = missing_load AND timestamp >= window_start AND timestamp < window_end
     WHERE source = $1 AND missing_since IS NOT NULL AND (removed_at IS NULL OR removed_at > $2)
       AND NOT (timestamp >= $3 AND timestamp < $4)
     UNION SELECT window_start, window_end FROM ${tables.alarms} JOIN ${tables.commits} USING (load_id, job)
     WHERE source = $1 AND job IS NOT NULL AND note IS NULL AND window_end > $2`,
    [source, new Date(Date.parse(range.endDate) - readAgainFor), range.startDate, range.endDate],
  );
  const outside = [
    { startDate: '', endDate: range.startDate },
    { startDate: range.endDate, endDate: '9999' },
  ];
  return mergeRanges(
    commonRanges(
      windows.map((window) => ({
        startDate: window.window_start.toISOString(),
        endDate: window.window_end.toISOString(),
      })),
      outside,
    ),
  );
}
