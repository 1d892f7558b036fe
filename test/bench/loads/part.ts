import { markdownTable } from 'markdown-table';

import { startOwnPostgres } from '../../support/postgres.ts';
import { describeMachine, describeRun, loadsHeading, median, type Run } from '../page.ts';
import { grouped } from '../plan.ts';
import { loadNight, loadRows, type LoadUsage, rowsPerDay } from './measure.ts';

/** How many rows are loaded: by workers, and into tables of which a night is measured. */
export interface LoadSizes {
  readonly rows: number;
  readonly tables: readonly number[];
  /** How often each is measured: of a table, so many nights. */
  readonly rounds: number;
}

export const fullLoads: LoadSizes = { rows: 300_000, tables: [100_000, 1_000_000, 3_000_000], rounds: 3 };
export const quickLoads: LoadSizes = { rows: 40_000, tables: [20_000, 60_000], rounds: 1 };

const workers = [1, 2, 4];

/** What was measured, by the number of workers, and by the rows of the table. */
export interface LoadResults {
  readonly workers: ReadonlyMap<number, readonly LoadUsage[]>;
  readonly nights: ReadonlyMap<number, readonly LoadUsage[]>;
}

/** The rows that the service must have. */
export function rowsNeeded({ rows, tables, rounds }: LoadSizes): number {
  return Math.max(rows, ...tables.map((size) => size + rounds * rowsPerDay)) + 1;
}

/** Measures loads, each into a database of a server of its own. */
export async function measureLoads(
  { rows, tables, rounds }: LoadSizes,
  origin: string,
  tell: (line: string) => void,
): Promise<LoadResults> {
  // As it comes, but for connections of four workers.
  await using postgres = await startOwnPostgres(['-c', 'fsync=on', '-c', 'autovacuum=on']);
  const results = { workers: new Map<number, LoadUsage[]>(), nights: new Map<number, LoadUsage[]>() };
  for (let round = 1; round <= rounds; round += 1) {
    for (const count of workers) {
      tell(`round ${round} of ${rounds}: ${count} workers`);
      const place = { database: await postgres.createDatabase(), origin };
      const usage = await loadRows(place, 0, rows, count);
      results.workers.set(count, [...(results.workers.get(count) ?? []), usage]);
    }
  }
  const place = { database: await postgres.createDatabase(), origin };
  let stored = 0;
  for (const size of tables) {
    tell(`nights of a table of ${grouped(size)} rows`);
    await loadRows(place, stored, size, 2);
    stored = size;
    const usages: LoadUsage[] = [];
    for (let night = 0; night < rounds; night += 1) {
      usages.push(await loadNight(place, stored));
      stored += rowsPerDay;
    }
    results.nights.set(size, usages);
  }
  return results;
}

/** The part of the page about loads, as Markdown. */
export function writeLoads({ rows }: LoadSizes, run: Run<LoadResults>): string {
  const middle = (usages: readonly LoadUsage[], of: (usage: LoadUsage) => number): number =>
    median(usages.map(of));
  const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
    markdownTable([head, ...lines], { align: ['l', ...head.slice(1).map(() => 'r')] });
  const perRow = (usages: readonly LoadUsage[], of: (usage: LoadUsage) => number): string =>
    ((1000 * middle(usages, of)) / rows).toFixed(0);
  const ofWorkers = Array.from(run.results.workers, ([count, usages]) => [
    `${count} ${count === 1 ? 'worker' : 'workers'}`,
    grouped((1000 * rows) / middle(usages, ({ milliseconds }) => milliseconds)),
    perRow(usages, ({ cpuMilliseconds }) => cpuMilliseconds),
    perRow(usages, ({ databaseMilliseconds }) => databaseMilliseconds),
    grouped(middle(usages, ({ peakMiB }) => peakMiB)),
  ]);
  const ofNights = Array.from(run.results.nights, ([size, usages]) => [
    `${grouped(size)} rows`,
    seconds(middle(usages, ({ milliseconds }) => milliseconds)),
    seconds(middle(usages, ({ cpuMilliseconds }) => cpuMilliseconds)),
    seconds(middle(usages, ({ databaseMilliseconds }) => databaseMilliseconds)),
    grouped(middle(usages, ({ rowsRead }) => rowsRead)),
  ]);
  return [
    loadsHeading,
    `Measured by \`npm run bench -- loads\` on ${describeRun(run)}. The service, the workers and PostgreSQL share the ` +
      'cores. Every line is a median.\n',
    `### ${grouped(rows)} rows into an empty table\n`,
    `${table(['', 'rows/s', 'CPU µs/row', "PostgreSQL's CPU µs/row", 'peak MiB of a worker'], ofWorkers)}\n`,
    `### A night of \`load sync\`, by the size of the table\n`,
    `A night loads ${grouped(rowsPerDay)} new rows, and reads the two days before them again.\n`,
    `${table(['', 's', 'CPU s', "PostgreSQL's CPU s", 'rows of the table read'], ofNights)}\n`,
    `### Measured on\n\n${describeMachine(run.load, ['PostgreSQL 18'])}`,
  ].join('\n');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
