import { counted, grouped } from '../../../terminal/format.ts';
import { check, note, ok, problem } from '../check.ts';
import {
  cursorOf,
  keysOf,
  type PageReply,
  readPage,
  type ReceivedRow,
  type ReceivedRows,
  summarizeReply,
  verdictOnFailure,
} from '../received.ts';
import { dates } from './ranges.ts';

/** The most pages that are requested of a range that should have three. */
const maxPages = 5;

/** Its material is the pages of a range, and whether a last page may have a cursor. */
export const lastPage = check(
  { name: 'last-page', spec: '§4.1', needs: { dates } },
  async ({ caller, dates: { startDate, endDate, rows } }) => {
    // Two full pages and a shorter one.
    const query = { startDate, endDate, limit: Math.floor(rows.length / 3) + 1 };
    const pages: ReceivedRows[] = [];
    let cursor: string | undefined;
    const received = (): readonly ReceivedRow[] => pages.flatMap((page) => page.rows);
    do {
      const reply = await readPage(caller, { ...query, cursor });
      if (!reply.page) {
        const what = pages.length === 1 ? 'the cursor of the first page is rejected' : 'a page fails';
        return verdictOnFailure(reply, `${what}: `);
      }
      pages.push(reply.page);
      cursor = cursorOf(reply.page);
    } while (cursor !== undefined && received().length < rows.length && pages.length < maxPages);

    const last = pages.at(-1);
    if (!last || (pages.length === 1 && cursor === undefined)) {
      const text = `the first page has ${counted(pages[0]?.rows.length ?? 0, 'row')} of ${rows.length}, and no cursor`;
      return problem(text, 'no cursor');
    }
    const next =
      cursor === undefined ? undefined : afterEnd(await readPage(caller, { ...query, cursor }), keysOf(rows));
    const full = await readPage(caller, { startDate, endDate, limit: rows.length });
    if (!full.page) return verdictOnFailure(full, 'a page fails: ');
    const [form, fullForm] = [formOf(last), formOf(full.page)];
    const endsWithCursor = form === 'cursor' || fullForm === 'cursor';
    const material = { pages, endsWithCursor };
    const finding = { form, fullForm, ...(next !== undefined && { next }) };
    const texts = [
      `nextCursor is ${words[form]}${fullForm === form ? '' : `; on a last page that is full, ${words[fullForm]}`}`,
      ...(next === undefined ? [] : [`its page ${next}`]),
    ];
    const wrong = pagingProblem(keysOf(received()), keysOf(rows));
    if (wrong !== undefined) return problem([wrong, ...texts].join('; '), finding, { material });
    return (endsWithCursor ? note : ok)(texts.join('; '), finding, { material });
  },
);

/** How a page says that it is the last one. */
const words = {
  absent: 'absent',
  null: 'null',
  empty: 'an empty string',
  cursor: 'a cursor',
  other: 'neither a string nor null',
} as const;

function formOf(page: ReceivedRows): keyof typeof words {
  if (cursorOf(page) !== undefined) return 'cursor';
  const { nextCursor } = page;
  if (nextCursor === undefined) return 'absent';
  if (nextCursor === null) return 'null';
  return nextCursor === '' ? 'empty' : 'other';
}

/** What the cursor of the last page leads to. */
function afterEnd(reply: PageReply, known: readonly string[]): string {
  if (!reply.page) return `fails: ${summarizeReply(reply)}`;
  const { rows } = reply.page;
  if (rows.length === 0) return 'is empty';
  return rows.some(({ key }) => known.includes(key)) ? 'repeats rows' : 'has rows from outside the range';
}

/** What is wrong with the rows of the pages of a range; `undefined` if they are those of one page. */
function pagingProblem(paged: readonly string[], known: readonly string[]): string | undefined {
  const keys = new Set(paged);
  const lost = known.filter((key) => !keys.has(key)).length;
  const repeated = paged.length - keys.size;
  if (lost === 0 && repeated === 0) return undefined;
  return `pages lose ${counted(lost, 'row')} and repeat ${grouped(repeated)}, of ${grouped(known.length)}`;
}
