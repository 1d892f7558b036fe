import { keyOfStored } from '../database/tables.ts';
import type { Hide } from '../../ledger/hide-columns.ts';
import { erasedRow } from '../erase/erased-row.ts';
import { planWindows } from '../plan/plan-windows.ts';
import { isWhole, readWindow, type ReceivedWindow } from '../work/read-window.ts';
import { type StoredRow, timestampOf } from '../work/row-set.ts';
import { encodeRow } from '../work/stored-row.ts';
import { compareContents, readStored, type StoredColumns } from './compare-columns.ts';
import type { LoadDifference, ServiceTools, SourceRange } from './load-verification.ts';
import type { RowDifferences } from './row-differences.ts';

/** The rows of a window are held in memory. */
const rowsPerWindow = 10_000;
/** How often a window is requested whose rows do not add up. */
const maxReads = 3;

/** What is stored of a row, too. */
type DeepTools = ServiceTools & { readonly hide: Hide };

/** Requests all rows again, window by window, and compares each with the table. */
export async function compareRows(
  tools: DeepTools,
  ranges: readonly SourceRange[],
  differences: RowDifferences,
): Promise<void> {
  const limit = await pageLimit(tools);
  for (const range of ranges) {
    const plan = { ...range, rowsPerJob: rowsPerWindow, limit, signal: tools.signal };
    const { windows } = await planWindows(tools.client, plan);
    for (const planned of windows)
      await compareWindow(tools, { ...planned, source: range.source, limit }, differences);
  }
}

/** The smallest page that a load was planned with: a service may not have a larger one. */
async function pageLimit({ database: { query, tables } }: ServiceTools): Promise<number> {
  const [row] = await query<{ limit: number }>(`SELECT min(page_limit)::int AS limit FROM ${tables.loads}`);
  return row?.limit ?? 1000;
}

/** A range, and how many rows a page of it has. */
type Window = SourceRange & { readonly limit: number };

async function compareWindow(tools: DeepTools, window: Window, differences: RowDifferences): Promise<void> {
  const { rows, doubt, lastRead } = await readService(tools, window);
  if (doubt !== undefined)
    differences.add({
      what: 'unread',
      source: window.source,
      startDate: window.startDate,
      endDate: window.endDate,
      expected: 'all rows',
      found: doubt,
    });
  const { left, found } = await tools.database.transaction(async (transaction) => {
    await transaction.query('SET TRANSACTION READ ONLY');
    const left = new Map(rows);
    const found: (readonly [StoredColumns, LoadDifference])[] = [];
    for await (const batch of readStored(transaction, tools.database.tables, [window], lastRead)) {
      tools.signal?.throwIfAborted();
      for (const stored of batch) {
        const key = keyOfStored(stored);
        const difference = compare(stored, left.get(key), doubt === undefined);
        if (difference) found.push([stored, difference]);
        left.delete(key);
      }
    }
    return { left, found };
  });
  for (const [stored, difference] of found) differences.addStored(stored, difference);
  for (const [key, row] of left) {
    const [, type = '', transactionId = ''] = key.split('\0');
    const timestamp = timestampOf(row);
    differences.add({
      ...{ what: 'added', source: window.source, timestamp, type, transactionId },
      ...{ expected: 'a row', found: 'none' },
    });
  }
}

/** Requests a window until it is whole, at most three times. */
async function readService({ database: { query, tables }, client, signal, hide }: DeepTools, window: Window) {
  for (let reads = 1; ; reads += 1) {
    // Rows of later reads are not compared. No number is taken: that would be a change of the database.
    const [last] = await query<{ number: string }>(`SELECT last_value AS number FROM ${tables.readNumbers}`);
    const read = { number: String(last?.number), time: '' };
    const received = await readWindow(client, window, () => Promise.resolve(read), signal, hide);
    if (!isWhole(received) && reads < maxReads) continue;
    return {
      rows: new Map(received.rows.map((row) => [`${row.key}\0${row.occurrence}`, row])),
      // Why other rows may exist; `undefined` if there are none.
      doubt: isWhole(received) ? undefined : reasonForDoubt(received),
      lastRead: read.number,
    };
  }
}

/** A row that was read after the service was asked is not compared. */
function compare(
  stored: StoredColumns,
  received: StoredRow | undefined,
  isKnown: boolean,
): LoadDifference | undefined {
  if (received && stored.is_missing)
    return { what: 'returned', expected: 'a row', found: 'marked as missing' };
  if (stored.is_missing || !stored.is_earlier) return undefined;
  if (!received) return isKnown ? { what: 'missing', expected: 'none', found: 'a row' } : undefined;
  const { fields, json } = stored.is_erased ? erased(received) : received;
  const contents = compareContents(stored, fields, json);
  return contents && { what: 'changed', ...contents };
}

function erased({ json, ...row }: StoredRow): Pick<StoredRow, 'fields' | 'json'> {
  const encoded = encodeRow(erasedRow(JSON.parse(json)));
  return typeof encoded === 'string' ? { ...row, json } : encoded;
}

/** Why a read does not show which rows a window has. */
function reasonForDoubt({ rejected, repeated, ordered, received, outside, counted }: ReceivedWindow): string {
  if (rejected.length > 0) return `rows that cannot be stored: ${rejected.length}`;
  if (repeated > 0) return `rows received more than once: ${repeated}`;
  if (!ordered) return 'rows that are not in order of time';
  return `${received + outside} rows, counted ${counted ?? 'as an unknown number'}`;
}
