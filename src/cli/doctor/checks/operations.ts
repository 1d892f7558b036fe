import { getTransactions } from '../../../client/api/transactions.ts';
import { utcMonth, type UtcRange } from '../../../client/api/utc-range.ts';
import type { PublisherClient } from '../../../client/client.ts';
import { ApiError, ResponseValidationError } from '../../../client/errors/index.ts';
import { grouped } from '../../format.ts';
import { type Check, check, note, ok, problem, undetermined } from '../check.ts';
import type { ReadOnlyCaller } from '../read-only-caller.ts';
import { readPage, summarize } from '../received.ts';
import { response, token } from './connection.ts';

/** The largest documented page (§8). */
export const largestPage = 10_000;
const rowsOfOtherChecks = 3000;
const fallbackPage = 200;

/** Its material is a range that has rows, and its first page. */
export const transactions = check(
  { name: 'transactions', spec: '§4.1' },
  async ({ caller, service, need }) => {
    need(token);
    const first = need(response);
    const ranges = service.range ? [service.range] : candidates(new Date());
    // The rest is for the other checks.
    const most = Math.max(1, Math.floor(caller.rowsLeft / 2), caller.rowsLeft - rowsOfOtherChecks);
    for (const range of ranges) {
      // The first range has been requested before.
      if (range === ranges[0] && first.page?.rows.length === 0) continue;
      const { reply, ...sample } = await readSample(caller, range, Math.min(largestPage, most));
      const { page } = reply;
      if (!page) return problem(summarize(reply), summarize(reply));
      const rows = page.rows.length;
      if (rows === 0) continue;
      const text = `${summarize(reply)}; ${grouped(rows)} rows from ${range.startDate} to ${range.endDate}`;
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
  return { reply: second, limit: fallbackPage, failure: summarize(reply) };
}

/** Ranges that have ended, latest first, so that no rows are added while they are read. */
function candidates(now: Date): readonly UtcRange[] {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000).toISOString();
  const month = utcMonth('this', now).startDate;
  const last = utcMonth('last', now);
  const longer = { startDate: '2000-01-01T00:00:00.000Z', endDate: hour };
  return hour > month ? [last, { startDate: month, endDate: hour }, longer] : [last, longer];
}

/** One request of an operation; its material is the body of a response, also of one that is not as documented. */
function operationCheck(
  name: string,
  spec: string,
  send: (client: PublisherClient) => Promise<unknown>,
  mostRows = 0,
): Check {
  return check({ name, spec }, async ({ caller, need }) => {
    need(token);
    const reply = await caller.call(Math.min(mostRows, caller.rowsLeft), send);
    const material = { material: reply.exchange?.value };
    if (!reply.error) return ok(summarize(reply), true, material);
    const isReceived = reply.error instanceof ResponseValidationError;
    return problem(summarize(reply), summarize(reply), isReceived ? material : {});
  });
}

export const offers = operationCheck('offers', '§4.13', (client) => client.offers.getPage(), 100);
const pricePoints = operationCheck('price-points', '§4.5', (client) => client.pricePoints.list());
const translations = operationCheck('translations', '§4.9', (client) => client.translations.get());

/** A price in a country. */
export interface ReadPrice {
  readonly currencyCode: string;
  /** For one US dollar, in major units. */
  readonly price: number;
  readonly rate: number;
}

/** Its material is the prices of the highest price point: those of others are rounded by more. */
export const pricePoint = check({ name: 'price-point', spec: '§4.6' }, async ({ caller, need }) => {
  const { pricePoints: list } = Object(need(pricePoints)) as { pricePoints?: readonly unknown[] };
  const all = (list ?? []).map((point) => Object(point) as { priceInUsdCents?: unknown });
  const prices = all
    .map(({ priceInUsdCents }) => priceInUsdCents)
    .filter((price) => typeof price === 'number');
  const [cents] = prices.toSorted((left, right) => right - left);
  if (cents === undefined) return undetermined('there is no price point', undefined, { material: [] });
  const reply = await caller.call(0, (client) => client.pricePoints.get(cents));
  const { priceByCountry } = Object(reply.exchange?.value) as { priceByCountry?: unknown };
  const material = (Array.isArray(priceByCountry) ? priceByCountry : []).map((one: unknown): ReadPrice => {
    const { currencyCode, price, usdExchangeRateOnCalc: rate } = Object(one) as Record<string, unknown>;
    return { currencyCode: String(currencyCode), price: Number(price) / (cents / 100), rate: Number(rate) };
  });
  if (reply.error) return problem(summarize(reply), false, { material });
  return ok(`${summarize(reply)}; each price has realTimePrice`, true, { material });
});

const content = check(
  { name: 'content', spec: '§4.2, §3' },
  async ({ caller, service: { contentId }, need }) => {
    need(token);
    if (contentId === undefined) return undetermined('needs the id of a content item (--content-id)');
    const reply = await caller.call(0, (client) => client.content.get(contentId));
    return reply.error ? problem(summarize(reply), false) : ok(summarize(reply), true);
  },
);

/** Requests that must fail: what is not found, and a range that ends before it starts. */
const failing: Readonly<Record<string, (client: PublisherClient) => Promise<unknown>>> = {
  'invalid range': (client) =>
    client.request({
      method: 'GET',
      path: getTransactions.path,
      query: { startDate: '2026-01-02T00:00:00Z', endDate: '2026-01-01T00:00:00Z', limit: 1 },
    }),
  content: (client) => client.content.get('publisher-commerce-doctor'),
  // In US cents.
  'price point': (client) => client.pricePoints.get(987_654_321),
};

const errorMessages = check(
  { name: 'error-messages', spec: '§7.1, §7.2, §7.3, §7.5' },
  async ({ caller, need }) => {
    need(token);
    const failures: Record<string, string> = {};
    let isClear = true;
    for (const [what, send] of Object.entries(failing)) {
      // A service could respond with a row of the invalid range.
      const reply = await caller.call(what === 'invalid range' ? 1 : 0, send);
      failures[what] = summarize(reply);
      isClear &&= reply.error instanceof ApiError && reply.error.status < 500;
    }
    const text = Object.entries(failures).map((parts) => parts.join(': '));
    return (isClear ? ok : note)(text.join('; '), failures);
  },
);

export const operationChecks: readonly Check[] = [
  transactions,
  offers,
  pricePoints,
  pricePoint,
  translations,
  content,
  errorMessages,
];
