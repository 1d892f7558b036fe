// @module-tag slow
import { expect, test } from 'vitest';

import type { Checkpoint, DriftEvent, Transaction, TransactionListQuery } from '../../src/index.ts';
import { transaction } from '../literals/transactions.ts';
import { start } from '../support/ledger.ts';
import { october } from '../support/ranges.ts';
import { type ReceivedRequest, type Reply, startService } from '../support/service.ts';
import { mutations } from '../support/shifting-ledger.ts';
import { runOf, type RunService } from '../support/shifting-run.ts';

/** A row at a second; rows of one second differ by their id. */
const row = (second: number, id = second): Transaction => ({
  ...transaction(id),
  timestamp: new Date(start + second * 1000).toISOString(),
});

/** A scripted page; the next cursor is the index of the page after it. */
interface Page {
  readonly rows: readonly unknown[];
  readonly totalCount?: number;
  readonly last?: boolean;
}

const reports = 'reports';

/** Reads scripted pages, and returns what was delivered and reported. */
async function read(pages: readonly Page[], query: Partial<TransactionListQuery> = {}) {
  const total = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  const reply = ({ url }: ReceivedRequest): Reply => {
    const index = Number(new URL(url, 'http://service').searchParams.get('cursor') ?? 0);
    const { rows = [], totalCount = total, last = index + 1 === pages.length } = pages[index] ?? {};
    return { json: { totalCount, nextCursor: last ? null : String(index + 1), results: rows } };
  };
  await using service = await startService(reply);
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });
  const delivered = [];
  let checkpoint: Checkpoint | undefined;
  for await (const page of client.transactions.list({ ...october, ...query }).pages()) {
    delivered.push(...page.results.map(({ transactionDetails: { id } }) => Number(id.slice(12))));
    checkpoint = JSON.parse(JSON.stringify(page.checkpoint)) as Checkpoint;
  }
  return {
    delivered,
    checkpoint,
    [reports]: events.filter(({ page }) => page !== undefined).map(({ path, page }) => [path, page]),
    events,
  };
}

test('a count that changes between two pages is reported once, with the page', async () => {
  const { reports, events, checkpoint } = await read([
    { rows: [row(1), row(2)], totalCount: 7 },
    { rows: [row(3), row(4)], totalCount: 6 },
    { rows: [row(5), row(6)], totalCount: 5 },
  ]);

  expect(reports).toEqual([['totalCount', 1]]);
  expect(events[0]).toMatchObject({ expected: '7, as on the page before', received: '6', page: 1 });
  expect(checkpoint?.changed).toBe(true);
});

test.each(['asc', 'desc'] as const)(
  'a time that goes back across a page border is reported: %s',
  async (sortDirection) => {
    const seconds = sortDirection === 'asc' ? [1, 3, 2, 4, 3, 5] : [5, 3, 4, 2, 3, 1];
    const [a, b, c, d, e, f] = seconds.map((second, index) => row(second, index));
    const pages = [{ rows: [a, b] }, { rows: [c, d] }, { rows: [e, f] }];
    const { reports, delivered, checkpoint } = await read(pages, { sortDirection });

    expect(reports).toEqual([['results[].timestamp', 1]]);
    expect(delivered).toEqual([0, 1, 2, 3, 4, 5]);
    expect(checkpoint?.changed).toBe(true);
  },
);

test('times are compared to the microsecond, with their offsets, and as UTC without one', async () => {
  const at = (timestamp: string, id: number): Transaction => ({ ...row(1, id), timestamp });
  const forward = await read([
    { rows: [at('2026-10-01T10:00:00.000001Z', 1)] },
    { rows: [at('2026-10-01T12:00:00.000002+02:00', 2)] },
    { rows: [at('2026-10-01T10:00:00.000003', 3)] },
  ]);
  const back = await read([
    { rows: [at('2026-10-01T10:00:00.000002Z', 1)] },
    { rows: [at('2026-10-01T12:00:00.000001+02:00', 2)] },
  ]);

  expect(forward.reports).toEqual([]);
  expect(back.reports).toEqual([['results[].timestamp', 1]]);
});

