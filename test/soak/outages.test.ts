import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createFolder, range } from '../cli/commands/export/run-export.ts';
import { command } from '../cli/start-command.ts';
import { freePort } from '../support/free-port.ts';
import { rowsAt, serveLedger } from '../support/ledger.ts';
import { storedTotals, takeLedgerDatabase, totalsOf } from '../support/load.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { startProgram } from '../support/run-program.ts';
import { token } from '../support/service.ts';

vi.setConfig({ testTimeout: 900_000 });

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const fourMinutes = 240_000;
const rows = rowsAt(Array.from({ length: 3000 }, (_, index) => index * 20_000));

test('export and sync outlast four minutes in which nothing listens, and have each row once', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const half = Promise.withResolvers<undefined>();
  let requests = 0;
  const start = async () => {
    const server = createServer((request, response) => {
      requests += 1;
      if (requests === 20) half.resolve(undefined);
      const { url = '', method = '', headers } = request;
      const { json } = serveLedger(rows)({ url, method, headers, body: '' });
      // Slow, so that both are in the middle of their work when it ends.
      setTimeout(() => response.setHeader('content-type', 'application/json').end(JSON.stringify(json)), 300);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return server;
  };
  const first = await start();
  const folder = createFolder(url);
  const exported = folder.start([...range, '--limit', '50', '--out', 'a.jsonl'], {
    PUBLISHER_RETRY_FOR: undefined,
  });
  const database = await takeLedgerDatabase(postgres);
  const env = {
    PATH: process.env['PATH'],
    ...{ PUBLISHER_BASE_URL: url, PUBLISHER_TOKEN: token, DATABASE_URL: database },
  };
  const sync = ['load', 'sync', '--start', '2026-10-01', '--end', '2026-10-02', '--rows-per-job', '300'];
  const synced = startProgram(process.execPath, [command, ...sync, '--limit', '50'], { env });

  await half.promise;
  first.closeAllConnections();
  await new Promise((resolve) => first.close(resolve));
  await wait(fourMinutes);
  const second = await start();
  const ended = await Promise.all([exported.finished, synced.finished]);
  second.closeAllConnections();

  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  // A line a minute.
  for (const { err } of ended) {
    expect(err.match(/: trying again.*, for up to 5 min 0 s/g)?.length).toBeGreaterThanOrEqual(3);
  }
  expect(folder.read('a.jsonl')).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  expect(await storedTotals(database)).toEqual(totalsOf(rows));
});
