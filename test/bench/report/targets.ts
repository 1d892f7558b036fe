import type { Group } from '../cells.ts';
import type { CellResults, Outcome } from '../rounds.ts';
import { median, medianRatio } from '../statistics.ts';
import {
  exportsOf,
  handWritten,
  pages,
  pageWisePeers,
  rows,
  stripe,
  type Variant,
  windows8,
} from '../variants.ts';
import { valuesOf } from './tables.ts';

/** Targets and results as rows of a table: target, at least or at most, measured, verdict. */
export function judgeTargets({ cells, failures }: Outcome): string[][] {
  const ofRows = cells.filter(({ cell }) => cell.group === 'rows');
  const large = ofRows.filter(({ cell }) => cell.limit === 10_000);
  const fast = large.find(({ cell }) => cell.latency === 0);
  // The larger of the two at this latency.
  const far = large.findLast(({ cell }) => cell.latency === 200);
  const exported = cells.find(({ cell }) => cell.group === 'export');
  const calls = cells.find(({ cell }) => cell.group === 'calls');
  const caller = calls?.cell.measurements.find(({ name }) => name.includes('pricePoints.get'))?.name;

  return [
    ...compare(fast, pages.name, 1, (title) => `\`pages()\` to the hand-written loop: ${title}`),
    ...compare(
      far,
      pages.name,
      1.25,
      (title) => `\`pages()\` with prefetch alone to the hand-written loop: ${title}`,
    ),
    ...compare(
      far,
      windows8.name,
      4,
      (title) => `\`pages()\` with 8 windows to the hand-written loop: ${title}`,
    ),
    ...pageWisePeers.flatMap((peer) => atWorst(ofRows, pages, peer)),
    ...atWorst(ofRows, rows, stripe),
    ...compareExport(exported, exportsOf.jsonl, 0.65),
    ...compareExport(exported, exportsOf.csv, 0.65),
    ...compareExport(exported, exportsOf.parquet, 0.4),
    ...compare(
      calls,
      caller ?? '',
      0.85,
      (title) => `\`pricePoints.get\` to the hand-written call: ${title}`,
    ),
    ...[pages, rows, windows8].flatMap((variant) => memory(cells, 'memory', variant)),
    ...Object.values(exportsOf).flatMap((variant) => memory(cells, 'exportMemory', variant)),
    [
      'the same rows, in order, in every variant',
      'all',
      failures.length === 0 ? 'all' : `${failures.length} failed`,
      verdict(failures.length === 0),
    ],
  ];
}

function compare(
  cell: CellResults | undefined,
  name: string,
  least: number,
  describe: (title: string) => string,
): string[][] {
  if (!cell) return [];
  const ratio = medianRatio(valuesOf(cell, name), valuesOf(cell, handWritten.name));
  return [[describe(cell.cell.title), `≥ ${least} ×`, times(ratio), verdict(ratio >= least)]];
}

function compareExport(cell: CellResults | undefined, variant: Variant, least: number): string[][] {
  if (!cell) return [];
  const ratio = medianRatio(valuesOf(cell, variant.name), valuesOf(cell, pages.name));
  const target = `${variant.name} to \`pages()\` alone: ${cell.cell.title}`;
  return [[target, `≥ ${least} ×`, times(ratio), verdict(ratio >= least)]];
}

/** This client to a peer, in the cell where it compares worst. */
function atWorst(cells: readonly CellResults[], own: Variant, peer: Variant): string[][] {
  const [worst] = cells
    .filter(({ cell }) => cell.measurements.some(({ name }) => name === peer.name))
    .map((cell) => ({ cell, ratio: medianRatio(valuesOf(cell, own.name), valuesOf(cell, peer.name)) }))
    .toSorted((a, b) => a.ratio - b.ratio);
  if (!worst) return [];
  const target = `${own.name.replace('**this client**, ', '')} to ${peer.name}, at worst: ${worst.cell.cell.title}`;
  return [[target, '> 1 ×', times(worst.ratio), verdict(worst.ratio > 1)]];
}

function memory(cells: readonly CellResults[], group: Group, variant: Variant): string[][] {
  const sizes = cells.filter(({ cell }) => cell.group === group);
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last) return [];
  const ratio = median(valuesOf(last, variant.name)) / median(valuesOf(first, variant.name));
  const target = `peak memory, ${variant.name.replace('**this client**, ', '')}: most rows to fewest`;
  return [[target, '≤ 1.15 ×', times(ratio), verdict(ratio <= 1.15)]];
}

function times(ratio: number): string {
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : 'failed';
}

function verdict(met: boolean): string {
  return met ? 'met' : '**missed**';
}
