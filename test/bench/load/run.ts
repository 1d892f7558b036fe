// Compares loads into PostgreSQL side by side: processes at a latency, and one process with an export to JSONL.
//
//   npm run bench:load                  three rounds of 128 000 rows, 1000 per page, to out/load.md
//   npm run bench:load -- --quick       one round
//   npm run bench:load -- --limit 500   smaller pages, and as many fewer rows
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { markdownTable } from 'markdown-table';

import { startOwnPostgres } from '../../support/postgres.ts';
import { runChild, startChild } from '../child.ts';
import type { JobResult, RowsJob } from '../job.ts';
import { judge, type Target, targetHead } from '../report/targets.ts';
import type { ServerReady, ServerSetup } from '../server/server.ts';
import { median, medianRatio } from '../statistics.ts';
import { type MeasuredLoad, measureLoad } from './measure.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    limit: { type: 'string', default: '1000' },
    rows: { type: 'string' },
    rounds: { type: 'string' },
  },
});
// Many more jobs than four processes work on at a time: a last job that runs alone says nothing of them.
const jobs = 32;
const limit = Number(options.limit);
const rowsPerJob = 4 * limit;
const rows = Number(options.rows ?? jobs * rowsPerJob);
const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
const latency = 200;
const warmUpRows = 10_000;

const setup: ServerSetup = { rows, months: 1, latencies: [0, latency], counts: [warmUpRows, rows] };
const server = startChild<ServerReady>('server/server.ts', setup);
await using postgres = await startOwnPostgres(['-c', 'max_wal_size=4GB', '-c', 'shared_buffers=256MB']);
const lines: string[] = [`${rows} rows, ${limit} per page, ${rowsPerJob} per job`];
try {
  const { ports, ranges } = await server.message;
  const origin = (ms: number): string => `http://127.0.0.1:${String(ports[ms])}`;
  const rangeOf = (count: number) => ranges[count] ?? { startDate: '', endDate: '' };
  const load = (processes: number, ms: number): Promise<MeasuredLoad> =>
    measureLoad({
      database: postgres.url,
      processes,
      range: rangeOf(rows),
      warmUp: rangeOf(warmUpRows),
      origin: origin(ms),
      warmUpOrigin: origin(0),
      server: server.pid,
      limit,
      rowsPerJob,
    });
  const one: MeasuredLoad[] = [];
  const four: MeasuredLoad[] = [];
  const alone: MeasuredLoad[] = [];
  const exported: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    one.push(tell(`one process at ${latency} ms`, await load(1, latency)));
    four.push(tell(`four processes at ${latency} ms`, await load(4, latency)));
    alone.push(tell('one process without latency', await load(1, 0)));
    const job: RowsJob = {
      kind: 'rows',
      library: 'exportFile',
      options: { format: 'jsonl' },
      ...{
        origin: origin(0),
        warmUpOrigin: origin(0),
        range: rangeOf(rows),
        warmUp: rangeOf(warmUpRows),
        limit,
      },
    };
    const { count, milliseconds, cpuMilliseconds } = await runChild<JobResult>('worker.ts', job);
    exported.push((count * 1000) / milliseconds);
    say(
      `export to jsonl: ${perSecond(count, milliseconds / 1000)}, CPU ${(cpuMilliseconds / 1000).toFixed(1)} s`,
    );
  }
  const targets: Target[] = [
    {
      what: `four processes to one at ${latency} ms`,
      goal: 3.2,
      limit: 4,
      measured: medianRatio(four.map(speedOf), one.map(speedOf)),
    },
    {
      // The limit is COPY into the table itself, without a temporary one.
      what: 'CPU of PostgreSQL for a row, one process without latency',
      goal: 15,
      limit: 14,
      measured: median(alone.map(({ cpu, rows: count }) => (cpu.postgres / count) * 1e6)),
      isAtMost: true,
      write: (microseconds) => `${microseconds.toFixed(1)} µs`,
    },
  ];
  say(`one process : export without latency = ${medianRatio(alone.map(speedOf), exported).toFixed(2)}`);
  say(`\n${markdownTable([targetHead, ...targets.map(judge)])}`);
} finally {
  server.end();
}
const out = join(import.meta.dirname, '../../../out');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'load.md'), `${lines.join('\n')}\n`);

function tell(name: string, measured: MeasuredLoad): MeasuredLoad {
  const { rows: count, seconds, cpu, peakMiB } = measured;
  const times = Object.entries(cpu).map(([what, time]) => `${what} ${time.toFixed(1)} s`);
  say(
    `${name}: ${perSecond(count, seconds)} in ${seconds.toFixed(1)} s; CPU: ${times.join(', ')}; ` +
      `worker ${Math.round(peakMiB)} MiB; load average ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  return measured;
}

function speedOf({ rows: count, seconds }: MeasuredLoad): number {
  return count / seconds;
}

function perSecond(count: number, seconds: number): string {
  return `${Math.round(count / seconds)} rows/s`;
}

function say(line: string): void {
  lines.push(line);
  process.stdout.write(`${line}\n`);
}