test('a row that equals a row of the page before is dropped, and one with its key and other content is delivered', async () => {
  const amended = { ...row(3), purchaseId: 'amended' };
  const { delivered, reports, events, checkpoint } = await read([
    { rows: [row(1), row(2), row(3)] },
    { rows: [row(2), amended, row(4)], totalCount: 6 },
  ]);

  expect(delivered).toEqual([1, 2, 3, 3, 4]);
  expect(reports).toEqual([
    ['results[].timestamp', 1],
    ['results[]', 1],
  ]);
  expect(events[1]?.received).toBe('2 of them again, 1 of which are equal in every field and were dropped');
  expect(checkpoint).toMatchObject({ rows: 5, changed: true, border: { received: 6 } });
});

test.each([
  ['more', row(2), { ...row(2), note: 'added' }],
  ['fewer', { ...row(2), note: 'removed' }, row(2)],
])('a row that is received again with one field %s is delivered', async (_, before, again) => {
  const { delivered, reports } = await read([{ rows: [row(1), before] }, { rows: [again, row(3)] }]);

  expect(delivered).toEqual([1, 2, 2, 3]);
  expect(reports).toEqual([['results[]', 1]]);
});

test('among rows of one time, a row that is received again is found, also after a page between', async () => {
  const { delivered, reports } = await read([
    { rows: [row(1, 1), row(1, 2)] },
    { rows: [row(1, 3), row(1, 4)] },
    { rows: [row(1, 1), row(1, 5)] },
  ]);

  // It is not on the page before: it is delivered.
  expect(delivered).toEqual([1, 2, 3, 4, 1, 5]);
  expect(reports).toEqual([['results[]', 2]]);
});

test('an invalid row that is received again is set aside once', async () => {
  const invalid = {
    ...row(2),
    orderId: 'o',
    transactionDetails: { ...row(2).transactionDetails, amount: '1' },
  };
  const setAside: number[] = [];
  const { reports, checkpoint } = await read([{ rows: [row(1), invalid] }, { rows: [invalid, row(3)] }], {
    onInvalidRow: ({ index }) => setAside.push(index),
  });

  expect(setAside).toEqual([1]);
  expect(reports).toEqual([['results[]', 1]]);
  expect(checkpoint).toMatchObject({ rows: 2, invalidRows: 1, border: { received: 4 } });
});

test('rows that cannot be recognized are never taken for repeats', async () => {
  const anonymous = { ...row(2), transactionDetails: {} };
  let setAside = 0;
  const { reports } = await read([{ rows: [null, anonymous] }, { rows: [anonymous, null] }], {
    onInvalidRow: () => (setAside += 1),
  });

  expect([setAside, reports]).toEqual([4, []]);
});

test('rows without a readable time are recognized by their key', async () => {
  const odd = { ...row(9), timestamp: 'yesterday' };
  const { delivered, reports } = await read([{ rows: [row(1), odd] }, { rows: [odd, row(2)] }]);

  expect(delivered).toEqual([1, 9, 2]);
  expect(reports).toEqual([['results[]', 1]]);
});

test('a repeat is reported even if the caller has changed the rows of the page before', async () => {
  const pages = [
    [row(1), row(2)],
    [row(2), row(3)],
  ];
  await using service = await startService(({ url }) => {
    const index = url.includes('cursor=1') ? 1 : 0;
    return { json: { totalCount: 4, nextCursor: index === 0 ? '1' : null, results: pages[index] } };
  });
  const paths: string[] = [];
  const client = service.client({
    onDrift: ({ path, page }) => {
      if (page === 1) paths.push(path);
    },
  });
  for await (const { results } of client.transactions.list(october).pages())
    for (const row of results as { timestamp: unknown }[]) row.timestamp = new Date(0);

  expect(paths).toEqual(['results[]']);
});

