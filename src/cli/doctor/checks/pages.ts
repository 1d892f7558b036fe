import type { TransactionQuery } from '../../../client/api/transactions.ts';
import { counted, grouped } from '../../format.ts';
import { type Check, check, type Doctor, note, ok, problem, undetermined } from '../check.ts';
import {
  cursorOf,
  isUnrelated,
  keysOf,
  type Page,
  type PageReply,
  readPage,
  type Row,
  summarize,
  verdictOnFailure,
} from '../received.ts';
import { dates } from './ranges.ts';

/** A range that was read page by page. */
interface Iteration {
  readonly query: { readonly startDate: string; readonly endDate: string; readonly limit: number };
  readonly pages: readonly Page[];
  /** The cursor of the second page, and when it was received. */
  readonly cursor: string;
  readonly receivedAt: number;
  /** Whether a last page may have a cursor. */
  readonly endsWithCursor: boolean;
}

/** The most pages that are requested of a range that should have three. */
const maxPages = 5;

export const lastPage = check({ name: 'last-page', spec: '§4.1' }, async ({ caller, need }) => {
  const { startDate, endDate, rows } = need(dates);
  // Two full pages and a shorter one.
  const query = { startDate, endDate, limit: Math.floor(rows.length / 3) + 1 };
  const pages: Page[] = [];
  let cursor: string | undefined;
  let receivedAt = 0;
  const received = (): readonly Row[] => pages.flatMap((page) => page.rows);
  do {
    const reply = await readPage(caller, { ...query, cursor });
    if (!reply.page) {
      const what = pages.length === 1 ? 'the cursor of the first page is rejected' : 'a page fails';
      return verdictOnFailure(reply, `${what}: `);
    }
    if (pages.length === 0) receivedAt = Date.now();
    pages.push(reply.page);
    cursor = cursorOf(reply.page);
  } while (cursor !== undefined && received().length < rows.length && pages.length < maxPages);

  const second = pages[0] && cursorOf(pages[0]);
  const last = pages.at(-1);
  if (!last || second === undefined) {
    const text = `the first page has ${counted(pages[0]?.rows.length ?? 0, 'row')} of ${rows.length}, and no cursor`;
    return problem(text, 'no cursor');
  }
  const next =
    cursor === undefined ? undefined : afterEnd(await readPage(caller, { ...query, cursor }), keysOf(rows));
  const { page: full } = await readPage(caller, { startDate, endDate, limit: rows.length });
  const form = formOf(last);
  const fullForm = full ? formOf(full) : 'other';
  const endsWithCursor = form === 'cursor' || fullForm === 'cursor';
  const material: Iteration = { query, pages, cursor: second, receivedAt, endsWithCursor };
  const finding = { form, fullForm, ...(next !== undefined && { next }) };
  const texts = [
    `nextCursor is ${words[form]}${fullForm === form ? '' : `; on a last page that is full, ${words[fullForm]}`}`,
    ...(next === undefined ? [] : [`its page ${next}`]),
  ];
  const wrong = compare(keysOf(received()), keysOf(rows));
  if (wrong !== undefined) return problem([wrong, ...texts].join('; '), finding, { material });
  return (endsWithCursor ? note : ok)(texts.join('; '), finding, { material });
});

/** How a page says that it is the last one. */
const words = {
  absent: 'absent',
  null: 'null',
  empty: 'an empty string',
  cursor: 'a cursor',
  other: 'neither a string nor null',
} as const;

function formOf(page: Page): keyof typeof words {
  if (cursorOf(page) !== undefined) return 'cursor';
  const { nextCursor } = page;
  if (nextCursor === undefined) return 'absent';
  if (nextCursor === null) return 'null';
  return nextCursor === '' ? 'empty' : 'other';
}

/** What the cursor of the last page leads to. */
function afterEnd(reply: PageReply, known: readonly string[]): string {
  if (!reply.page) return `fails: ${summarize(reply)}`;
  const { rows } = reply.page;
  if (rows.length === 0) return 'is empty';
  return rows.some(({ key }) => known.includes(key)) ? 'repeats rows' : 'has rows from outside the range';
}

/** What is wrong with the rows of the pages of a range; `undefined` if they are those of one page. */
function compare(paged: readonly string[], known: readonly string[]): string | undefined {
  const keys = new Set(paged);
  const lost = known.filter((key) => !keys.has(key)).length;
  const repeated = paged.length - keys.size;
  if (lost === 0 && repeated === 0) return undefined;
  return `pages lose ${counted(lost, 'row')} and repeat ${grouped(repeated)}, of ${grouped(known.length)}`;
}

