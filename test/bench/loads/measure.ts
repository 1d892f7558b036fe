import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { execute } from '../../support/postgres.ts';
import { serverCpu } from './server-cpu.ts';
import type { Usage } from '../rounds.ts';
import { start, step } from '../server/rows.ts';

const command = join(import.meta.dirname, '../../../dist/cli/main.js');
const day = 86_400_000;
/** Rows of a day of the benchmark's service. */
export const rowsPerDay = day / step;

/** What a load took: its processes, and the server of the database. */
export interface LoadUsage extends Usage {
  readonly databaseMilliseconds: number;
  /** Rows of the table of transactions that were read. */
  readonly rowsRead: number;
}

/** Where to load from, and to. */
export interface Place {
  readonly database: string;
  readonly origin: string;
}

/** Loads the rows from one to before another with so many workers. Rejects unless the table has all of them. */
export async function loadRows(place: Place, from: number, to: number, workers: number): Promise<LoadUsage> {
  const range = ['--start', dateOf(from), '--end', dateOf(to)];
  await run(place, ['plan', ...range]);
  const usage = await measure(place, () =>
    Promise.all(Array.from({ length: workers }, () => run(place, ['work', '--quiet']))),
  );
  await checkRows(place, to);
  return usage;
}

/** A night: loads a day that is new, and the two days before it again. */
export async function loadNight(place: Place, from: number): Promise<LoadUsage> {
  const to = from + rowsPerDay;
  const args = ['sync', '--start', dateOf(0), '--end', dateOf(to), '--look-back', '2d', '--quiet'];
  const usage = await measure(place, async () => [await run(place, args)]);
  await checkRows(place, to);
  return usage;
}

function dateOf(row: number): string {
  return new Date(start + row * step).toISOString();
}

async function measure({ database }: Place, work: () => Promise<readonly Usage[]>): Promise<LoadUsage> {
  const [cpu, read] = [await serverCpu(database), await rowsRead(database)];
  const begin = performance.now();
  const processes = await work();
  const milliseconds = performance.now() - begin;
  return {
    milliseconds,
    cpuMilliseconds: processes.reduce((sum, { cpuMilliseconds }) => sum + cpuMilliseconds, 0),
    peakMiB: Math.max(...processes.map(({ peakMiB }) => peakMiB)),
    databaseMilliseconds: (await serverCpu(database)) - cpu,
    rowsRead: (await rowsRead(database)) - read,
  };
}

async function rowsRead(database: string): Promise<number> {
  const [row] = await execute(
    database,
    `SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::float8 AS rows FROM pg_stat_user_tables
     WHERE relname = 'stored_transactions'`,
  );
  return Number(row?.['rows']);
}

/** A table that has not all rows was not measured. */
async function checkRows({ database }: Place, expected: number): Promise<void> {
  const [row] = await execute(database, 'SELECT count(*)::int AS rows FROM publisher_commerce.transactions');
  if (row?.['rows'] !== expected)
    throw new Error(`the table has ${String(row?.['rows'])} rows, not ${expected}`);
}

async function run({ database, origin }: Place, args: readonly string[]): Promise<Usage> {
  const cwd = mkdtempSync(join(tmpdir(), 'publisher-commerce-bench-'));
  try {
    const hook = new URL('../exports/report-usage.ts', import.meta.url).href;
    const env = {
      ...process.env,
      PUBLISHER_BASE_URL: origin,
      PUBLISHER_TOKEN: 'bench',
      DATABASE_URL: database,
    };
    const child = spawn(process.execPath, ['--import', hook, command, 'load', ...args], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const errors = await text(child.stderr);
    const code = await ended;
    if (code !== 0) throw new Error(`load ${args.join(' ')} ended with ${String(code)}: ${errors}`);
    // What writes it is the benchmark's own.
    return JSON.parse(readFileSync(join(cwd, 'usage.json'), 'utf8')) as Usage;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