test('a service that never sorts is reported once, and its times show no change', async () => {
  const seconds = [5, 1, 9, 2, 8, 3, 7, 4, 6, 0];
  const pages = Array.from({ length: 5 }, (_, page) => ({
    rows: seconds.slice(2 * page, 2 * page + 2).map((second) => row(second)),
  }));
  const { reports, checkpoint } = await read(pages);
  const repeated = await read([...pages, { rows: [row(0)] }]);

  expect(reports).toEqual([['results[].timestamp', 0]]);
  expect(checkpoint?.changed).toBeUndefined();
  expect(repeated.reports).toEqual([...reports, ['results[]', 5]]);
  expect(repeated.checkpoint?.changed).toBe(true);
});

test('a resumed run compares its first page with the page before it', async () => {
  const before = await read([{ rows: [row(1), row(2)], totalCount: 6 }, { rows: [] }]);
  const resume = { cursor: '1', rowsToSkip: 0, pages: 1, rows: 2, invalidRows: 0 };
  const border = {
    received: 2,
    totalCount: 6,
    time: (start + 2000) * 1000,
    keys: before.checkpoint?.border?.keys,
  };
  const resumed = async (...rows: Transaction[]) =>
    (await read([{ rows: [] }, { rows, totalCount: 6 }], { resume: { ...resume, border } })).reports;

  expect(await resumed(row(3))).toEqual([]);
  expect(await resumed(row(2, 7), row(3))).toEqual([]);
  expect(await resumed(row(2), row(3))).toEqual([['results[]', 1]]);
  expect(await resumed(row(1), row(3))).toEqual([['results[].timestamp', 1]]);
});

test('a run that is resumed within a page compares the row before its first one', async () => {
  const { checkpoint } = await read([{ rows: [row(1), row(2)] }]);
  const resumed = async (rows: Transaction[], totalCount = 2) => {
    const {
      delivered,
      reports,
      checkpoint: after,
    } = await read([{ rows, totalCount }], { resume: checkpoint });
    return { delivered, reports, changed: after?.changed };
  };

  expect(checkpoint).toMatchObject({ rowsToSkip: 2, border: { received: 2 } });
  // Rows that were added behind the last one are what such a run is for.
  expect(await resumed([row(1), row(2), row(3)], 3)).toEqual({
    delivered: [3],
    reports: [],
    changed: undefined,
  });
  const changed = { reports: [['results[]', 1]], changed: true };
  expect(await resumed([row(2), row(3)])).toEqual({ delivered: [], ...changed });
  expect(await resumed([row(1)], 1)).toEqual({ delivered: [], ...changed });
});

test('a checkpoint of an earlier version is reported: its page cannot be compared', async () => {
  const resume = { cursor: '1', rowsToSkip: 0, pages: 1, rows: 2 } as Checkpoint;
  const { reports, checkpoint } = await read([{ rows: [] }, { rows: [row(3)], totalCount: 3 }], { resume });
  const cursor = await read([{ rows: [] }, { rows: [row(3)] }], { cursor: '1' });

  expect(reports).toEqual([['resume', 1]]);
  expect(checkpoint?.changed).toBeUndefined();
  expect(cursor.reports).toEqual([]);
});

test('a checkpoint stays small when many rows share a time, and says so when it is resumed among them', async () => {
  const many = Array.from({ length: 200 }, (_, id) => row(1, id));
  const { checkpoint } = await read([{ rows: many }]);
  const border = checkpoint?.border;
  const resume = { cursor: '1', rowsToSkip: 0, pages: 1, rows: 200, invalidRows: 0, border };
  const among = await read([{ rows: [] }, { rows: [row(1, 300)] }], { resume });
  const later = await read([{ rows: [] }, { rows: [row(2, 300)] }], { resume });

  expect(JSON.stringify(checkpoint).length).toBeLessThan(200);
  expect([among.reports, later.reports]).toEqual([[['resume', 1]], []]);
});

