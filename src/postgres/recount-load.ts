import type { DateTimeInput } from '../client/api/input.ts';
import { wholeMilliseconds } from '../ledger/receipt-input.ts';
import { failureOfWork, recordAttempt } from './attempts.ts';
import { checkKeys } from './database/check-keys.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { checkOptions, optionsOf } from './options.ts';
import { createLoad, type PlannedLoad } from './plan/create-load.ts';
import { type PlanLoadOptions, splitShape } from './plan/plan-load.ts';
import { wholeDays } from './plan/plan-windows.ts';
import { openQueue } from './queue.ts';
import { hideOf, resolveSource } from './source.ts';
import type { LoadVerification } from './verify/load-verification.ts';
import { verify } from './verify/verify-load.ts';
import { recognizeSource } from './work/recognize.ts';
import { work, type WorkLoadOptions, workShape } from './work/work-load.ts';
import type { WorkResult } from './work/worker.ts';

/** Options of {@link recountLoad}. */
export interface RecountLoadOptions
  extends Omit<WorkLoadOptions, 'load'>, Pick<PlanLoadOptions, 'rowsPerJob' | 'limit' | 'onWait'> {
  /** Start of the range, included: that of a day in UTC. */
  readonly startDate: DateTimeInput;
  /** End of the range, excluded: the start of a day in UTC. */
  readonly endDate: DateTimeInput;
}

/** What a recount did. */
export interface RecountResult {
  readonly planned: PlannedLoad;
  readonly work: WorkResult;
  /** Of the days of the range; its `recounts` have what the receipts were changed by. `null` if it was aborted. */
  readonly verification: LoadVerification | null;
}

const wholeDay = wholeMilliseconds.refine(
  (date) => wholeDays({ startDate: date, endDate: date }).endDate === date,
  {
    error: 'must be the start of a day in UTC, such as 2026-10-01T00:00:00Z',
  },
);

const schema = optionsOf(
  { ...workShape, ...splitShape, startDate: wholeDay, endDate: wholeDay },
  '{ client, database, startDate, endDate }',
).refine(({ startDate, endDate }) => endDate > startDate, {
  path: ['endDate'],
  error: 'must be after startDate',
  when: ({ issues }) => issues.length === 0,
});

/**
 * Reads whole days again, stores what the table lacks, and makes the receipts agree with the table: after rows were deleted
 * by hand, or with a partition. What the receipts were changed by is recorded (§4.1). Interrupted, run it again.
 *
 * @throws `ConfigurationError` when an option is invalid, or a load is of another service
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { PublisherClient, utcMonth } from 'publisher-commerce';
 * import { recountLoad } from 'publisher-commerce/postgres';
 *
 * const { work, verification } = await recountLoad({
 *   client: new PublisherClient(),
 *   database: process.env.DATABASE_URL ?? '',
 *   ...utcMonth('2026-10'),
 * });
 * console.log(work.finished, verification?.recounts);
 * ```
 */
export async function recountLoad(options: RecountLoadOptions): Promise<RecountResult> {
  const {
    database: config,
    schema: name,
    source: given,
    startDate,
    endDate,
    ...settings
  } = checkOptions(schema, options);
  const { client, signal } = settings;
  await using database = await openDatabase(config, name, settings.concurrency + 3, settings);
  await migrate(database);
  await checkKeys(database);
  await using queue = await openQueue(database, { ...settings, migrate: true, supervise: true });
  const source = await resolveSource(database, { client, source: given });
  const hide = hideOf(source, settings.hashKey);
  const run = { source: source.name, kind: 'recount' } as const;
  return await recordAttempt(database, run, async (ended): Promise<RecountResult> => {
    await recognizeSource({ database, client, source: source.name, signal });
    const planned = await createLoad(
      { database, queue, client },
      { ...settings, ...run, startDate, endDate },
    );
    const loads = [planned.load];
    const worked = await work(database, queue, {
      ...settings,
      hide,
      source: source.name,
      load: planned.load,
    });
    await ended(failureOfWork(worked));
    const verification = signal?.aborted
      ? null
      : await verify(database, { source: source.name, loads, columns: false, signal });
    return { planned, work: worked, verification };
  });
}
