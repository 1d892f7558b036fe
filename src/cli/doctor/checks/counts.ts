import { grouped } from '../../format.ts';
import type { Check, Doctor, Verdict } from '../check.ts';
import { cursorOf, dateAt, pageOf, type Page } from '../received.ts';
import { largestPage as documentedLimit, transactions } from './operations.ts';
import { lastPage, read } from './pages.ts';
import { dates, rangeEnds } from './ranges.ts';

const section = 'Ranges and pages';

/** What a service counts, and how many rows there are. */
interface Count {
  readonly counted: unknown;
  readonly rows: number;
}

const totalCount: Check<'exact' | 'other'> = {
  name: 'total-count',
  section,
  spec: '§4.1',
  needs: [lastPage, rangeEnds],
  question: 'Is totalCount always the exact number of rows in the range?',
  async run(doctor): Promise<Verdict<'exact' | 'other'>> {
    const known = doctor.materialOf(dates);
    const { pages, form, fullForm } = doctor.materialOf(lastPage);
    const perPage = pages.map((page) => page.totalCount);
    if (![...perPage, known.totalCount].every(Number.isSafeInteger)) {
      return {
        status: 'problem',
        text: 'totalCount is not an integer',
        finding: 'invalid',
        material: 'other',
      };
    }
    if (perPage.some((count) => count !== perPage[0])) {
      const text = 'totalCount changes from page to page of one range';
      return { status: 'problem', text, finding: 'changes', material: 'other' };
    }
    const counts = [{ counted: known.totalCount, rows: known.rows.length }, await wholeCount(doctor)];
    if (counts.every(({ counted, rows }) => counted === rows)) {
      const namesCursor = form === 'cursor' || fullForm === 'cursor';
      return {
        status: 'ok',
        text: `exact, of ${counts.map(({ rows }) => grouped(rows)).join(' and ')} rows`,
        finding: 'exact',
        material: 'exact',
        ...(namesCursor && { settings: { list: { endAtTotalCount: 'true' } } }),
      };
    }
    const cap = Math.max(...counts.map(({ counted }) => Number(counted)));
    if (counts.every(({ counted, rows }) => counted === Math.min(rows, cap))) {
      return {
        status: 'problem',
        text: `capped at ${grouped(cap)}: there are more rows`,
        finding: { cap },
        material: 'other',
        settings: { advice: 'Do not use windows or --online, and do not compare figures with totalCount.' },
      };
    }
    const text = counts.map(({ counted, rows }) => `${String(counted)} for ${grouped(rows)} rows`).join(', ');
    return { status: 'problem', text: `wrong: ${text}`, finding: 'wrong', material: 'other' };
  },
};

/** The count of the whole sampled range, and its rows: as received, or as the sum of the counts of two halves. */
async function wholeCount(doctor: Doctor): Promise<Count> {
  const sample = doctor.materialOf(transactions);
  if (isComplete(doctor, sample)) return { counted: sample.totalCount, rows: sample.rows.length };
  const { startDate, endDate } = sample.range;
  const middle = sample.rows[Math.floor(sample.rows.length / 2)]?.at ?? 0;
  const split = Math.floor(middle / 1000) * 1000;
  const { start, end } = doctor.materialOf(rangeEnds);
  // No row in both, and none in neither.
  const halves = [
    { startDate, endDate: dateAt(split) },
    { startDate: dateAt(split, Number(end) - Number(!start)), endDate },
  ];
  let rows = 0;
  for (const half of halves) rows += Number(pageOf(await read(doctor, { ...half, limit: 1 }))?.totalCount);
  return { counted: sample.totalCount, rows };
}

/** Whether a page is the only one of its range. */
function isComplete(doctor: Doctor, page: Page): boolean {
  if (cursorOf(page) === undefined) return true;
  const { form, fullForm } = doctor.materialOf(lastPage);
  return (form === 'cursor' || fullForm === 'cursor') && page.totalCount === page.rows.length;
}

const largestPage: Check = {
  name: 'largest-page',
  section,
  spec: '§8',
  needs: [transactions],
  question: 'Which page size is honoured? 10 000 rows are documented.',
  run(doctor): Verdict {
    const { rows, limit, failure, nextCursor, totalCount: count } = doctor.materialOf(transactions);
    if (failure !== undefined) {
      const text = `a page of ${grouped(documentedLimit)} rows fails: ${failure}`;
      return { status: 'problem', text, finding: 'fails', settings: { list: { limit: String(limit) } } };
    }
    const received = grouped(rows.length);
    if (rows.length >= limit) {
      if (limit >= documentedLimit) return { status: 'ok', text: `${received} rows`, finding: rows.length };
      const text = `at least ${received} rows; more are not requested (--max-rows)`;
      return { status: 'undetermined', text, finding: rows.length };
    }
    // A cursor that is on every last page proves nothing.
    const isLast = doctor.outcomeOf(lastPage)?.finding;
    const hasCursor = typeof nextCursor === 'string' && nextCursor !== '';
    const form = Object(isLast) as { form?: unknown; fullForm?: unknown };
    const isTold = form.form !== undefined && form.form !== 'cursor' && form.fullForm !== 'cursor';
    const isExact = doctor.outcomeOf(totalCount)?.finding === 'exact';
    if ((hasCursor && isTold) || (isExact && Number(count) > rows.length)) {
      const text = `${received} rows, although ${grouped(limit)} were requested`;
      return { status: 'note', text: `${text}: pages are smaller`, finding: rows.length };
    }
    const why = hasCursor ? 'whether there are more is not known' : 'the range has no more';
    return { status: 'undetermined', text: `at least ${received} rows; ${why}`, finding: rows.length };
  },
};

export const countChecks: readonly Check[] = [totalCount, largestPage];
