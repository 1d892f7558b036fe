import { expect, test } from 'vitest';

import { watchClock } from '../../../src/cli/service/clock-difference.ts';
import { type PublisherClient, utcDay } from '../../../src/client/index.ts';
import { rowsAt } from '../../support/ledger.ts';
import { startService } from '../../support/service.ts';
import { servePages } from '../commands/export/run-export.ts';

const page = { totalCount: 0, nextCursor: null, results: [] };

async function requestPage({ transactions }: PublisherClient): Promise<void> {
  for await (const _ of transactions.list(utcDay('2026-10-01')).pages()) return;
}

/** What is said while so many pages are requested from a service whose clock is ahead by some seconds. */
async function saidBy(seconds: number, headers: Record<string, string> = {}): Promise<readonly string[]> {
  await using service = await startService(() => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    return { json: page, headers: { date, ...headers } };
  });
  const said: string[] = [];
  const client = service.client({ hooks: watchClock((line) => said.push(line)) });
  for (let request = 0; request < 2; request += 1) {
    await requestPage(client);
  }
  return said;
}

test.each([
  [-3600, 'behind'],
  [3600, 'ahead'],
])('a clock that differs by %d seconds is said once', async (seconds, how) => {
  const [line, ...others] = await saidBy(seconds);

  expect(line).toMatch(
    new RegExp(`^the service's clock is (1 h 0|59) min.* ${how}: synchronize the clock of this machine`),
  );
  expect(others).toEqual([]);
});

test('a minute is tolerated, and a date of a cache says nothing', async () => {
  expect(await saidBy(55)).toEqual([]);
  expect(await saidBy(3600, { age: '10' })).toEqual([]);
});

test('a service without a date is no difference', async () => {
  await using service = await startService((request) => (response) => {
    response.sendDate = false;
    const reply = servePages(rowsAt([0]))(request);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('json' in reply ? JSON.stringify(reply.json) : '');
  });
  const said: string[] = [];
  const client = service.client({ hooks: watchClock((line) => said.push(line)) });
  await requestPage(client);

  expect(said).toEqual([]);
  expect(service.requests).toHaveLength(1);
});
