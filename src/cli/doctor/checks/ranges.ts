import { grouped } from '../../format.ts';
import type { Check, Doctor, Verdict } from '../check.ts';
import { dateAt, failureIn, keysOf, type Page, pageOf, type Row } from '../received.ts';
import { transactions } from './operations.ts';

const section = 'Ranges and pages';

/** Neighbouring rows with rows before and after them, so that a range can be put around them. */
interface Window {
  readonly rows: readonly Row[];
  /** The times of its first and last row, in microseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

const largestWindow = 60;

/** Ascending order: what makes the rows of a page neighbours. */
const order: Check<Window> = {
  name: 'order',
  section,
  spec: '§4.1',
  needs: [transactions],
  async run(doctor): Promise<Verdict<Window>> {
    const { rows, range } = doctor.materialOf(transactions);
    const unreadable = rows.filter(({ at }) => Number.isNaN(at)).length;
    if (unreadable > 0) {
      return { status: 'undetermined', text: `${grouped(unreadable)} timestamps cannot be read` };
    }
    if (!isSorted(rows)) {
      const text = 'rows are not sorted by timestamp, ascending, which is the documented default';
      return { status: 'problem', text, finding: 'unsorted' };
    }
    const window = windowIn(rows);
    if (!window) {
      const text = 'needs four rows with different times: --start and --end of a longer range';
      return { status: 'undetermined', text };
    }
    const query = { ...range, sortDirection: 'desc', limit: Math.min(10, rows.length) } as const;
    const reply = await doctor.caller.call(query.limit, (client) => client.transactions.getPage(query));
    const descending = pageOf(reply)?.rows;
    if (!descending) return { status: 'problem', text: `descending: ${failureIn(reply)}`, material: window };
    const latest = rows.at(-1)?.at ?? 0;
    if (!isSorted(descending.toReversed()) || (descending[0]?.at ?? 0) < latest) {
      const text = 'ascending by timestamp; sortDirection "desc" is ignored';
      return { status: 'problem', text, finding: 'ascending only', material: window };
    }
    const text = 'ascending by timestamp, and descending with sortDirection "desc"';
    return { status: 'ok', text, finding: 'both', material: window };
  },
};

function isSorted(rows: readonly Row[]): boolean {
  return rows.every(({ at }, index) => index === 0 || at >= (rows[index - 1]?.at ?? at));
}

/** Chooses complete groups of rows with the same time, around the first group of more than one row, if there is one. */
function windowIn(rows: readonly Row[]): Window | undefined {
  // A page has to hold the rows just before and after it, too.
  const size = Math.min(largestWindow, Math.floor((rows.length * 2) / 3));
  const tie = rows.findIndex(({ at }, index) => index > 0 && at === rows[index - 1]?.at);
  const from = Math.max(1, tie - size / 2);
  const start = rows.findIndex(({ at }, index) => index >= from && at !== rows[index - 1]?.at);
  const latest = rows.at(-1)?.at;
  const end = rows.findLastIndex(
    ({ at }, index) => index < start + size && at !== latest && at !== rows[index + 1]?.at,
  );
  const [first, last] = [rows[start]?.at, rows[end]?.at];
  if (first === undefined || last === undefined || first >= last) return undefined;
  return { rows: rows.slice(start, end + 1), first, last };
}

/** A range around a window, and all rows in it. */
export interface KnownRange {
  readonly startDate: string;
  readonly endDate: string;
  readonly rows: readonly Row[];
  readonly totalCount: unknown;
}

/** More than a window has, for rows that a wider range would add. */
const pageSize = 2 * largestWindow;

function read(doctor: Doctor, startDate: string, endDate: string, limit = pageSize) {
  return doctor.caller.call(limit, (client) => client.transactions.getPage({ startDate, endDate, limit }));
}

/** Years in which no store can have sold anything through this API. */
const past = ['1980-01-01T00:00:00.000Z', '1981-01-01T00:00:00.000Z'] as const;
const future = ['2090-01-01T00:00:00.000Z', '2091-01-01T00:00:00.000Z'] as const;

export const dates: Check<KnownRange> = {
  name: 'dates',
  section,
  spec: '§4.1',
  needs: [order],
  question: 'Do rows and totalCount follow startDate and endDate, to the millisecond?',
  async run(doctor): Promise<Verdict<KnownRange>> {
    const later = pageOf(await read(doctor, ...future, 1));
    const earlier = pageOf(await read(doctor, ...past, 1));
    const ignored = [hasRows(later) ? ['startDate'] : [], hasRows(earlier) ? ['endDate'] : []].flat();
    if (ignored.length > 0) {
      return {
        status: 'problem',
        text: `${ignored.join(' and ')} ignored: a range without transactions has rows`,
        finding: ignored,
        settings: { advice: 'Do not use windows, and select rows by their timestamp yourself.' },
      };
    }
    const { first, last, rows } = doctor.materialOf(order);
    const [startDate, endDate] = [dateAt(first, -1), dateAt(last, 1)];
    const reply = await read(doctor, startDate, endDate);
    const page = pageOf(reply);
    if (!page) return { status: 'problem', text: failureIn(reply), finding: 'failed' };
    if (page.rows.length >= Math.min(pageSize, doctor.materialOf(transactions).rows.length)) {
      return { status: 'undetermined', text: 'a few milliseconds have more rows than a page' };
    }
    const isOutside = page.rows.some(({ at }) => at < first - 1000 || at > last + 1000);
    const received = new Set(keysOf(page.rows));
    const isMissing = rows.some(({ key }) => !received.has(key));
    if (isOutside || isMissing) {
      const what = isOutside ? 'a range has rows from outside it' : 'rows are missing in a range';
      return {
        status: 'problem',
        text: `${what}: dates are not exact to the millisecond`,
        finding: 'coarse',
        settings: { advice: 'Do not use windows: the ends of a range are not exact.' },
      };
    }
    const countsFollow = [later, earlier].every((empty) => !empty || empty.totalCount === 0);
    const material = { ...page, startDate, endDate };
    if (countsFollow) {
      const text = 'respected by rows and counts, to the millisecond: windows are safe';
      return { status: 'ok', text, finding: 'respected', material };
    }
    return {
      status: 'note',
      text: 'respected by rows, but not by totalCount',
      finding: 'rows only',
      settings: { advice: 'Do not use windows: they are planned by counts.' },
      material,
    };
  },
};

function hasRows(page: Page | undefined): boolean {
  return page !== undefined && page.rows.length > 0;
}

/** Which ends belong to a range. */
export interface Ends {
  readonly start: boolean;
  readonly end: boolean;
}

export const rangeEnds: Check<Ends> = {
  name: 'range-ends',
  section,
  spec: '§2.1, §8, §4.1',
  needs: [dates],
  question: 'Does a range include rows at exactly its startDate and its endDate?',
  async run(doctor): Promise<Verdict<Ends>> {
    const { first, last, rows } = doctor.materialOf(order);
    const exact = await read(doctor, dateAt(first), dateAt(last));
    const inner = await read(doctor, dateAt(first, 1), dateAt(last, -1));
    const failed = [exact, inner].find((reply) => !pageOf(reply));
    if (failed) return { status: 'problem', text: failureIn(failed), finding: 'failed' };
    const at = (time: number): readonly string[] => keysOf(rows.filter((row) => row.at === time));
    const innerKeys = new Set(keysOf(pageOf(inner)?.rows ?? []));
    if ([...at(first), ...at(last)].some((key) => innerKeys.has(key))) {
      const text = 'a range has rows from up to a millisecond outside it: dates are rounded';
      return { status: 'problem', text, finding: 'rounded' };
    }
    const exactKeys = new Set(keysOf(pageOf(exact)?.rows ?? []));
    const ends = [at(first), at(last)].map((keys) => keys.filter((key) => exactKeys.has(key)).length);
    if (ends[0] !== 0 && ends[0] !== at(first).length) return partial('startDate');
    if (ends[1] !== 0 && ends[1] !== at(last).length) return partial('endDate');
    const material = { start: ends[0] !== 0, end: ends[1] !== 0 };
    const verb = (isIncluded: boolean): string => (isIncluded ? 'included' : 'excluded');
    return {
      status: material.start ? 'ok' : 'note',
      text: `startDate is ${verb(material.start)}, endDate ${verb(material.end)}, to the millisecond`,
      finding: { ...material },
      material,
      ...(!material.start && { settings: { advice: 'Start each range 1 ms before its first moment.' } }),
    };
  },
};

function partial(name: string): Verdict<never> {
  const text = `some rows at exactly ${name} are in the range, and others are not`;
  return { status: 'problem', text, finding: 'partial' };
}

/** What two reads at different times would have to show. */
const lateRows: Check = {
  name: 'late-rows',
  section,
  spec: '§4.1, §2.1',
  question:
    'Can rows be added to a range after it has ended, and how late? Can a row disappear, or change after it was returned?',
  run: () => ({
    status: 'undetermined',
    text: 'whether rows are added, changed or removed later shows only over days (load verify --online)',
  }),
};

export const rangeChecks: readonly Check[] = [order, dates, rangeEnds, lateRows];