const ties = check({ name: 'ties', spec: '§4.1' }, ({ need }) => {
  const { pages } = need(lastPage);
  const { rows } = need(dates);
  const keysAtTimes = (read: readonly Row[]) => Map.groupBy(read, ({ at }) => at);
  const other = keysAtTimes(pages.flatMap((page) => page.rows));
  const groups = [...keysAtTimes(rows)].filter(([, group]) => group.length > 1);
  if (groups.length === 0)
    return undetermined(`no two of ${grouped(rows.length)} rows have the same timestamp`);
  const changed = groups.filter(
    ([at, group]) => keysOf(group).join(' ') !== keysOf(other.get(at) ?? []).join(' '),
  );
  const of = `of ${counted(groups.length, 'time')} with several rows`;
  if (changed.length === 0) return ok(`the same in two reads, ${of}`, 'stable');
  return problem(
    `their order changes from request to request, at ${changed.length} ${of}: pages can lose or repeat rows`,
    'changes',
    {
      settings: {
        advice:
          'Compare each export with its count (load verify --online), or read ranges that fit in a page.',
      },
    },
  );
});

/** What a cursor that is used again does. */
const repetitions = {
  same: 'continues',
  different: 'restarts',
  rejected: 'is rejected',
  /** It says nothing about the cursor: the service did not respond, or had an error of its own. */
  failed: 'fails',
} as const;

/** Requests the second page again, with some parameters replaced. */
async function repeat(
  { caller }: Doctor,
  { query, cursor, pages }: Iteration,
  changes: Partial<TransactionQuery> = {},
): Promise<{ readonly outcome: keyof typeof repetitions; readonly failure: string }> {
  const reply = await readPage(caller, { ...query, cursor, ...changes, limit: changes.limit ?? query.limit });
  const failure = summarize(reply);
  const { page } = reply;
  if (!page) {
    return { outcome: isUnrelated(reply) ? 'failed' : 'rejected', failure };
  }
  const expected = pages[1]?.rows ?? [];
  const received = new Set(keysOf(page.rows.slice(0, expected.length)));
  // In any order: that of ties may change.
  const isSame = expected.length > 0 && expected.every(({ key }) => received.has(key));
  return { outcome: isSame ? 'same' : 'different', failure };
}

const cursorReuse = check({ name: 'cursor-reuse', spec: '§4.1' }, async (doctor) => {
  const iteration = doctor.need(lastPage);
  const { outcome, failure } = await repeat(doctor, iteration);
  if (outcome === 'same') return ok('a cursor can be used again', 'reusable', { material: iteration });
  if (outcome === 'failed') return undetermined(failure);
  if (outcome === 'different' && doctor.findingOf(ties) === 'changes')
    return undetermined(`other rows, but their order changes anyway ("${ties.name}", above)`);
  const text =
    outcome === 'rejected'
      ? `a cursor is rejected when it is used again: ${failure}`
      : 'a cursor that is used again returns other rows';
  return problem(`${text}; an interrupted export cannot resume`, outcome, {
    settings: { advice: 'Export short ranges, and start one again that was interrupted.' },
  });
});

const cursorBinding = check({ name: 'cursor-binding', spec: '§4.1' }, async (doctor) => {
  const iteration = doctor.need(cursorReuse);
  const { startDate, limit } = iteration.query;
  const earlier = new Date(Date.parse(startDate) - 60_000).toISOString();
  const byLimit = repetitions[(await repeat(doctor, iteration, { limit: limit + 1 })).outcome];
  const byDates = repetitions[(await repeat(doctor, iteration, { startDate: earlier })).outcome];
  const text = `with another limit, a cursor ${byLimit}; with another startDate, it ${byDates}`;
  if (byLimit === 'fails' || byDates === 'fails') return undetermined(text);
  const isBound = byLimit !== 'restarts' && byDates !== 'restarts';
  return (isBound ? ok : note)(text, { limit: byLimit, dates: byDates });
});

/** Runs last, when most time has passed. */
export const cursorLifetime = check({ name: 'cursor-lifetime', spec: '§4.1' }, async (doctor) => {
  const iteration = doctor.need(cursorReuse);
  const { outcome, failure } = await repeat(doctor, iteration);
  const time = counted(Math.round((Date.now() - iteration.receivedAt) / 1000), 'second');
  if (outcome === 'rejected') return problem(`a cursor has expired after ${time}: ${failure}`, 'expired');
  if (outcome !== 'same') return undetermined(`${repetitions[outcome]} at the end of the run`);
  return undetermined(`a cursor is valid after ${time}; for how long, no short run can tell`, 'valid');
});

export const pageChecks: readonly Check[] = [lastPage, ties, cursorReuse, cursorBinding];
