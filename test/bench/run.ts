// Measures this client beside what a user would pick instead, which the first run installs, and writes the report.
//
//   npm run bench                       everything, to docs/benchmarks.md: about half an hour
//   npm run bench -- --quick            the same with fewer rows and rounds, to out/benchmarks.md
//   npm run bench -- --only calls       one group of `groups` in cells.ts, to out/benchmarks.md
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { groups, planCells, warmUpRows } from './cells.ts';
import { startChild } from './child.ts';
import { installPeers } from './install-peers.ts';
import { writeReport } from './report/report.ts';
import { runRounds } from './rounds.ts';
import type { ServerReady, ServerSetup } from './server/server.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, out: { type: 'string' } },
});
const { quick } = options;
const only = groups.find((group) => group === options.only);
if (options.only !== undefined && only === undefined)
  throw new Error(`--only must be one of ${groups.join(', ')}`);

const root = join(import.meta.dirname, '../..');
const complete = !quick && only === undefined;
const out = options.out ?? join(root, complete ? 'docs/benchmarks.md' : 'out/benchmarks.md');
const begin = performance.now();

const cells = planCells(quick, only);
const counts = [...new Set([warmUpRows, ...cells.map(({ count }) => count).filter((count) => count > 0)])];
const most = Math.max(...counts);
const rows = Math.min(most, quick ? 200_000 : 1_000_000);
const latencies = [...new Set([0, ...cells.map(({ latency }) => latency)])];

installPeers(tell);
tell(`making a ledger of ${rows} rows`);
const setup: ServerSetup = { rows, months: Math.ceil(most / rows), latencies, counts };
const server = startChild<ServerReady>('server/server.ts', setup);
try {
  const outcome = await runRounds(cells, await server.message, tell);
  const minutes = (performance.now() - begin) / 60_000;
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, writeReport(outcome, { root, minutes, complete }));
  tell(`wrote ${out}`);
  if (outcome.failures.length > 0) process.exitCode = 1;
} finally {
  server.end();
}

function tell(line: string): void {
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
}
