import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startChild } from './child.ts';
import { type Column, describeMachine, describeRun, type Run, writeTable } from './page.ts';
import { grouped, type ReadTable, type Section } from './plan.ts';
import { type Results, runRounds } from './rounds.ts';
import type { ServerReady } from './server/server.ts';
import type { Job, JobResult } from './worker.ts';

/** Measures reads and calls, each in a worker of its own. Rejects if a variant has not read what the first one has. */
export async function measureReads(
  tables: readonly ReadTable[],
  rounds: number,
  ports: ServerReady,
  tell: (line: string) => void,
): Promise<Results<JobResult>> {
  const results = await runRounds(
    tables,
    rounds,
    async (measurement, latency) => {
      const origin = `http://127.0.0.1:${String(ports[latency])}`;
      using worker = startChild<JobResult>('worker.ts', { ...measurement, origin } satisfies Job);
      return await worker.message;
    },
    tell,
  );
  for (const table of tables) checkSame(table, results.get(table) ?? new Map<string, JobResult[]>());
  return results;
}

function checkSame(table: ReadTable, measured: ReadonlyMap<string, readonly JobResult[]>): void {
  const [first = ''] = Object.keys(table.variants);
  const expected = measured.get(first)?.[0]?.checksum;
  for (const [name, results] of measured) {
    for (const { count, checksum } of results) {
      if (count !== table.count || checksum !== expected) {
        throw new Error(`${table.title}: ${name} has read ${count} rows or calls, not those of the first`);
      }
    }
  }
}

/** The part of the page about reads and calls, as Markdown: the first one. */
export function writeReads(sections: readonly Section[], run: Run<Results<JobResult>>): string {
  const versions = ['zod', 'ky', 'stripe', 'openai'].map((name) => `${name} ${versionOf(name)}`);
  return [
    '---\ntitle: Benchmarks\n---\n\n# Benchmarks\n',
    `Measured by \`npm run bench\` on ${describeRun(run)}. Every line is the median of ` +
      `${run.rounds} rounds, each in a fresh process, whose peak memory is given. A ratio compares a variant with the ` +
      'first line in the same round, with the smallest and the largest in parentheses: more is faster. Compare ratios, ' +
      'since the times are those of one machine.\n',
    ...sections.map((section) => writeSection(section, run.results)),
    `## The machine\n\n${describeMachine(run.load, versions)}`,
  ].join('\n');
}

function writeSection({ question, text, tables }: Section, results: Results<JobResult>): string {
  const parts = tables.map((table) => {
    const { unit, count } = table;
    const speed: Column = [`${unit}s/s`, (time) => grouped((1000 * count) / time)];
    return writeTable(table, results, speed, [`CPU µs/${unit}`, (time) => short((1000 * time) / count)]);
  });
  return [`## ${question}\n`, `${text}\n`, ...parts].join('\n');
}

function short(value: number): string {
  return value < 100 ? value.toPrecision(3) : grouped(value);
}

function versionOf(name: string): string {
  // Those that are compared with are in the manifest of the long tests.
  const root = name === 'zod' || name === 'ky' ? '../..' : '..';
  const manifest = join(import.meta.dirname, root, 'node_modules', name, 'package.json');
  // Every npm package has a version.
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
