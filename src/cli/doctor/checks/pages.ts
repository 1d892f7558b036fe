import type { TransactionQuery } from '../../../api/transactions.ts';
import { counted, grouped } from '../../format.ts';
import type { Check, Doctor, Verdict } from '../check.ts';
import type { Reply } from '../read-only-caller.ts';
import { cursorOf, failureIn, keysOf, type Page, pageOf, type Row } from '../received.ts';
import { dates } from './ranges.ts';

const section = 'Ranges and pages';

/** How a page says that it is the last one. */
type LastForm = 'absent' | 'null' | 'empty' | 'cursor' | 'other';

/** A range that was read page by page. */
export interface Iteration {
  readonly query: { readonly startDate: string; readonly endDate: string; readonly limit: number };
  readonly pages: readonly Page[];
  /** The cursor of the second page, and when it was received. */
  readonly cursor: string;
  readonly receivedAt: number;
  readonly form: LastForm;
  readonly fullForm: LastForm;
}

/** The most pages that are requested of a range that should have three. */
const maxPages = 5;

export const lastPage: Check<Iteration> = {
  name: 'last-page',
  section,
  spec: '§4.1',
  needs: [dates],
  question: 'Which values do nextCursor and nextPageQuery have on the last page?',
  async run(doctor): Promise<Verdict<Iteration>> {
    const { startDate, endDate, rows } = doctor.materialOf(dates);
    // Two full pages and a shorter one.
    const query = { startDate, endDate, limit: Math.floor(rows.length / 3) + 1 };
    const pages: Page[] = [];
    let cursor: string | undefined;
    let receivedAt = 0;
    const received = (): readonly Row[] => pages.flatMap((page) => page.rows);
    do {
      const reply = await read(doctor, { ...query, cursor });
      const page = pageOf(reply);
      if (!page) {
        const what = pages.length === 1 ? 'the cursor of the first page is rejected' : 'a page fails';
        return { status: 'problem', text: `${what}: ${failureIn(reply)}`, finding: 'failed' };
      }
      if (pages.length === 0) receivedAt = Date.now();
      pages.push(page);
      cursor = cursorOf(page);
    } while (cursor !== undefined && received().length < rows.length && pages.length < maxPages);

    const second = pages[0] && cursorOf(pages[0]);
    const last = pages.at(-1);
    if (!last || second === undefined) {
      const text = `the first page has ${counted(pages[0]?.rows.length ?? 0, 'row')} of ${rows.length}, and no cursor`;
      return { status: 'problem', text, finding: 'no cursor' };
    }
    const after = cursor === undefined ? undefined : await read(doctor, { ...query, cursor });
    const full = pageOf(await read(doctor, { startDate, endDate, limit: rows.length }));
    const form = formOf(last);
    const fullForm = full ? formOf(full) : 'other';
    const material = { query, pages, cursor: second, receivedAt, form, fullForm };
    const next = after && afterEnd(after, keysOf(rows));
    const finding = { form, fullForm, ...(next !== undefined && { next }) };
    const texts = [
      `nextCursor is ${words[form]}${fullForm === form ? '' : `; on a last page that is full, ${words[fullForm]}`}`,
      ...(next === undefined ? [] : [`its page ${next}`]),
    ];
    const problem = compare(keysOf(received()), keysOf(rows));
    if (problem !== undefined) {
      return { status: 'problem', text: [problem, ...texts].join('; '), finding, material };
    }
    const isDocumentable = form !== 'cursor' && fullForm !== 'cursor';
    return { status: isDocumentable ? 'ok' : 'note', text: texts.join('; '), finding, material };
  },
};

const words: Readonly<Record<LastForm, string>> = {
  absent: 'absent',
  null: 'null',
  empty: 'an empty string',
  cursor: 'a cursor',
  other: 'neither a string nor null',
};

function formOf(page: Page): LastForm {
  const { nextCursor } = page;
  if (nextCursor === undefined) return 'absent';
  if (nextCursor === null) return 'null';
  if (nextCursor === '') return 'empty';
  return typeof nextCursor === 'string' ? 'cursor' : 'other';
}

/** What the cursor of the last page leads to. */
function afterEnd(reply: Reply, known: readonly string[]): string {
  const page = pageOf(reply);
  if (!page) return `fails: ${failureIn(reply)}`;
  if (page.rows.length === 0) return 'is empty';
  return page.rows.some(({ key }) => known.includes(key))
    ? 'repeats rows'
    : 'has rows from outside the range';
}

/** What is wrong with the rows of the pages of a range; `undefined` if they are those of one page. */
function compare(paged: readonly string[], known: readonly string[]): string | undefined {
  const keys = new Set(paged);
  const lost = known.filter((key) => !keys.has(key)).length;
  const repeated = paged.length - keys.size;
  if (lost === 0 && repeated === 0) return undefined;
  return `pages lose ${counted(lost, 'row')} and repeat ${grouped(repeated)}, of ${grouped(known.length)}`;
}

export function read(
  { caller }: Doctor,
  query: TransactionQuery & { readonly limit: number },
): Promise<Reply> {
  return caller.call(query.limit, (client) => client.transactions.getPage(query));
}

export const ties: Check = {
  name: 'ties',
  section,
  spec: '§4.1',
  needs: [lastPage],
  question: 'In which order are rows with the same timestamp, and is it always the same?',
  run(doctor): Verdict {
    const { rows } = doctor.materialOf(dates);
    const { pages } = doctor.materialOf(lastPage);
    const reads = [doctor.materialOf(dates).rows, pages.flatMap((page) => page.rows)].map(groupsIn);
    const [one, other] = reads;
    const groups = [...(one ?? [])].filter(([, keys]) => keys.length > 1);
    if (groups.length === 0) {
      return {
        status: 'undetermined',
        text: `no two of ${grouped(rows.length)} rows have the same timestamp`,
      };
    }
    const changed = groups.filter(([at, keys]) => keys.join(' ') !== other?.get(at)?.join(' '));
    const of = `of ${counted(groups.length, 'time')} with several rows`;
    if (changed.length === 0) {
      return { status: 'ok', text: `the same in two reads, ${of}`, finding: 'stable' };
    }
    return {
      status: 'problem',
      text: `their order changes from request to request, at ${changed.length} ${of}: pages can lose or repeat rows`,
      finding: 'changes',
      settings: {
        advice:
          'Compare each export with its count (load verify --online), or read ranges that fit in a page.',
      },
    };
  },
};

function groupsIn(rows: readonly Row[]): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const { at, key } of rows) groups.set(at, [...(groups.get(at) ?? []), key]);
  return groups;
}

export const pageChecks: readonly Check[] = [lastPage, ties];
