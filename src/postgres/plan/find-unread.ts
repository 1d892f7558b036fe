import type { Database } from '../database/open-database.ts';
import type { LoadClient } from '../options.ts';
import { type OwnRows, readOwnRows } from '../sums/own-rows.ts';
import { type CountedRange, type DifferingRange, readDiffering, recordCounts } from './counted-ranges.ts';
import { type Around, findPauses, midnightsOf } from './pauses.ts';
import { countRows, type TimeRange } from './plan-windows.ts';

const minute = 60_000;

/** A range that loads cover. */
export interface CoveredRange extends TimeRange {
  /** From when on. */
  readonly coveredFrom: string;
}

/** What is searched, and whose rows. */
interface Search {
  readonly database: Database;
  readonly client: LoadClient;
  readonly source: string;
  readonly signal: AbortSignal;
  /** How much of what follows is read anyway, in milliseconds. */
  readonly readAnyway: number;
}

/**
 * Returns the ranges of others, which loads cover, in which the service counts more rows than were received: it had no rows for a
 * while, and has them now. One count tells whether any part differs. Then it is divided where its rows end, or in half, until a
 * part is a day, or without rows here or there. One with fewer rows is recorded, so that it hides none with more.
 */
export async function findUnread(
  search: Search,
  ranges: readonly CoveredRange[],
): Promise<readonly CountedRange[]> {
  const differing = await readDiffering(search.database, search.source);
  const searched = ranges.map((range) => withKnown(range, differing));
  const [first] = searched;
  if (!first) return [];
  const own = await readOwnRows(search.database, search.source, Date.parse(first.startDate));
  const found: CountedRange[] = [];
  for (const range of searched) found.push(...(await searchRange({ ...search, own }, range, differing)));
  return found;
}

/** Begins a range with the known one that it would begin within: part of that says nothing of the rest. */
function withKnown(range: CoveredRange, known: readonly TimeRange[]): CoveredRange {
  const [begun = range.startDate] = known
    .filter(({ startDate, endDate }) => startDate < range.startDate && endDate > range.startDate)
    .map(({ startDate }) => (startDate > range.coveredFrom ? startDate : range.coveredFrom))
    .toSorted();
  return { ...range, startDate: begun };
}

type RangeSearch = Search & { readonly own: OwnRows };

async function searchRange(
  search: RangeSearch,
  range: CoveredRange,
  differing: readonly DifferingRange[],
): Promise<readonly CountedRange[]> {
  const { database, client, source, signal } = search;
  const count = async (part: TimeRange): Promise<number> => (await countRows(client, part, signal)).rows;
  const borders = bordersOf(search, range);
  // What a verification counted has not been read.
  const known = differing.filter((one) => isWithin(one, range) && (!one.verified || one.rows < one.found));
  const whole = await partOf(search, borders, 0, borders.last);
  const rows = await count(whole);
  if (rows === whole.stored + moreIn(whole, known)) return [];
  const counted: (DifferingRange & { readonly before: number })[] = [];
  for (const one of known) counted.push({ ...one, before: one.rows, rows: await count(one) });
  const changed = counted.filter((one) => one.rows !== one.before);
  // One that had fewer has others if it has more than then.
  const isMore = (one: (typeof counted)[number]): boolean => one.rows > Math.min(one.found, one.before);
  const found: CountedRange[] = changed.filter(isMore).map((one) => ({ ...one, verified: false }));
  const fewer: CountedRange[] = changed.filter((one) => !isMore(one));
  const divide = async (part: Part, rows: number): Promise<void> => {
    const { from, to, stored } = part;
    if (rows === stored + moreIn(part, counted)) return;
    if (to - from === 1 || stored === 0 || rows === 0) {
      (rows > stored ? found : fewer).push({ ...part, rows });
      return;
    }
    const ended = borders.numberOf(search.own.endBefore(Date.parse(part.endDate) - minute));
    const middle = ended > from && ended < to ? ended : Math.ceil((from + to) / 2);
    const earlier = await partOf(search, borders, from, middle);
    const rowsEarlier = await count(earlier);
    await divide(earlier, rowsEarlier);
    await divide(await partOf(search, borders, middle, to), rows - rowsEarlier);
  };
  await divide(whole, rows);
  await recordCounts(database, source, fewer);
  return found;
}

/** A part of a range between two of its borders. */
interface Part extends TimeRange {
  readonly from: number;
  readonly to: number;
  /** How many rows the service should count. */
  readonly stored: number;
}

async function partOf({ own }: RangeSearch, borders: Borders, from: number, to: number): Promise<Part> {
  const [startDate, endDate] = [await borders.at(from), await borders.at(to)];
  return {
    startDate,
    endDate,
    from,
    to,
    stored: await own.between(Date.parse(startDate), Date.parse(endDate)),
  };
}

/** How many more rows the service counts of the known ranges within a part. */
function moreIn(part: TimeRange, known: readonly DifferingRange[]): number {
  return known.filter((one) => isWithin(one, part)).reduce((sum, { rows, found }) => sum + rows - found, 0);
}

/** Their ends may be a minute from midnight, on both sides. */
function isWithin(one: TimeRange, other: TimeRange): boolean {
  const later = (date: string): number => Date.parse(date) + 2 * minute;
  return (
    later(one.startDate) >= Date.parse(other.startDate) && Date.parse(one.endDate) <= later(other.endDate)
  );
}

/** The borders of the days of a range, by their number. */
interface Borders {
  readonly last: number;
  /** Each is in a pause, and is looked for when it is needed. */
  readonly at: (index: number) => Promise<string>;
  /** That of a midnight; 0 if it is none of them. */
  readonly numberOf: (midnight: number) => number;
}

function bordersOf({ database, source, readAnyway }: Search, range: CoveredRange): Borders {
  const [start, end] = [Date.parse(range.startDate), Date.parse(range.endDate)];
  const midnights = midnightsOf(range);
  const last = midnights.length + 1;
  const pauses = new Map<number, Promise<string>>();
  const find = async (index: number): Promise<string> => {
    const time = new Date(index === 0 ? start : (midnights[index - 1] ?? end)).toISOString();
    const [pause = time] = await findPauses(database, source, [time], around(index));
    return pause;
  };
  const around = (index: number): Around => {
    // What is before the loads is not known, and of what they cover up to what is read anyway nothing is left out.
    const before = Math.min(minute, start - Date.parse(range.coveredFrom));
    if (index === 0) return { before, after: Math.min(minute, (end - start) / 2) };
    return index === last ? { before: 0, after: Math.min(minute, readAnyway) } : {};
  };
  const at = (index: number): Promise<string> => {
    const pause = pauses.get(index) ?? find(index);
    pauses.set(index, pause);
    return pause;
  };
  return { last, at, numberOf: (midnight) => midnights.indexOf(midnight) + 1 };
}
