import { beforeAll, expect, test } from 'vitest';

import { rowsCell, warmUpRows } from './cells.ts';
import { startChild } from './child.ts';
import { installPeers } from './install-peers.ts';
import { runRounds } from './rounds.ts';
import type { ServerReady, ServerSetup } from './server/server.ts';
import { handWritten, pages, readers, windows8 } from './variants.ts';

beforeAll(() => installPeers((line) => console.log(line)), 120_000);

test('every variant of the benchmark reads the same rows', async () => {
  const setup: ServerSetup = { rows: 4000, months: 2, latencies: [0], counts: [warmUpRows, 3500] };
  const cell = rowsCell('rows', readers, { count: 3500, limit: 1000, latency: 0, rounds: 1 });
  const server = startChild<ServerReady>('server/server.ts', setup);
  try {
    const { cells, failures } = await runRounds([cell], await server.message, () => undefined);

    expect(failures).toEqual([]);
    expect(cells[0]?.results.size).toBe(readers.length);
  } finally {
    server.end();
  }
});

test('the months of the ledger follow one another, and their rows differ', async () => {
  const setup: ServerSetup = { rows: 4000, months: 2, latencies: [0], counts: [warmUpRows, 8000] };
  const cell = rowsCell('memory', [handWritten, pages, windows8], {
    count: 8000,
    limit: 3000,
    latency: 0,
    rounds: 1,
  });
  const server = startChild<ServerReady>('server/server.ts', setup);
  try {
    const { failures } = await runRounds([cell], await server.message, () => undefined);

    expect(failures).toEqual([]);
  } finally {
    server.end();
  }
});
