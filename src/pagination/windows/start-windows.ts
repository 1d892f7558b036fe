import { type Checkpoint, type CheckpointWindow, PublisherError } from '../../errors/index.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import { DeliveredKeys } from './delivered-keys.ts';
import type { PendingWindows } from './open-windows.ts';
import { rowsOf } from './row-key.ts';
import { Seam } from './seam.ts';
import type { CountedWindow } from './slices.ts';
import { restAfter, restFrom, type TimeWindow } from './time-window.ts';
import { checkCount, checkRows, reportUnreliableDates, UnreliableDatesError } from './unreliable-dates.ts';
import { WindowBudget } from './window-budget.ts';
import type { WindowedPagesOptions } from './windows-options.ts';

/** The state from which windows are opened. */
export interface WindowsStart extends PendingWindows {
  /** Pages to deliver first; each is removed when it is delivered, to free its memory. */
  readonly pages: TransactionDelivery[];
  /** The checkpoint of the whole iteration. */
  readonly checkpoint: Checkpoint;
  /** The same checkpoint for an iteration without windows; `undefined` if it has none. */
  readonly single: Checkpoint | undefined;
  readonly totalCount: number;
  readonly seam: Seam;
  /** The keys of delivered rows; `undefined` if an earlier process delivered some. */
  readonly keys: DeliveredKeys | undefined;
}

/** The start of an iteration without windows: they would gain nothing, or dates are unreliable. */
export interface SingleStart {
  readonly pages: TransactionDelivery[];
  /** Where to continue; `undefined` if no page is left. */
  readonly next: Checkpoint | undefined;
}

/**
 * Starts after the first page of the whole range. Its checkpoint has a window that is the whole range, and the cursor
 * of the next page, so that it can be resumed with or without windows.
 */
export async function startAtFirstPage(
  options: WindowedPagesOptions,
  pages: AsyncIterator<TransactionDelivery, void>,
): Promise<WindowsStart | SingleStart> {
  const { range, descending, limit, start, maxKeys } = options;
  const first = await pages.next();
  if (first.done) return { pages: [], next: undefined };
  const delivery = first.value;
  const { page, invalidRows } = delivery;
  const { totalCount, checkpoint: single } = page;
  if (page.nextCursor === null) return { pages: [delivery], next: undefined };
  const seam = new Seam(descending);
  seam.fresh(delivery);
  const rest = isReliable(options, delivery)
    ? restOf(options, seam, totalCount - receivedBy(single))
    : undefined;
  // A suspended generator would keep its page in memory.
  await pages.return?.();
  if (!rest) return { pages: [delivery], next: single };
  const budget = new WindowBudget(limit);
  budget.spend();
  budget.earn(rowsOf(delivery).length);
  const keys = new DeliveredKeys(maxKeys);
  keys.add(rowsOf(delivery));
  const rows = receivedBy(single) - receivedBy(start);
  const checkpoint = { ...single, window: { ...range, rows, seen: seam.seen } };
  return {
    pages: [{ page: { ...page, checkpoint }, invalidRows }],
    checkpoint,
    single,
    totalCount,
    seam,
    keys,
    current: undefined,
    rest,
    budget,
    check: { readable: true },
  };
}

/**
 * Starts at a checkpoint. The rows delivered before it are unknown and could not be skipped without windows, so a row
 * with an unreadable timestamp does not end windows here.
 *
 * @returns `undefined` if the iteration should continue without windows
 */
export async function startAtCheckpoint(
  options: WindowedPagesOptions,
  { window, ...single }: Checkpoint & { readonly window: CheckpointWindow },
): Promise<WindowsStart | undefined> {
  const { range, descending, limit, windows } = options;
  const seam = new Seam(descending, window.seen);
  const start = { ...single, window };
  const isSingle = single.cursor !== null && isSame(window, range);
  if (isSingle && windows === 1) return undefined;
  const totalCount = await countAt(options, start);
  // In tolerant mode the count may be any value; the rest is then one window.
  const left = Number.isSafeInteger(totalCount) ? Math.max(0, totalCount - receivedBy(single)) : 0;
  const rest = isSingle ? restOf(options, seam, left) : restAfter(window, range, descending);
  if (isSingle && !rest) return undefined;
  const budget = new WindowBudget(limit);
  budget.spend();
  return {
    pages: [],
    checkpoint: start,
    single: isSingle ? single : undefined,
    totalCount,
    seam,
    keys: undefined,
    current: isSingle
      ? undefined
      : { window, checkpoint: { ...single, pages: 0, rows: window.rows, invalidRows: 0 } },
    rest: rest && { ...rest, rows: left },
    budget,
    check: { readable: false },
  };
}

/** Whether the dates and the count of the first page are reliable enough for windows. */
function isReliable(
  { range, drift, operation }: WindowedPagesOptions,
  delivery: TransactionDelivery,
): boolean {
  try {
    checkRows(rowsOf(delivery), range, { readable: true });
    checkCount(delivery.page.totalCount);
    return true;
  } catch (error) {
    if (!(error instanceof UnreliableDatesError)) throw error;
    reportUnreliableDates(drift, operation, error);
    return false;
  }
}

/** Returns the range after the latest delivered row; `undefined` if it has about a page of rows or fewer. */
function restOf(
  { range, descending, limit }: WindowedPagesOptions,
  { latest }: Seam,
  left: number,
): CountedWindow | undefined {
  const rest = latest === undefined || left <= limit ? undefined : restFrom(latest, range, descending);
  return rest && { ...rest, rows: left };
}

/** Returns the number of rows received up to a checkpoint, invalid ones included. */
export function receivedBy({ rows, invalidRows }: Checkpoint): number {
  return rows + invalidRows;
}

async function countAt({ range, count }: WindowedPagesOptions, start: Checkpoint): Promise<number> {
  try {
    return await count(range);
  } catch (error) {
    if (error instanceof PublisherError) error.checkpoint = start;
    throw error;
  }
}

function isSame(one: TimeWindow, other: TimeWindow): boolean {
  return (
    Date.parse(one.startDate) === Date.parse(other.startDate) &&
    Date.parse(one.endDate) === Date.parse(other.endDate)
  );
}
