import { instantOf } from '../../client/api/instant.ts';
import { readClock } from '../database/open-database.ts';
import { keyOfStored } from '../database/tables.ts';
import { planWindows, type TimeRange } from '../plan/plan-windows.ts';
import { isWhole, readAgain, readWindow, type ReceivedWindow } from '../work/read-window.ts';
import { type StoredRow, timestampOf } from '../work/row-set.ts';
import { compareContents, readStored, type StoredColumns } from './compare-columns.ts';
import type { LoadDifference, RowDifferences, ServiceTools } from './load-verification.ts';

/** The rows of a window are held in memory. */
const rowsPerWindow = 10_000;
/** How often a window is requested whose rows do not add up. */
const maxReads = 3;

/** Requests all rows again, window by window, and compares each with the table. */
export async function compareRows(
  tools: ServiceTools,
  ranges: readonly TimeRange[],
  differences: RowDifferences,
): Promise<void> {
  const limit = await pageLimit(tools);
  for (const range of ranges) {
    const plan = { ...range, kind: 'plan' as const, rowsPerJob: rowsPerWindow, limit, signal: tools.signal };
    const { windows } = await planWindows(tools.client, plan);
    // Neighbours share a millisecond: its rows are compared once, with the window that has them in its middle.
    let { startDate } = range;
    for (const planned of windows) {
      const window = { ...planned, limit };
      await compareWindow(tools, window, { startDate, endDate: window.endDate }, differences);
      startDate = window.endDate;
    }
  }
}

/** The smallest page that a load was planned with: a service may not have a larger one. */
async function pageLimit({ database: { query, tables } }: ServiceTools): Promise<number> {
  const [row] = await query<{ limit: number }>(`SELECT min(page_limit)::int AS limit FROM ${tables.loads}`);
  return row?.limit ?? 1000;
}

/** A range, and how many rows a page of it has. */
type Window = TimeRange & { readonly limit: number };

async function compareWindow(
  tools: ServiceTools,
  window: Window,
  part: TimeRange,
  differences: RowDifferences,
): Promise<void> {
  const { rows, doubt, startedAt } = await readService(tools, window);
  if (doubt !== undefined)
    differences.add({
      what: 'unread',
      startDate: window.startDate,
      endDate: window.endDate,
      expected: 'all rows',
      found: doubt,
    });
  await tools.database.transaction(async (transaction) => {
    await transaction.query('SET TRANSACTION READ ONLY');
    for await (const batch of readStored(transaction, tools.database.tables, [part], startedAt)) {
      tools.signal?.throwIfAborted();
      for (const stored of batch) {
        const key = keyOfStored(stored);
        const difference = compare(stored, rows.get(key), doubt === undefined);
        if (difference) differences.addStored(stored, difference);
        rows.delete(key);
      }
    }
  });
  const [start, end] = [instantOf(part.startDate), instantOf(part.endDate)];
  for (const [key, row] of rows) {
    const timestamp = timestampOf(row);
    const instant = instantOf(timestamp);
    if (instant < start || instant >= end) continue;
    const [, type = '', transactionId = ''] = key.split('\0');
    differences.add({ what: 'added', timestamp, type, transactionId, expected: 'a row', found: 'none' });
  }
}

/** Requests a window until it is whole, at most three times, and again if the table has other rows. */
async function readService({ database, client, signal }: ServiceTools, window: Window) {
  for (let reads = 1; ; reads += 1) {
    // Time of the database before the rows are requested.
    const startedAt = await readClock(database);
    const first = await readWindow(client, window, () => Promise.resolve(startedAt), signal);
    if (!isWhole(first) && reads < maxReads) continue;
    const again = await readAgain({ database, client, window, first, startedAt, signal });
    const unconfirmed = again?.confirmed === false ? 'a second request returned other rows' : undefined;
    return {
      rows: new Map([...first.rows, ...(again?.others ?? [])].map((row) => [row.key, row])),
      // Why other rows may exist; `undefined` if two reads showed that there are none.
      doubt: isWhole(first) ? unconfirmed : reasonForDoubt(first),
      startedAt,
    };
  }
}

/** A row that was stored after the service was asked is not compared. */
function compare(
  stored: StoredColumns,
  received: StoredRow | undefined,
  isKnown: boolean,
): LoadDifference | undefined {
  if (received && stored.is_missing)
    return { what: 'returned', expected: 'a row', found: 'marked as missing' };
  if (stored.is_missing || !stored.is_earlier) return undefined;
  if (!received) return isKnown ? { what: 'missing', expected: 'none', found: 'a row' } : undefined;
  const contents = compareContents(stored, received.fields, received.json);
  return contents && { what: 'changed', ...contents };
}

/** Why a read does not show which rows a window has. */
function reasonForDoubt({ rejected, repeated, ordered, received, outside, counted }: ReceivedWindow): string {
  if (rejected.length > 0) return `rows that cannot be stored: ${rejected.length}`;
  if (repeated > 0) return `rows received more than once: ${repeated}`;
  if (!ordered) return 'rows that are not in order of time';
  return `${received + outside} rows, counted ${counted ?? 'as an unknown number'}`;
}
