import type { Checkpoint } from '../errors/index.ts';
import { firstOf, withCheckpoint } from './checkpoint.ts';
import { reportCount } from './cursor-pages.ts';
import type { ReportDrift } from './page-comparison.ts';
import { countIn } from './page-request.ts';
import type { ValidatedPage } from './paginator.ts';
import { TimeAxis, type TimeWindow } from './time-axis.ts';
import type { TransactionPage, TransactionPages } from './transaction-page.ts';

export interface WindowedPagesOptions {
  readonly operation: string;
  readonly range: TimeWindow;
  readonly descending: boolean;
  /** Maximum number of rows per page. */
  readonly limit: number;
  /** Maximum number of concurrent requests. */
  readonly windows: number;
  readonly start: Checkpoint;
  /** Iterates over the pages of a window, each requested when it is due. */
  readonly pagesOf: (window: TimeWindow, start: Checkpoint) => TransactionPages;
  /** Requests the service's count of rows in a window; `undefined` if it is no integer. */
  readonly count: (window: TimeWindow) => Promise<number | undefined>;
  readonly report: ReportDrift;
  /** Aborted when the iteration ends. */
  readonly stopped: AbortSignal;
}

/** One page to request. It owns the rows from `from` until before `to`, so that no row belongs to two slices. */
interface Slice {
  readonly from: number;
  readonly to: number;
  /** Where its page starts within the pages from `from` to `to`. */
  readonly start: Checkpoint;
  /** The latest row of earlier pages from `from` to `to`: the rest cannot be cut before it. */
  readonly after: number;
  /** The iteration over these pages; `undefined` before its first page is requested. */
  pages: TransactionPages | undefined;
  readonly page: PromiseWithResolvers<ValidatedPage<TransactionPage> | undefined>;
  isRequested: boolean;
  /** Set when the rest was cut off: rows from here on belong to the next slices. */
  end: number;
}

const second = 1000;

/** Target fill of a page; below 1, since rows are not spread evenly. */
const fill = 0.9;

/** The shortest part, in ms: shorter ones would mostly request the overlap. */
const shortest = 10_000;

/** Requests allowed beyond those that the received rows account for. */
const extraRequests = 64;

/**
 * Iterates over a range in slices of about a page each, which are requested concurrently and delivered in sort order.
 *
 * The first page is requested for the whole range, and delivered at once. The rest is cut into slices as if its rows
 * were as dense as those of that page; one with more than a page left is cut again. At most two pages for each window
 * wait in memory, and one more where cuts push them back; the next one to deliver is always requested.
 *
 * @throws PaginationError when a slice returns rows of another time, or rows without a readable time
 */
export async function* windowedPages(options: WindowedPagesOptions): TransactionPages {
  const { range, report, count } = options;
  let { pages, rows, invalidRows, changed = false } = options.start;
  let checkpoint = options.start;
  const slices = new Slices(options);
  const checkpointAt = ({ from, to }: Slice, at: Checkpoint): Checkpoint => ({
    ...at,
    pages,
    rows,
    invalidRows,
    ...(changed && { changed }),
    window: { ...slices.axis.windowOf(from, to), rows: received(at) },
  });
  try {
    let totalCount = checkpoint.window && (await count(range));
    slices.requestNearest();
    for (let current = slices.first; current; current = slices.first) {
      const delivery = await current.page.promise;
      const next = slices.shift();
      if (!delivery) continue;
      const { page } = delivery;
      totalCount ??= countIn(page);
      const own = slices.axis.rowsOf(delivery, current.from, current.end);
      const isNews = !changed && page.checkpoint.changed === true;
      // A range without rows is one empty page.
      const delivers = own.results.length + own.invalidRows.length > 0 || isNews || (pages === 0 && !next);
      const index = pages;
      changed ||= isNews;
      pages += delivers ? 1 : 0;
      rows += own.results.length;
      invalidRows += own.invalidRows.length;
      checkpoint = next ? checkpointAt(next, next.start) : checkpointAt(current, page.checkpoint);
      if (!delivers) continue;
      yield {
        page: { ...page, results: own.results, totalCount, index, checkpoint },
        invalidRows: own.invalidRows,
      };
    }
    const total = rows + invalidRows;
    if (total === totalCount && !slices.areCut) return;
    // Rows may have been added since the range was counted, also to slices that had been read by then.
    const latest = await count(range);
    if (total !== latest) reportCount(report, total, latest);
  } catch (error) {
    throw withCheckpoint(error, checkpoint);
  }
}

/** The slices that are not delivered yet, in sort order. */
class Slices {
  readonly axis: TimeAxis;
  /** Whether a page was followed by windows, and not only by its next page. */
  areCut = false;
  readonly #options: WindowedPagesOptions;
  /** Where a slice starts. */
  readonly #first: Checkpoint;
  readonly #queue: Slice[] = [];
  #inFlight = 0;
  /** Pages that were received and are not delivered yet. */
  #held = 0;
  #sent = 0;
  /** Pages that the received rows would fill. */
  #filled = 0;

