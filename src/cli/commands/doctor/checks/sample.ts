import { utcMonth, type UtcRange } from '../../../../client/api/utc-range.ts';
import { grouped } from '../../../terminal/format.ts';
import { check, ok, problem, undetermined } from '../check.ts';
import type { ReadOnlyCaller } from '../read-only-caller.ts';
import { readPage, summarizeReply } from '../received.ts';
import { address, token } from './connection.ts';

/** The largest documented page (§8). */
export const documentedLimit = 10_000;
const rowsOfOtherChecks = 3000;
const fallbackPage = 200;

/** Its material is a range that has rows, and its first page. */
export const sample = check(
  { name: 'transactions', spec: '§4.1', needs: { token, first: address } },
  async ({ caller, service, first }) => {
    const ranges = service.range ? [service.range] : candidates(new Date());
    // The rest is for the other checks.
    const most = Math.max(1, Math.floor(caller.rowsLeft / 2), caller.rowsLeft - rowsOfOtherChecks);
    for (const range of ranges) {
      // The first range has been requested before.
      if (range === ranges[0] && first.page?.rows.length === 0) continue;
      const { reply, ...sample } = await readSample(caller, range, Math.min(documentedLimit, most));
      const { page } = reply;
      if (!page) return problem(summarizeReply(reply), summarizeReply(reply));
      const rows = page.rows.length;
      if (rows === 0) continue;
      const text = `${summarizeReply(reply)}; ${grouped(rows)} rows from ${range.startDate} to ${range.endDate}`;
      const material = { ...page, ...sample, range, value: reply.exchange?.value };
      return ok(text.replaceAll('.000Z', 'Z'), { ...range, rows }, { material });
    }
    return undetermined(
      'no range has rows: nothing can be found out about them (another range: --start, --end)',
    );
  },
);

/** Reads the largest page; or if it fails, which `failure` tells, one that is hardly too large. */
async function readSample(caller: ReadOnlyCaller, range: UtcRange, limit: number) {
  const reply = await readPage(caller, { ...range, limit });
  if (reply.page || limit <= fallbackPage) return { reply, limit, failure: undefined };
  const second = await readPage(caller, { ...range, limit: fallbackPage });
  return { reply: second, limit: fallbackPage, failure: summarizeReply(reply) };
}

/** Ranges that have ended, latest first, so that no rows are added while they are read. */
function candidates(now: Date): readonly UtcRange[] {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000).toISOString();
  const month = utcMonth('this', now).startDate;
  const last = utcMonth('last', now);
  const longer = { startDate: '2000-01-01T00:00:00.000Z', endDate: hour };
  return hour > month ? [last, { startDate: month, endDate: hour }, longer] : [last, longer];
}
