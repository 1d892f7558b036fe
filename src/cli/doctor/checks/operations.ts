import type { OperationName } from '../../../api/operation-name.ts';
import { getTransactions } from '../../../api/transactions.ts';
import { utcMonth, type UtcRange } from '../../../api/utc-range.ts';
import { ApiError, ResponseValidationError } from '../../../errors/index.ts';
import { counted, grouped } from '../../format.ts';
import type { Check, Doctor, Verdict } from '../check.ts';
import type { Reply } from '../read-only-caller.ts';
import { failureIn, type Page, pageOf } from '../received.ts';
import { response, token } from './connection.ts';

const section = 'Operations';

/** The largest documented page (§8). */
export const largestPage = 10_000;

/** A range that has rows, and its first page. */
export interface Sample extends Page {
  readonly range: UtcRange;
  readonly limit: number;
  /** Why the largest page failed, if it did. */
  readonly failure: string | undefined;
  /** The body of the response. */
  readonly value: unknown;
}

export const transactions: Check<Sample> = {
  name: 'transactions',
  section,
  spec: '§4.1',
  needs: [token],
  question: 'In which range does the account have transactions?',
  async run(doctor): Promise<Verdict<Sample>> {
    const { caller, service } = doctor;
    const first = doctor.materialOf(response);
    const ranges = service.range ? [service.range] : candidates(new Date());
    // The rest is for the other checks.
    const most = Math.max(1, Math.floor(caller.rowsLeft / 2), caller.rowsLeft - rowsOfOtherChecks);
    const limit = Math.min(largestPage, most);
    for (const range of ranges) {
      // The first range has been requested before.
      if (range === ranges[0] && pageOf(first)?.rows.length === 0) continue;
      const { reply, failure } = await requestSample(doctor, range, limit);
      const page = pageOf(reply);
      if (!page) return { status: 'problem', text: failureIn(reply), finding: failureIn(reply) };
      if (page.rows.length === 0) continue;
      const received = { ...page, range, failure, limit: failure === undefined ? limit : fallbackPage };
      const text = `${describe(reply)}; ${grouped(page.rows.length)} rows from ${range.startDate} to ${range.endDate}`;
      return {
        status: 'ok',
        text: text.replaceAll('.000Z', 'Z'),
        finding: { ...range, rows: page.rows.length },
        material: { ...received, value: reply.exchange?.value },
      };
    }
    const text = 'no range has rows: nothing can be found out about them (another range: --start, --end)';
    return { status: 'undetermined', text };
  },
};

const rowsOfOtherChecks = 3000;
const fallbackPage = 200;

async function requestSample({ caller }: Doctor, range: UtcRange, limit: number) {
  const request = (size: number): Promise<Reply> =>
    caller.call(size, (client) => client.transactions.getPage({ ...range, limit: size }));
  const reply = await request(limit);
  if (pageOf(reply) || limit <= fallbackPage) return { reply, failure: undefined };
  return { reply: await request(fallbackPage), failure: failureIn(reply) };
}

/** Ranges that have ended, latest first, so that no rows are added while they are read. */
function candidates(now: Date): readonly UtcRange[] {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000).toISOString();
  const month = utcMonth('this', now).startDate;
  const last = utcMonth('last', now);
  const longer = { startDate: '2000-01-01T00:00:00.000Z', endDate: hour };
  return hour > month ? [last, { startDate: month, endDate: hour }, longer] : [last, longer];
}

/** One request of an operation, and what the service responded. */
function operationCheck<Material>(
  name: string,
  spec: string,
  send: (doctor: Doctor) => Promise<Reply>,
  materialOf: (value: unknown) => Material,
): Check<Material> {
  return {
    name,
    section,
    spec,
    needs: [token],
    async run(doctor): Promise<Verdict<Material>> {
      const reply = await send(doctor);
      if (!reply.error) {
        const value = reply.exchange?.value;
        return { status: 'ok', text: describe(reply), finding: true, material: materialOf(value) };
      }
      const material =
        reply.error instanceof ResponseValidationError ? { material: materialOf(reply.exchange?.value) } : {};
      return { status: 'problem', text: failureIn(reply), finding: failureIn(reply), ...material };
    },
  };
}