test('windows report changes once, without a page, and drop no row that two of them return', async () => {
  // So many in one second that a window has several pages.
  const rows = Array.from({ length: 60 }, (_, index) =>
    row(index < 10 || index >= 50 ? index * 60 : 1800, index),
  );
  let sent = 0;
  await using service = await startService(({ url }) => {
    const query = new URL(url, 'http://service').searchParams;
    const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? ''].map((date) =>
      Date.parse(date),
    );
    const inside = rows.filter(
      ({ timestamp }) => Date.parse(timestamp) >= (from ?? 0) && Date.parse(timestamp) <= (to ?? 0),
    );
    const offset = Number(query.get('cursor') ?? 0);
    const end = offset + Number(query.get('limit'));
    sent += 1;
    // Each count differs from the one before.
    const totalCount = inside.length + (offset > 0 ? sent : 0);
    return {
      json: {
        totalCount,
        nextCursor: end < inside.length ? String(end) : null,
        results: inside.slice(offset, end),
      },
    };
  });
  const events: DriftEvent[] = [];
  const client = service.client({ onDrift: (event) => events.push(event) });
  const query = { startDate: new Date(start), endDate: new Date(start + 3_600_000), limit: 5, windows: 4 };
  const ids = [];
  let changed: boolean | undefined;
  for await (const { results, checkpoint } of client.transactions.list(query).pages()) {
    ids.push(...results.map(({ transactionDetails: { id } }) => id));
    ({ changed } = checkpoint);
  }

  expect(ids).toEqual(rows.map(({ transactionDetails: { id } }) => id));
  expect(events.filter(({ expected }) => expected.includes('page before'))).toMatchObject([
    { path: 'totalCount' },
  ]);
  expect(events.every((event) => !('page' in event))).toBe(true);
  expect(changed).toBe(true);
});

test('no run is silent whose responses show that the ledger changed, and no other run reports a change', async () => {
  const current: RunService['current'] = { serve: () => ({ json: {} }) };
  await using service = await startService((request) => current.serve(request));
  const seen = { shown: 0, hidden: 0, resumed: 0, kinds: new Set<string>() };
  for (let seed = 1; seed <= 80; seed += 1) {
    const run = await runOf({ service, current }, seed);
    const isShown = Object.values(run.shown).includes(true);
    for (const kind of run.mutated) seen.kinds.add(kind);
    seen.shown += isShown ? 1 : 0;
    seen.resumed += run.isResumed && isShown ? 1 : 0;
    seen.hidden += !isShown && run.lost > 0 ? 1 : 0;

    expect.soft({ seed, reported: run.reports.length > 0 }).toEqual({ seed, reported: isShown });
    expect.soft({ seed, complete: run.complete }).toEqual({ seed, complete: !isShown });
    expect.soft(run.problems.includes('changed_while_read'), `seed ${seed}`).toBe(isShown);
  }
  expect([...seen.kinds].toSorted()).toEqual([...mutations].toSorted());
  expect(Math.min(seen.shown, seen.resumed, seen.hidden)).toBeGreaterThan(0);
});

test('runs over a ledger that does not change report nothing', async () => {
  const current: RunService['current'] = { serve: () => ({ json: {} }) };
  await using service = await startService((request) => current.serve(request));
  let resumed = 0;
  for (let seed = 1001; seed <= 1040; seed += 1) {
    const run = await runOf({ service, current }, seed, { rate: 0 });
    resumed += run.isResumed ? 1 : 0;
    expect.soft(run).toMatchObject({ seed, reports: [], problems: [], complete: true, lost: 0, repeated: 0 });
  }
  expect(resumed).toBeGreaterThan(10);
});