  constructor(options: WindowedPagesOptions) {
    const { range, descending, start } = options;
    const { window, ...checkpoint } = start;
    this.#options = options;
    this.axis = new TimeAxis(range, descending);
    this.#first = firstOf(start);
    if (!window) {
      this.#queue.push(newSlice(-Infinity, Infinity, { ...checkpoint, rows: 0, invalidRows: 0 }));
      return;
    }
    const [from, to] = this.axis.endsOf(window);
    const isBegun = checkpoint.cursor !== null || checkpoint.rowsToSkip > 0;
    // The rows that were delivered from a window that was begun are not known: it cannot be cut.
    const after = isBegun ? Infinity : -Infinity;
    this.#queue.push(newSlice(from, to, { ...checkpoint, rows: window.rows, invalidRows: 0 }, after));
    if (to !== Infinity) this.#queue.push(newSlice(to, Infinity, this.#first));
  }

  get first(): Slice | undefined {
    return this.#queue[0];
  }

  shift(): Slice | undefined {
    this.#queue.shift();
    this.#held -= 1;
    this.requestNearest();
    return this.first;
  }

  requestNearest(): void {
    const { windows, stopped } = this.#options;
    for (const slice of this.#queue.slice(0, 2 * windows)) {
      const isFull = slice !== this.first && this.#held + this.#inFlight >= 3 * windows;
      if (stopped.aborted || this.#inFlight >= windows || isFull) return;
      if (!slice.isRequested) void this.#request(slice);
    }
  }

  async #request(slice: Slice): Promise<void> {
    slice.isRequested = true;
    this.#inFlight += 1;
    this.#sent += 1;
    try {
      slice.pages ??= this.#options.pagesOf(this.axis.requestedFor(slice.from, slice.to), slice.start);
      const { value } = await slice.pages.next();
      if (value) this.#insertAfter(slice, this.#restOf(slice, value));
      slice.page.resolve(value ?? undefined);
    } catch (error) {
      slice.page.reject(error);
    }
    this.#inFlight -= 1;
    this.#held += 1;
    this.requestNearest();
  }

  #insertAfter(slice: Slice, rest: readonly Slice[]): void {
    const continues = rest.some(({ pages }) => pages === slice.pages);
    // Not its next page, which would also compare the rows of the window with their count.
    if (!continues) void slice.pages?.return();
    slice.pages = undefined;
    this.#queue.splice(this.#queue.indexOf(slice) + 1, 0, ...rest);
  }

  /** Returns what is left to request of a slice after its page. */
  #restOf(slice: Slice, { page, invalidRows }: ValidatedPage<TransactionPage>): readonly Slice[] {
    const { axis } = this;
    const { limit, windows, operation } = this.#options;
    const { from, to, after, pages } = slice;
    const rows = [...page.results, ...invalidRows.map(({ row }) => row)];
    const latest = axis.latestOf(rows, from, to, operation);
    this.#filled += rows.length / limit;
    if (page.nextCursor === null) return [];
    const { checkpoint } = page;
    const left = (countIn(page) ?? 0) - received(checkpoint);
    // At a full second before the latest row, whose own second may be incomplete.
    const border = (Math.ceil(latest / second) - 1) * second;
    const [begin, end] = [Math.max(from, axis.first), Math.min(to, axis.last)];
    const allowed = Math.floor(2 * this.#filled) + extraRequests - this.#sent - this.#queue.length;
    const pageRows = fill * limit;
    const most = windows === 1 ? 0 : Math.min(2 * windows, Math.ceil(left / pageRows), allowed);
    // A few seconds are not worth a cut, nor is one more page.
    if (most < 1 || left <= limit || border <= Math.max(begin, after) || end - border <= 2 * shortest) {
      return [newSlice(from, to, checkpoint, Math.max(after, latest), pages)];
    }
    this.areCut = true;
    slice.end = border;
    // As dense as this page: the average of the slice would cut a sparse start into many parts with few rows each.
    const width = Math.max(shortest, ((border - Math.max(begin, after)) * pageRows) / rows.length);
    const borders = [border];
    // What is left after the next slices has a count, and so a density, of its own.
    for (let part = 1; part < most; part += 1) {
      const next = Math.ceil((border + part * width) / second) * second;
      if (next > end - shortest) break;
      borders.push(next);
    }
    return borders.map((at, index) => newSlice(at, borders[index + 1] ?? to, this.#first));
  }
}

function newSlice(
  from: number,
  to: number,
  start: Checkpoint,
  after = -Infinity,
  pages?: Slice['pages'],
): Slice {
  const page: Slice['page'] = Promise.withResolvers();
  // Not awaited before its turn: an early failure would be an unhandled rejection.
  page.promise.catch(() => undefined);
  return { from, to, end: to, start, after, pages, page, isRequested: false };
}

function received({ rows, invalidRows }: Checkpoint): number {
  return rows + invalidRows;
}