export const offers = operationCheck(
  'offers',
  '§4.13',
  ({ caller }) => caller.call(Math.min(100, caller.rowsLeft), (client) => client.offers.getPage()),
  (value) => value,
);

const pricePoints = operationCheck(
  'price-points',
  '§4.5',
  ({ caller }) => caller.call(0, (client) => client.pricePoints.list()),
  (value) => value,
);

const pricePoint: Check = {
  name: 'price-point',
  section,
  spec: '§4.6',
  needs: [pricePoints],
  question: 'Does each price of a single price point have `realTimePrice`?',
  async run(doctor): Promise<Verdict> {
    const list = Object(doctor.materialOf(pricePoints)) as { pricePoints?: readonly unknown[] };
    const first = Object(list.pricePoints?.[0]) as { priceInUsdCents?: unknown };
    const cents = first.priceInUsdCents;
    if (typeof cents !== 'number') return { status: 'undetermined', text: 'there is no price point' };
    const reply = await doctor.caller.call(0, (client) => client.pricePoints.get(cents));
    if (reply.error) return { status: 'problem', text: failureIn(reply), finding: false };
    const text = `${describe(reply)}; each price has realTimePrice`;
    return { status: 'ok', text, finding: true, material: reply.exchange?.value };
  },
};

const translations = operationCheck(
  'translations',
  '§4.9',
  ({ caller }) => caller.call(0, (client) => client.translations.get()),
  () => true,
);

const content: Check = {
  name: 'content',
  section,
  spec: '§4.2, §3',
  needs: [token],
  async run({ caller, service: { contentId } }): Promise<Verdict> {
    if (contentId === undefined)
      return { status: 'undetermined', text: 'needs the id of a content item (--content-id)' };
    const reply = await caller.call(0, (client) => client.content.get(contentId));
    if (reply.error) return { status: 'problem', text: failureIn(reply), finding: false };
    return { status: 'ok', text: describe(reply), finding: true };
  },
};

/** Requests that must fail: what is not found, and a range that ends before it starts. */
const errorMessages: Check = {
  name: 'error-messages',
  section,
  spec: '§7.1, §7.2, §7.3, §7.5',
  needs: [token],
  question: 'Which HTTP status and message does each documented error have, and those of §7.5?',
  async run({ caller }): Promise<Verdict> {
    const dates = { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z', limit: 1 };
    const replies: readonly (readonly [string, Reply])[] = [
      [
        'invalid range',
        await caller.call(1, (client) =>
          client.request({ method: 'GET', path: getTransactions.path, query: dates }),
        ),
      ],
      ['content', await caller.call(0, (client) => client.content.get('publisher-commerce-doctor'))],
      ['price point', await caller.call(0, (client) => client.pricePoints.get(unlikelyPrice))],
    ];
    const described = replies.map(([what, reply]) => [what, failureIn(reply)] as const);
    const isClear = replies.every(([, { error }]) => error instanceof ApiError && error.status < 500);
    return {
      status: isClear ? 'ok' : 'note',
      text: described.map(([what, failure]) => `${what}: ${failure}`).join('; '),
      finding: Object.fromEntries(described),
    };
  },
};

/** In US cents. */
const unlikelyPrice = 987_654_321;

function describe({ exchange }: Reply): string {
  if (!exchange) return 'no response';
  const { status, milliseconds, bytes } = exchange;
  return `${status}, ${Math.round(milliseconds)} ms, ${counted(bytes, 'byte')}`;
}

/** The check of each operation that reads. */
export const checkOfOperation: Partial<Readonly<Record<OperationName, Check>>> = {
  'transactions.getPage': transactions,
  'offers.getPage': offers,
  'pricePoints.list': pricePoints,
  'pricePoints.get': pricePoint,
  'translations.get': translations,
  'content.get': content,
};

export const operationChecks: readonly Check[] = [...Object.values(checkOfOperation), errorMessages];
