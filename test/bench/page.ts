import { cpus, release, totalmem, type as system } from 'node:os';

import { markdownTable } from 'markdown-table';

import { grouped } from './plan.ts';
import type { Results, Table, Usage } from './rounds.ts';

/** A run, and what the page says of it. */
export interface Run<Results> {
  readonly results: Results;
  readonly rounds: number;
  readonly minutes: number;
  readonly isQuick: boolean;
  /** Processes that wanted a core when the run began. */
  readonly load: number;
}

/** What the parts of the page begin with that `npm run bench -- exports` and `-- loads` write. */
export const exportsHeading = '## What would you use instead?\n';
export const loadsHeading = '## How fast is a load into PostgreSQL?\n';

/** Replaces the part of the page that a run has measured, and keeps the others. */
export function replacePart(page: string, part: string): string {
  const headings = [exportsHeading, loadsHeading];
  const starts = [0, ...headings.map((heading) => page.indexOf(heading))];
  const parts = starts.map((start, index) => {
    const after = starts.slice(index + 1).find((next) => next >= 0);
    return start < 0 ? '' : page.slice(start, after);
  });
  parts[headings.findIndex((heading) => part.startsWith(heading)) + 1] = part;
  return `${parts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')}\n`;
}

export function describeRun({ isQuick, minutes }: Run<unknown>): string {
  const date = new Date().toISOString().slice(0, 10);
  return `${date}: ${isQuick ? 'a quick run with fewer rows' : 'a full run'}, ${minutes.toFixed(0)} minutes`;
}

/** What the numbers were measured on and with, as a list. */
export function describeMachine(load: number, versions: readonly string[]): string {
  return [
    `- ${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `- a load of ${load.toFixed(1)} when the run began; an idle machine has about 0`,
    `- ${[`${system()} ${release()}`, `Node ${process.version}`, ...versions].join(', ')}`,
    '',
  ].join('\n');
}

/** How a table shows a time in ms: the head of the column, and a value. */
export type Column = readonly [head: string, show: (milliseconds: number) => string];

/** A table under its title, as Markdown. */
export function writeTable(
  table: Table<unknown>,
  results: Results<Usage>,
  [wallHead, showWall]: Column,
  [cpuHead, showCpu]: Column,
): string {
  const names = Object.keys(table.variants);
  const measured = results.get(table);
  const baseline = measured?.get(names[0] ?? '') ?? [];
  const lines = names.map((name) => {
    const usages = measured?.get(name) ?? [];
    const ratios = usages.map(({ milliseconds }, round) =>
      times(baseline[round]?.milliseconds, milliseconds),
    );
    const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    return [
      name,
      showWall(median(usages.map(({ milliseconds }) => milliseconds))),
      name === names[0] ? '1.00' : `${median(ratios).toFixed(2)} (${spread})`,
      showCpu(median(usages.map(({ cpuMilliseconds }) => cpuMilliseconds))),
      grouped(median(usages.map(({ peakMiB }) => peakMiB))),
    ];
  });
  const head = ['', wallHead, 'ratio', cpuHead, 'peak MiB'];
  const align = ['l', 'r', 'r', 'r', 'r'];
  return `### ${table.title}\n\n${markdownTable([head, ...lines], { align })}\n`;
}

function times(baseline: number | undefined, value: number): number {
  return (baseline ?? Number.NaN) / value;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}
