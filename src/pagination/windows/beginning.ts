import { type Checkpoint, type CheckpointWindow, PublisherError } from '../../errors/index.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import { DeliveredKeys } from './delivered-keys.ts';
import type { ToOpen } from './open-windows.ts';
import { rowsOf } from './row-key.ts';
import { Seam } from './seam.ts';
import type { CountedWindow } from './slices.ts';
import { restAfter, restFrom, type TimeWindow } from './time-window.ts';
import type { WindowedPagesOptions } from './windowed-pages.ts';
import { WindowBudget } from './window-budget.ts';
import { checkCount, checkRows, reportTrouble, WindowTrouble } from './window-trouble.ts';

/** From where windows begin. */
export interface Beginning extends ToOpen {
  /** What to deliver first: taken out, so that no page is held once it is delivered. */
  readonly pages: TransactionDelivery[];
  /** The place of the walk as a whole. */
  readonly checkpoint: Checkpoint;
  /** The same place for a single iteration, where it is one of those as well. */
  readonly single: Checkpoint | undefined;
  readonly totalCount: number;
  readonly seam: Seam;
  /** The rows delivered so far; `undefined` where an earlier process delivered some. */
  readonly keys: DeliveredKeys | undefined;
}

/** A first page after which a single iteration goes on: windows would gain nothing, or cannot be relied on. */
export interface SingleBeginning {
  readonly pages: TransactionDelivery[];
  /** From where it goes on; `undefined` where no page is left. */
  readonly next: Checkpoint | undefined;
}

/**
 * Begins after the first page of a single iteration over the range. Its checkpoint stands within a window that is the
 * whole range, with the cursor of the next page: resumed, it can go on with windows or as a single iteration.
 */
export async function startAtFirstPage(
  walk: WindowedPagesOptions,
  pages: AsyncIterator<TransactionDelivery, void>,
): Promise<Beginning | SingleBeginning> {
  const { range, descending, limit, start, mostKeys } = walk;
  const first = await pages.next();
  if (first.done) return { pages: [], next: undefined };
  const delivery = first.value;
  const { page, invalidRows } = delivery;
  const { totalCount, checkpoint: single } = page;
  if (page.nextCursor === null) return { pages: [delivery], next: undefined };
  const seam = new Seam(descending);
  seam.fresh(delivery);
  const rest = isReliable(walk, delivery) ? restOf(walk, seam, totalCount - receivedBy(single)) : undefined;
  // It holds its page for as long as it may go on.
  await pages.return?.();
  if (!rest) return { pages: [delivery], next: single };
  const budget = new WindowBudget(limit);
  budget.spend();
  budget.earn(rowsOf(delivery).length);
  const keys = new DeliveredKeys(mostKeys);
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
 * Begins at a checkpoint. Which rows were delivered before is not known, so that a row whose timestamp cannot be read
 * does not end windows: a single iteration could not skip what was delivered.
 *
 * @returns `undefined` where a single iteration should go on
 */
export async function startAtCheckpoint(
  walk: WindowedPagesOptions,
  { window, ...single }: Checkpoint & { readonly window: CheckpointWindow },
): Promise<Beginning | undefined> {
  const { range, descending, limit, windows } = walk;
  const seam = new Seam(descending, window.seen);
  const start = { ...single, window };
  const isSingle = single.cursor !== null && isSame(window, range);
  if (isSingle && windows === 1) return undefined;
  const totalCount = await countAt(walk, start);
  // In tolerant mode the count may be anything; then what is left is one window.
  const left = Number.isSafeInteger(totalCount) ? Math.max(0, totalCount - receivedBy(single)) : 0;
  const rest = isSingle ? restOf(walk, seam, left) : restAfter(window, range, descending);
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
      : { window, place: { ...single, pages: 0, rows: window.rows, invalidRows: 0 } },
    rest: rest && { ...rest, rows: left },
    budget,
    check: { readable: false },
  };
}

/** Whether the first page gives reason to cut windows. */
function isReliable(
  { range, drift, operation }: WindowedPagesOptions,
  delivery: TransactionDelivery,
): boolean {
  try {
    checkRows(rowsOf(delivery), range, { readable: true });
    checkCount(delivery.page.totalCount);
    return true;
  } catch (error) {
    if (!(error instanceof WindowTrouble)) throw error;
    reportTrouble(drift, operation, error);
    return false;
  }
}

/** What comes after the latest delivered row, counted; `undefined` where it is hardly more than a page. */
function restOf(
  { range, descending, limit }: WindowedPagesOptions,
  { latest }: Seam,
  left: number,
): CountedWindow | undefined {
  const rest = latest === undefined || left <= limit ? undefined : restFrom(latest, range, descending);
  return rest && { ...rest, rows: left };
}

/** The rows received up to a checkpoint, those set aside included. */
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
