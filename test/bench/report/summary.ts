import { markdownTable } from 'markdown-table';

import { type Group, grouped } from '../cells.ts';
import type { CellResults, Outcome } from '../rounds.ts';
import { median, medianRatio } from '../statistics.ts';
import { exportsOf, handWritten, pages, pageWisePeers, rows, stripe, windows8 } from '../variants.ts';
import { valuesOf } from './tables.ts';
import { judgeTargets } from './targets.ts';

/** A case that users know, and how this client does in it. */
interface Finding {
  readonly what: string;
  readonly ratio: number;
  readonly cell: CellResults;
  /** When it matters, and what to do about it. */
  readonly matters: string;
}

/** What users should know before they read on: what is faster, what is not, and when it matters. */
export function summarize(outcome: Outcome): string {
  const { cells } = outcome;
  const targets = judgeTargets(outcome);
  const missed = targets.filter((row) => row.at(-1) !== 'met').length;
  const lines = findings(cells)
    .toSorted((a, b) => b.ratio - a.ratio)
    .map(
      ({ what, ratio, cell, matters }) =>
        `- **${verdictOf(ratio)}: ${what}.** ${times(ratio)} for ${cell.cell.title}. ${matters}`,
    );
  return [
    '## Summary\n',
    'Compared with a hand-written `fetch` loop that validates nothing, this client is:\n',
    ...lines,
    ...exportLine(cells),
    ...memoryLine(cells),
    ...startupLine(cells),
    '',
    'Every client compared with that loop; more is faster:\n',
    `${comparison(cells)}\n`,
    `${missed} of ${targets.length} [targets](#targets) are missed.\n`,
  ].join('\n');
}

function findings(cells: readonly CellResults[]): readonly Finding[] {
  const find = (limit: number, latency: number): CellResults | undefined =>
    cells.findLast(({ cell }) => cell.group === 'rows' && cell.limit === limit && cell.latency === latency);
  const [serial, parallel] = cells.filter(({ cell }) => cell.group === 'calls');
  return [
    ...findingOf(
      find(10_000, 200),
      windows8.name,
      'a large export from a distant service, with `windows: 8`',
      'It matters if an export takes minutes: [windows](performance.md) request parts of the range in parallel. With a service nearby they gain nothing.',
    ),
    ...findingOf(
      find(10_000, 200),
      pages.name,
      'a large export from a distant service, with the defaults',
      'The next page is requested while you process one.',
    ),
    ...findingOf(
      find(10_000, 0),
      pages.name,
      'a large export from a service nearby',
      'Here the CPU decides, and validating every field takes part of it.',
    ),
    ...findingOf(
      find(1000, 50),
      pages.name,
      'pages of 1 000 rows, the default, from a service at some distance',
      'Waiting for the service takes most of the time.',
    ),
    ...findingOf(
      find(1000, 0),
      pages.name,
      'pages of 1 000 rows, the default, from a service nearby',
      'Large exports are faster with `limit: 10_000`.',
    ),
    ...findingOf(
      find(10, 0),
      pages.name,
      'very small pages, from a service nearby',
      'Time limits, retries and validation cost CPU for each request. It matters only with many small pages: request larger ones.',
    ),
    ...findingOf(serial, ownCall(serial), 'small calls', callCost(serial)),
    ...findingOf(parallel, ownCall(parallel), 'many small calls in parallel', callSpeed(parallel)),
  ];
}

function findingOf(cell: CellResults | undefined, name: string, what: string, matters: string): Finding[] {
  if (!cell) return [];
  return [
    { what, matters, cell, ratio: medianRatio(valuesOf(cell, name), valuesOf(cell, handWritten.name)) },
  ];
}

function callCost(calls: CellResults | undefined): string {
  if (!calls) return '';
  const [own, other] = [ownCall(calls), handWritten.name].map((name) => 1000 / median(valuesOf(calls, name)));
  const more = (own ?? Number.NaN) - (other ?? Number.NaN);
  return `The difference is ${more.toFixed(2)} ms a call, and matters only for thousands of calls a second.`;
}

function callSpeed(calls: CellResults | undefined): string {
  if (!calls) return '';
  const [own, other] = [ownCall(calls), handWritten.name].map((name) => median(valuesOf(calls, name)));
  const speeds = `${grouped(own ?? Number.NaN)} calls a second instead of ${grouped(other ?? Number.NaN)}`;
  return `Here the CPU decides, and time limits, retries and validation take part of it: ${speeds}.`;
}

function exportLine(cells: readonly CellResults[]): string[] {
  const cell = first(cells, 'export');
  if (!cell) {
    return [
      '- **Exports to a file** were not part of this run: [export](export.md#speed) covers their speed and memory.',
    ];
  }
  const ratios = Object.entries(exportsOf).map(([format, { name }]) => {
    return `${times(medianRatio(valuesOf(cell, name), valuesOf(cell, pages.name)))} to ${format}`;
  });
  return [
    `- **Exports to a file**, compared with \`pages()\` alone: ${ratios.join(', ')} (${cell.cell.title}).`,
  ];
}

function memoryLine(cells: readonly CellResults[]): string[] {
  const cell = cells.findLast(({ cell: { group } }) => group === 'memory');
  if (!cell) return [];
  const [own, inWindows, other] = [pages, windows8, handWritten].map(
    ({ name }) => `${median(valuesOf(cell, name)).toFixed(0)} MiB`,
  );
  return [
    `- **Memory**: ${own} at most with \`pages()\`, ${inWindows} with 8 windows, the loop ${other}, for ${cell.cell.title}.`,
  ];
}

function startupLine(cells: readonly CellResults[]): string[] {
  const cell = first(cells, 'startup');
  if (!cell) return [];
  const [own, ...others] = cell.cell.measurements.map(({ name }) => ({
    name,
    time: `${median(valuesOf(cell, name)).toFixed(0)} ms`,
  }));
  const rest = others.map(({ name, time }) => `${name} ${time}`).join(', ');
  return [
    `- **Start-up**: the import takes ${own?.time ?? ''}; ${rest}. It matters for programs that start often.`,
  ];
}

/** This client and the others in the cases above, compared with the hand-written loop. */
function comparison(cells: readonly CellResults[]): string {
  const names = [pages.name, windows8.name, rows.name, stripe.name, ...pageWisePeers.map(({ name }) => name)];
  const lines = cells
    .filter(({ cell }) => cell.group === 'rows' && cell.measurements.some(({ name }) => name === stripe.name))
    .map((cell) => [
      cell.cell.title,
      ...names.map((name) => times(medianRatio(valuesOf(cell, name), valuesOf(cell, handWritten.name)))),
    ]);
  return markdownTable([['', ...names], ...lines], { align: ['l', ...names.map(() => 'r')] });
}

function first(cells: readonly CellResults[], group: Group): CellResults | undefined {
  return cells.find(({ cell }) => cell.group === group);
}

function ownCall(calls: CellResults | undefined): string {
  return calls?.cell.measurements.find(({ name }) => name.includes('pricePoints.get'))?.name ?? '';
}

function verdictOf(ratio: number): string {
  if (ratio >= 1.05) return 'Faster';
  return ratio > 0.95 ? 'About as fast' : 'Slower';
}

function times(ratio: number): string {
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : 'failed';
}
