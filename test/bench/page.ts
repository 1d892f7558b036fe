import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type as system } from 'node:os';
import { join } from 'node:path';

import { markdownTable } from 'markdown-table';

import { grouped, type Section, type Table } from './plan.ts';
import type { Results } from './rounds.ts';
import type { JobResult } from './worker.ts';

/** A run, and what the page says of it. */
export interface Run {
  readonly results: Results;
  readonly rounds: number;
  readonly minutes: number;
  readonly isQuick: boolean;
  /** Processes that wanted a core when the run began. */
  readonly load: number;
}

/** The page of benchmarks, as Markdown. */
export function writePage(sections: readonly Section[], run: Run): string {
  const date = new Date().toISOString().slice(0, 10);
  const length = run.isQuick ? 'a quick run with fewer rows' : 'a full run';
  return [
    '---\ntitle: Benchmarks\n---\n\n# Benchmarks\n',
    `Measured by \`npm run bench\` on ${date}: ${length}, ${run.minutes.toFixed(0)} minutes. Every line is the median of ` +
      `${run.rounds} rounds, each in a fresh process, whose peak memory is given. A ratio compares a variant with the ` +
      'first line in the same round, with the smallest and the largest in parentheses: more is faster. Compare ratios, ' +
      'since the times are those of one machine.\n',
    ...sections.map((section) => writeSection(section, run.results)),
    `## The machine\n\n${describeMachine(run.load)}`,
  ].join('\n');
}

function writeSection({ question, text, tables }: Section, results: Results): string {
  const parts = tables.map((table) => `### ${table.title}\n\n${writeTable(table, results.get(table))}\n`);
  return [`## ${question}\n`, `${text}\n`, ...parts].join('\n');
}

function writeTable(
  { unit, count, variants }: Table,
  measured: ReadonlyMap<string, readonly JobResult[]> | undefined,
): string {
  const names = Object.keys(variants);
  const baseline = measured?.get(names[0] ?? '') ?? [];
  const lines = names.map((name) => {
    const results = measured?.get(name) ?? [];
    const ratios = results.map(({ milliseconds }, round) =>
      times(baseline[round]?.milliseconds, milliseconds),
    );
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    return [
      name,
      grouped((1000 * count) / median(results.map(({ milliseconds }) => milliseconds))),
      name === names[0] ? '1.00' : `${median(ratios).toFixed(2)} (${spread})`,
      short((1000 * median(results.map(({ cpuMilliseconds }) => cpuMilliseconds))) / count),
      grouped(median(results.map(({ peakMiB }) => peakMiB))),
    ];
  });
  const head = ['', `${unit}s/s`, 'ratio', `CPU µs/${unit}`, 'peak MiB'];
  return markdownTable([head, ...lines], { align: ['l', 'r', 'r', 'r', 'r'] });
}

function times(baseline: number | undefined, value: number): number {
  return (baseline ?? Number.NaN) / value;
}

function short(value: number): string {
  return value < 100 ? value.toPrecision(3) : grouped(value);
}

/** The middle value, or the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}

/** What the numbers were measured on and with, as a list. */
function describeMachine(load: number): string {
  const versions = ['zod', 'ky', 'stripe', 'openai'].map((name) => `${name} ${versionOf(name)}`);
  return [
    `- ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `- a load of ${load.toFixed(1)} when the run began; an idle machine has about 0`,
    `- ${system()} ${release()}, Node ${process.version}, ${versions.join(', ')}`,
    '',
  ].join('\n');
}

function versionOf(name: string): string {
  // Those that are compared with are in the manifest of the long tests.
  const root = name === 'zod' || name === 'ky' ? '../..' : '..';
  const manifest = join(import.meta.dirname, root, 'node_modules', name, 'package.json');
  // Every npm package has a version.
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
