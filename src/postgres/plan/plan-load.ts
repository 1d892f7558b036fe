import type { DateTimeInput } from '../../client/api/input.ts';
import { wholeMilliseconds } from '../../ledger/receipt-input.ts';
import { recordAttempt } from '../attempts.ts';
import { checkKeys } from '../database/check-keys.ts';
import type { LedgerDatabaseOptions } from '../database/database-options.ts';
import type { LeaseHolder } from '../database/lease.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { type DigitsOptions, type HiddenOptions, resolveSource, saveSource } from '../source.ts';
import {
  checkOptions,
  type LoadClient,
  onWaitInput,
  optionsOf,
  pageLimitInput,
  booleanInput,
  clientInput,
  columnsInput,
  currencyDigitsInput,
  hashKeyInput,
  rowsPerJobInput,
  signalInput,
  sourceInput,
} from '../options.ts';
import { openQueue } from '../queue.ts';
import { createLoad, type PlannedLoad } from './create-load.ts';

/** What {@link planLoad} plans, and where. */
export interface PlanLoadOptions extends LedgerDatabaseOptions, DigitsOptions, HiddenOptions {
  /** Counts the rows of the range. */
  readonly client: LoadClient;
  /** Start of the range, included; not finer than a millisecond. */
  readonly startDate: DateTimeInput;
  /** End of the range, excluded. */
  readonly endDate: DateTimeInput;
  /**
   * About how many rows a job has, 1 to 100 000. A worker holds them in memory: about 5 KB a row, times its concurrency.
   * @defaultValue `10_000`
   */
  readonly rowsPerJob?: number | undefined;
  /** Rows per page, 1 to 10 000. @defaultValue `10_000` */
  readonly limit?: number | undefined;
  /** Name of the ledger, beside others in the same tables. @defaultValue the host of the client's base URL */
  readonly source?: string | undefined;
  /** Cancels planning. */
  readonly signal?: AbortSignal | undefined;
  /** Called when another process is planning, which this one waits for: 30 seconds if that process has died. */
  readonly onWait?: ((holder: LeaseHolder) => void) | undefined;
}

/** The options of how a load is split into jobs, for whatever plans one. */
export const splitShape = {
  rowsPerJob: rowsPerJobInput,
  limit: pageLimitInput,
  onWait: onWaitInput,
};

const schema = optionsOf(
  {
    client: clientInput,
    startDate: wholeMilliseconds,
    endDate: wholeMilliseconds,
    ...splitShape,
    source: sourceInput,
    currencyDigits: currencyDigitsInput,
    changeCurrencyDigits: booleanInput,
    drop: columnsInput,
    hash: columnsInput,
    hashKey: hashKeyInput,
    signal: signalInput,
  },
  '{ client, database, startDate, endDate }',
).refine(({ startDate, endDate }) => endDate > startDate, {
  path: ['endDate'],
  error: 'must be after startDate',
  when: ({ issues }) => issues.length === 0,
});

/**
 * Splits a range of transactions into jobs for any number of workers, and creates the tables if they are missing
 * (§4.1). A range that has an open load is not planned again: that load is returned.
 *
 * @throws `ConfigurationError` when an option is invalid, the loads are of another service, or `pg` or `pg-boss` is not
 * installed
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { PublisherClient, utcMonth } from 'publisher-commerce';
 * import { planLoad } from 'publisher-commerce/postgres';
 *
 * const { load, jobs } = await planLoad({
 *   client: new PublisherClient(),
 *   database: process.env.DATABASE_URL ?? '',
 *   ...utcMonth('last'),
 * });
 * console.log(`load ${load}: ${jobs} jobs`);
 * ```
 */
export async function planLoad(options: PlanLoadOptions): Promise<PlannedLoad> {
  const {
    client,
    database: config,
    schema: name,
    source: given,
    currencyDigits,
    changeCurrencyDigits,
    drop,
    hash,
    hashKey,
    ...plan
  } = checkOptions(schema, options);
  await using database = await openDatabase(config, name, 4, plan);
  await migrate(database);
  await checkKeys(database);
  await using queue = await openQueue(database, { ...plan, migrate: true });
  const source = await resolveSource(database, { source: given, client });
  await saveSource(database, source, { currencyDigits, changeCurrencyDigits, drop, hash, hashKey });
  const run = { source: source.name, kind: 'plan' } as const;
  return await recordAttempt(database, run, async (ended) => {
    const planned = await createLoad({ database, queue, client }, { ...plan, ...run });
    await ended(null);
    return planned;
  });
}
