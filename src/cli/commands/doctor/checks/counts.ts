import { grouped } from '../../../terminal/format.ts';
import { type Check, check, note, ok, problem, undetermined } from '../check.ts';
import { cursorOf, dateAt, readPage, summarizeReply } from '../received.ts';
import { lastPage } from './pages.ts';
import { dates, rangeEnds } from './ranges.ts';
import { documentedLimit, sample } from './sample.ts';

/** Its material says that it is exact. */
const totalCount = check(
  {
    name: 'total-count',
    spec: '§4.1',
    needs: { lastPage, ends: rangeEnds, known: dates, sample: sample },
  },
  async ({ caller, lastPage: { pages, endsWithCursor }, ends, known, sample }) => {
    const perPage = pages.map((page) => page.totalCount);
    if (![...perPage, known.totalCount].every(Number.isSafeInteger))
      return problem('totalCount is not an integer', 'invalid');
    if (perPage.some((count) => count !== perPage[0]))
      return problem('totalCount changes from page to page of one range', 'changes');

    // The rows of the whole range: as received, or as the sum of the counts of two halves.
    let { length } = sample.rows;
    if (cursorOf(sample) !== undefined) {
      const { startDate, endDate } = sample.range;
      const split = Math.floor((sample.rows[Math.floor(length / 2)]?.at ?? 0) / 1000) * 1000;
      // No row in both, and none in neither.
      const halves = [
        { startDate, endDate: dateAt(split) },
        { startDate: dateAt(split, Number(ends.end) - Number(!ends.start)), endDate },
      ];
      length = 0;
      for (const half of halves) {
        const reply = await readPage(caller, { ...half, limit: 1 });
        if (!reply.page) return undetermined(`the count of a part is not known: ${summarizeReply(reply)}`);
        length += Number(reply.page.totalCount);
      }
    }
    const counts = [
      { counted: known.totalCount, rows: known.rows.length },
      { counted: sample.totalCount, rows: length },
    ];
    if (counts.every(({ counted, rows }) => counted === rows)) {
      const settings = endsWithCursor ? { list: { endAtTotalCount: 'true' } } : undefined;
      const text = `exact, of ${counts.map(({ rows }) => grouped(rows)).join(' and ')} rows`;
      return ok(text, 'exact', { settings, material: true });
    }
    const cap = Math.max(...counts.map(({ counted }) => Number(counted)));
    if (counts.every(({ counted, rows }) => counted === Math.min(rows, cap))) {
      const advice = 'Do not use load or --online, and do not compare figures with totalCount.';
      return problem(`capped at ${grouped(cap)}: there are more rows`, { cap }, { settings: { advice } });
    }
    const text = counts.map(({ counted, rows }) => `${String(counted)} for ${grouped(rows)} rows`).join(', ');
    return problem(`wrong: ${text}`, 'wrong');
  },
);

const largestPage = check(
  {
    name: 'largest-page',
    spec: '§8',
    needs: { sample: sample },
    uses: { lastPage, isExact: totalCount },
  },
  ({ sample, lastPage: ends, isExact }) => {
    const { rows, limit, failure, totalCount: count } = sample;
    if (failure !== undefined) {
      const text = `a page of ${grouped(documentedLimit)} rows fails: ${failure}`;
      return problem(text, 'fails', { settings: { list: { limit: String(limit) } } });
    }
    const received = grouped(rows.length);
    if (rows.length >= limit) {
      if (limit >= documentedLimit) return ok(`${received} rows`, rows.length);
      const text = `at least ${received} rows; more are not requested (--max-rows)`;
      return undetermined(text, rows.length);
    }
    // A cursor that is on every last page proves nothing.
    const hasCursor = cursorOf(sample) !== undefined;
    const isTold = ends?.endsWithCursor === false;
    if ((hasCursor && isTold) || (isExact && Number(count) > rows.length)) {
      const text = `${received} rows, although ${grouped(limit)} were requested: pages are smaller`;
      return note(text, rows.length);
    }
    const why = hasCursor ? 'whether there are more is not known' : 'the range has no more';
    return undetermined(`at least ${received} rows; ${why}`, rows.length);
  },
);

export const countChecks: readonly Check[] = [totalCount, largestPage];
