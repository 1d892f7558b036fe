// Measures this client beside what a user would pick instead, which the first run installs, and writes the pages of it. An
// idle machine and Linux are needed.
//
//   npm run bench                       everything, to docs/benchmarks.md and its appendix: an hour
//   npm run bench -- --quick            the same with fewer rows and rounds, to out/
//   npm run bench -- --only calls       one group of `groups` in cells.ts, to out/
//   npm run bench -- --from FILE        measures nothing: writes the pages of docs again, from out/benchmarks.json of a run
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { groups, planCells, warmUpRows } from './cells.ts';
import { startChild } from './child.ts';
import { installPeers } from './install-peers.ts';
import { describeMachine } from './report/machine.ts';
import { writeAppendix, writePage } from './report/report.ts';
import { runRounds } from './rounds.ts';
import type { ServerReady, ServerSetup } from './server/server.ts';
import { readRun, type StoredRun, storeRun } from './stored-run.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, from: { type: 'string' } },
});
const only = groups.find((group) => group === options.only);
if (options.only !== undefined && only === undefined)
  throw new Error(`--only must be one of ${groups.join(', ')}`);

const root = join(import.meta.dirname, '../..');
const begin = performance.now();
const run =
  options.from === undefined ? await measure(options.quick) : readRun(readFileSync(options.from, 'utf8'));
const folder = join(root, run.complete ? 'docs' : 'out');
writeFileSync(join(folder, 'benchmarks.md'), writePage(run));
writeFileSync(join(folder, 'benchmarks-appendix.md'), writeAppendix(run));
tell(`wrote benchmarks.md and benchmarks-appendix.md to ${folder}`);
if (run.outcome.failures.length > 0) process.exitCode = 1;

async function measure(quick: boolean): Promise<StoredRun> {
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
    const measured: StoredRun = {
      outcome,
      date: new Date().toISOString().slice(0, 10),
      minutes: (performance.now() - begin) / 60_000,
      complete: !quick && only === undefined,
      machine: describeMachine(root),
    };
    mkdirSync(join(root, 'out'), { recursive: true });
    writeFileSync(join(root, 'out/benchmarks.json'), storeRun(measured));
    return measured;
  } finally {
    server.end();
  }
}

function tell(line: string): void {
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`);
}
