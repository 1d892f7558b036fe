import { grouped } from '../../../terminal/format.ts';
import { type Check, check, note, ok, problem, undetermined } from '../check.ts';
import { dateAt, keysOf, readPage, type ReceivedRow, summarizeReply, verdictOnFailure } from '../received.ts';
import { sample } from './sample.ts';

const largestWindow = 60;

/** Ascending order: what makes the rows of a page neighbours. Its material is a window of them. */
const order = check(
  { name: 'order', spec: '§4.1', needs: { transactions: sample } },
  ({ transactions: { rows } }) => {
    const unreadable = rows.filter(({ at }) => Number.isNaN(at)).length;
    if (unreadable > 0) return undetermined(`${grouped(unreadable)} timestamps cannot be read`);
    if (!isSorted(rows)) {
      const text = 'rows are not sorted by timestamp, ascending, which is the documented default';
      return problem(text, 'unsorted');
    }
    const material = windowIn(rows);
    if (!material)
      return undetermined('needs four rows with different times: --start and --end of a longer range');
    return ok('ascending by timestamp', 'ascending', { material });
  },
);

function isSorted(rows: readonly ReceivedRow[]): boolean {
  return rows.every(({ at }, index) => index === 0 || at >= (rows[index - 1]?.at ?? at));
}

/** Neighbouring rows with rows before and after them, so that a range can be put around them. */
interface Window {
  readonly rows: readonly ReceivedRow[];
  /** The times of its first and last row, in microseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/** Chooses complete groups of rows with the same time, after the first one and before the last one. */
function windowIn(rows: readonly ReceivedRow[]): Window | undefined {
  // A page has to hold the rows just before and after it, too.
  const size = Math.min(largestWindow, Math.floor((rows.length * 2) / 3));
  const start = rows.findIndex(({ at }) => at !== rows[0]?.at);
  const latest = rows.at(-1)?.at;
  const end = rows.findLastIndex(
    ({ at }, index) => index < start + size && at !== latest && at !== rows[index + 1]?.at,
  );
  const [first, last] = [rows[start]?.at, rows[end]?.at];
  if (first === undefined || last === undefined || first >= last) return undefined;
  return { rows: rows.slice(start, end + 1), first, last };
}

/** Years in which no store can have sold anything through this API. */
const past = { startDate: '1980-01-01T00:00:00.000Z', endDate: '1981-01-01T00:00:00.000Z', limit: 1 };
const future = { startDate: '2090-01-01T00:00:00.000Z', endDate: '2091-01-01T00:00:00.000Z', limit: 1 };

/** More than a window has, for rows that a wider range would add. */
const limit = 2 * largestWindow;

/** Its material is a range around a window, and all rows in it. */
export const dates = check(
  { name: 'dates', spec: '§4.1', needs: { order, sample: sample } },
  async ({ caller, order: { first, last, rows }, sample }) => {
    const empty = [await readPage(caller, future), await readPage(caller, past)];
    const [later, earlier] = empty.map(({ page }) => page);
    const ignored = [later?.rows.length ? 'startDate' : [], earlier?.rows.length ? 'endDate' : []].flat();
    if (ignored.length > 0) {
      return problem(`${ignored.join(' and ')} ignored: a range without transactions has rows`, ignored, {
        settings: {
          advice: 'Do not read in parts or use load, and select rows by their timestamp yourself.',
        },
      });
    }
    const range = { startDate: dateAt(first, -1), endDate: dateAt(last, 1) };
    const reply = await readPage(caller, { ...range, limit });
    const { page } = reply;
    if (!page) return verdictOnFailure(reply);
    if (page.rows.length >= Math.min(limit, sample.rows.length))
      return undetermined('a few milliseconds have more rows than a page');
    const isOutside = page.rows.some(({ at }) => at < first - 1000 || at > last + 1000);
    const received = new Set(keysOf(page.rows));
    if (isOutside || rows.some(({ key }) => !received.has(key))) {
      const what = isOutside ? 'a range has rows from outside it' : 'rows are missing in a range';
      return problem(`${what}: dates are not exact to the millisecond`, 'coarse', {
        settings: { advice: 'Do not read in parts or use load: the ends of a range are not exact.' },
      });
    }
    const material = { ...page, ...range };
    const failed = empty.find((one) => !one.page);
    if (failed) {
      const text = `respected by rows, to the millisecond; whether by totalCount is not known: ${summarizeReply(failed)}`;
      return undetermined(text, 'rows', { material });
    }
    if ([later, earlier].every((one) => one?.totalCount === 0)) {
      const text = 'respected by rows and counts, to the millisecond: parts of a range are safe';
      return ok(text, 'respected', { material });
    }
    return note('respected by rows, but not by totalCount', 'rows only', {
      settings: { advice: 'Do not use load: its jobs are planned by counts.' },
      material,
    });
  },
);

/** Its material tells which ends belong to a range. */
export const rangeEnds = check(
  { name: 'range-ends', spec: '§2.1, §8, §4.1', needs: { dates, order } },
  async ({ caller, order: { first, last, rows } }) => {
    const keysAt = (time: number): readonly string[] => keysOf(rows.filter(({ at }) => at === time));
    const atEnds = { startDate: keysAt(first), endDate: keysAt(last) };
    const exact = await readPage(caller, { startDate: dateAt(first), endDate: dateAt(last), limit });
    const inner = await readPage(caller, { startDate: dateAt(first, 1), endDate: dateAt(last, -1), limit });
    const failed = [exact, inner].find(({ page }) => !page);
    if (failed) return verdictOnFailure(failed);
    const innerKeys = new Set(keysOf(inner.page?.rows ?? []));
    if (Object.values(atEnds).some((keys) => keys.some((key) => innerKeys.has(key)))) {
      const text = 'a range has rows from up to a millisecond outside it: dates are rounded';
      return problem(text, 'rounded');
    }
    const exactKeys = new Set(keysOf(exact.page?.rows ?? []));
    for (const [name, keys] of Object.entries(atEnds)) {
      if (new Set(keys.map((key) => exactKeys.has(key))).size > 1)
        return problem(`some rows at exactly ${name} are in the range, and others are not`, 'partial');
    }
    const start = atEnds.startDate.some((key) => exactKeys.has(key));
    const end = atEnds.endDate.some((key) => exactKeys.has(key));
    const verb = (isIncluded: boolean): string => (isIncluded ? 'included' : 'excluded');
    const text = `startDate is ${verb(start)}, endDate ${verb(end)}, to the millisecond`;
    const material = { start, end };
    if (start) return ok(text, material, { material });
    const settings = { advice: 'Start each range 1 ms before its first moment.' };
    return note(text, material, { material, settings });
  },
);

export const rangeChecks: readonly Check[] = [order, dates, rangeEnds];
