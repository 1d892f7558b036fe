import { invalidOption } from '../../client/errors/index.ts';
import { type KnownRow, lookedFor, recognizeLedger } from '../../ledger/recognize-ledger.ts';
import type { Database } from '../database/open-database.ts';
import { storedTimestamp } from '../database/tables.ts';
import type { LoadClient } from '../options.ts';
import type { JobData } from '../queue.ts';
import { readLastDay } from '../sums/own-rows.ts';
import type { ReceivedWindow } from './read-window.ts';
import { storedKeyOf } from './stored-row.ts';

/** Whose ledger the service should have. */
interface Ledger {
  readonly database: Pick<Database, 'query' | 'tables'>;
  readonly client: LoadClient;
  readonly source: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns whether the service has one of the newest stored rows of a source; `hasOthers` is whether it has returned any.
 *
 * @throws {@link ConfigurationError} when it has none of them, but others: its token is that of another game
 */
export async function recognizeSource(
  { database, client, source, signal }: Ledger,
  hasOthers = false,
): Promise<boolean> {
  const lastDay = await readLastDay(database, source);
  // Those of other sources, which may be newer, are not searched.
  const known =
    lastDay === undefined ? [] : await newestRows(database, source, -Infinity, lastDay + 86_400_000);
  const recognition = await recognizeLedger(client.transactions, known, storedKeyOf, {
    signal,
    hasOthers,
  });
  if (recognition !== 'other') return recognition === 'known';
  throw invalidOption(
    'client',
    `must have the token of ${source}: the service has none of its ${known.length} newest rows, but others. Nothing was ` +
      'written. If the service has replaced this ledger, load it under another source',
  );
}

/** Returns whether a window, or else the service, has a stored row of its source. @throws {@link ConfigurationError} as above */
export async function recognizeWindow(
  ledger: Ledger,
  { startDate, endDate }: Pick<JobData, 'startDate' | 'endDate'>,
  { rows }: Pick<ReceivedWindow, 'rows'>,
): Promise<boolean> {
  const stored = await newestRows(ledger.database, ledger.source, Date.parse(startDate), Date.parse(endDate));
  const received = new Set(rows.map(({ key }) => key));
  if (stored.some(({ key }) => received.has(key))) return true;
  // Nothing is written, and nothing marked.
  if (stored.length === 0 && rows.length === 0) return true;
  return await recognizeSource(ledger, rows.length > 0);
}

/** Returns the other sources that have one of the newest rows of a source whose first load is among these. */
export async function findOtherNames(
  { query, tables }: Ledger['database'],
  source: string,
  loads: readonly { readonly id: number }[],
): Promise<readonly string[]> {
  const rows = await query<{ source: string }>(
    `SELECT DISTINCT other.source FROM (
       SELECT timestamp, type, transaction_id FROM ${tables.stored} WHERE source = $1 ORDER BY timestamp DESC LIMIT ${lookedFor}
     ) AS own JOIN ${tables.stored} other USING (timestamp, type, transaction_id)
     WHERE other.source <> $1 AND (SELECT min(id) FROM ${tables.loads} WHERE source = $1) = ANY ($2)
     ORDER BY other.source`,
    [source, loads.map(({ id }) => id)],
  );
  return rows.map((row) => row.source);
}

async function newestRows(
  { query, tables }: Ledger['database'],
  source: string,
  start: number,
  end: number,
): Promise<readonly KnownRow[]> {
  const rows = await query<Record<'timestamp' | 'type' | 'transaction_id', string>>(
    `SELECT ${storedTimestamp}, type, transaction_id FROM ${tables.stored} stored
     WHERE source = $1 AND stored.timestamp >= $2::timestamptz AND stored.timestamp < $3 AND removed_at IS NULL
     ORDER BY stored.timestamp DESC LIMIT ${lookedFor}`,
    [source, start === -Infinity ? '-infinity' : new Date(start), new Date(end)],
  );
  return rows.map(({ timestamp, type, transaction_id: id }) => ({
    timestamp,
    key: [timestamp, type, id].join('\0'),
  }));
}
