import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

import { ServerError } from '../../../src/client/index.ts';
import { eventually } from '../../support/eventually.ts';
import { serveInProcess } from '../../support/in-process.ts';
import { isCount, isWhole, rowsAt, serveLedger, start } from '../../support/ledger.ts';
import { firstHour } from '../../support/ranges.ts';
import { failureOf, type ReceivedRequest, type Service, startService } from '../../support/service.ts';

const range = { ...firstHour, limit: 10 };
const even = rowsAt(Array.from({ length: 400 }, (_, row) => row * 9000));

/** Whether a request is for the window that holds a moment. */
function holds({ url }: ReceivedRequest, moment: number): boolean {
  const query = new URL(url, 'http://service').searchParams;
  const [from, to] = [Date.parse(query.get('startDate') ?? ''), Date.parse(query.get('endDate') ?? '')];
  return from <= start + moment && start + moment < to;
}

test('a failed window ends the others, and nothing is left unheard', async () => {
  const open = new Set<string>();
  let fail: (() => unknown) | undefined;
  await using service = await startService((request) => {
    if (isCount(request) || isWhole(request, range)) return serveLedger(even)(request);
    return (response) => {
      open.add(request.url);
      response.on('close', () => open.delete(request.url));
      fail ??= () => response.writeHead(500).end('{"message":"down"}');
    };
  });
  const client = service.client({ retry: false });
  const failure = failureOf(client.transactions.list({ ...range, windows: 4 }).toArray({ max: 1000 }));
  await eventually(() => expect(open.size).toBe(4));
  fail?.();

  expect(await failure).toBeInstanceOf(ServerError);
  await eventually(() => expect(open.size).toBe(0));
});

test('leaving the loop ends every window', async () => {
  const open = new Set<string>();
  await using service = await startService((request) => {
    if (isCount(request) || holds(request, 0)) return serveLedger(even)(request);
    return (response) => {
      open.add(request.url);
      response.on('close', () => open.delete(request.url));
    };
  });
  for await (const row of service.client().transactions.list({ ...range, windows: 4 })) {
    expect(row).toMatchObject({ orderId: 'order-0' });
    await eventually(() => expect(open.size).toBe(4));
    break;
  }

  await eventually(() => expect(open.size).toBe(0));
  const others = service.requests.filter((request) => !isCount(request) && !holds(request, 0));
  expect(others).toHaveLength(4);
});

test('as many pages as windows are in flight at the same time', async () => {
  const waiting: (() => void)[] = [];
  await using service = await startService((request) => {
    const { json } = serveLedger(even)(request);
    if (isCount(request) || isWhole(request, range)) return { json };
    return (response) => void waiting.push(() => response.end(JSON.stringify(json)));
  });
  const list = service.client().transactions.list({ ...range, windows: 4 });
  const all = list.toArray({ max: 1000 });
  const seen: number[] = [];
  for (let delivered = 0; delivered < 36; delivered += 4) {
    await eventually(() => expect(waiting).toHaveLength(4));
    seen.push(waiting.length);
    for (const respond of waiting.splice(0)) respond();
  }
  onTestFinished(() => void all.catch(() => undefined));

  expect(seen).toEqual(seen.map(() => 4));
});

/** The number of pages that were requested, once no more is. */
async function pagesRequested(service: Service): Promise<number> {
  let before: number;
  do {
    before = service.requests.length;
    for (let turns = 0; turns < 10; turns += 1) await turn();
  } while (service.requests.length > before);
  return service.requests.filter((request) => !isCount(request)).length;
}

test('at most twice as many pages as windows wait to be read', async () => {
  const service = serveInProcess(serveLedger(even));
  const list = service.client().transactions.list({ ...range, windows: 4 });
  const walk = list.pages()[Symbol.asyncIterator]();

  // The first page is no window: it is delivered already.
  await walk.next();
  expect(await pagesRequested(service)).toBe(1 + 8);
  await walk.next();
  await walk.next();
  expect(await pagesRequested(service)).toBe(1 + 10);
  await walk.return?.();
});

test('at most three times as many pages as windows wait to be read, although cuts push pages back', async () => {
  // A page every two minutes, and between the sixth and the twelfth minute one every four seconds.
  const sparse = Array.from({ length: 300 }, (_, row) => row * 12_000);
  const dense = Array.from({ length: 900 }, (_, row) => 360_000 + row * 400);
  const service = serveInProcess(serveLedger(rowsAt([...sparse, ...dense])));
  const list = service.client().transactions.list({ ...range, windows: 4 });
  const waiting: number[] = [];

  let delivered = 0;
  for await (const page of list.pages()) {
    delivered = page.index + 1;
    waiting.push((await pagesRequested(service)) - delivered);
  }

  expect(delivered).toBeGreaterThan(100);
  expect(Math.max(...waiting)).toBe(12);
});
