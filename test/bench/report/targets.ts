import { type Group, grouped } from '../cells.ts';
import type { JobResult } from '../job.ts';
import type { CellResults, Outcome } from '../rounds.ts';
import { median, medianRatio } from '../statistics.ts';
import {
  commandLines,
  exportsOf,
  getPricePoint,
  handWritten,
  kyAlone,
  pages,
  pageWisePeers,
  rows,
  type Variant,
  windows8,
} from '../variants.ts';
import { valuesOf } from './tables.ts';

/** What is compared with a goal, and the best that is possible, if that is known. */
export interface Target {
  readonly what: string;
  readonly goal: number;
  readonly limit?: number | undefined;
  readonly measured: number;
  /** Whether less is better. */
  readonly isAtMost?: boolean;
  readonly write?: (value: number) => string;
}

/** The head of the table of targets. */
export const targetHead = ['Target', '', 'Limit', 'Measured', ''];

/**
 * Targets and results as rows of a table: target, at least or at most, limit, measured, verdict. Where a limit is a
 * number here, it was measured once, by leaving out of this client what it names.
 */
export function judgeTargets({ cells, failures }: Outcome): string[][] {
  const find = (group: Group, limit?: number, latency?: number): CellResults | undefined =>
    cells.find(
      ({ cell }) =>
        cell.group === group &&
        (limit === undefined || cell.limit === limit) &&
        (latency === undefined || cell.latency === latency),
    );
  const near = find('rows', 10_000, 0);
  const smallPages = find('rows', 10, 0);
  const far = find('rows', 10_000, 200);
  // The one with most rows.
  const farthest = cells.findLast(({ cell }) => cell.group === 'rows' && cell.latency === 200);
  const exported = find('export');
  const ofRows = cells.filter(({ cell }) => cell.group === 'rows');
  // openapi-fetch and stripe validate nothing, and openapi-fetch does not retry: they are as fast as the hand-written loop.
  const comparable = pageWisePeers.filter(({ library }) => library !== 'openapiFetch');
  const targets = [
    // Without validation, and without the check of depth.
    ...speed(near, pages, handWritten, { goal: 0.92, limit: 0.96 }),
    ...speed(near, rows, handWritten, { goal: 0.9, limit: 0.92 }),
    ...speed(find('rows', 10_000, 10), pages, handWritten, { goal: 1.1 }),
    ...lookAhead(far),
    ...speed(farthest, windows8, handWritten, { goal: 4, limit: 8 }),
    ...speed(smallPages, pages, kyAlone, { goal: 0.87, limit: 1 }),
    ...comparable.flatMap((peer) => atWorst(ofRows, pages, peer)),
    ...mainThread(find('calls'), getPricePoint, kyAlone, { goal: 1.15, limit: 1 }),
    ...speed(exported, exportsOf.jsonl, pages, { goal: 0.76, limit: 1 }),
    ...speed(exported, exportsOf.csv, pages, { goal: 0.66, limit: 1 }),
    ...speed(exported, exportsOf.parquet, pages, { goal: 0.4, limit: 1 }),
    ...[pages, rows, windows8].flatMap((variant) => growth(cells, 'memory', variant, handWritten)),
    ...Object.values(exportsOf).flatMap((variant) => growth(cells, 'exportMemory', variant)),
    ...commandStart(find('command')),
    ...sandboxSpeed(find('sandbox')),
  ];
  return [
    ...targets.map(judge),
    [
      'the same rows, in order, in every variant',
      'all',
      '',
      failures.length === 0 ? 'all' : `${failures.length} failed`,
      verdict(failures.length === 0),
    ],
  ];
}

/** A row of the table: target, at least or at most, limit, measured, verdict. */
export function judge({ what, goal, limit, measured, isAtMost = false, write = times }: Target): string[] {
  return [
    what,
    `${isAtMost ? '≤' : '≥'} ${write(goal)}`,
    limit === undefined ? '' : write(limit),
    Number.isFinite(measured) ? write(measured) : 'failed',
    verdict(isAtMost ? measured <= goal : measured >= goal),
  ];
}

type Bounds = Pick<Target, 'goal' | 'limit'>;

/** The speed of a variant, compared with another one. */
function speed(cell: CellResults | undefined, own: Variant, other: Variant, bounds: Bounds): Target[] {
  if (!cell) return [];
  const measured = medianRatio(valuesOf(cell, own.name), valuesOf(cell, other.name));
  return [{ ...bounds, what: `${nameOf(own)} to ${nameOf(other)}: ${cell.cell.title}`, measured }];
}

/**
 * With one page of look-ahead, all of the latency but that of the first page is spent while pages are processed, or the
 * other way round: of n pages that each take c ms to process, one by one (L + c) · n, at best L · n + c.
 */
function lookAhead(cell: CellResults | undefined): Target[] {
  if (!cell) return [];
  const { count, limit, latency, title } = cell.cell;
  const pageCount = count / limit;
  const perPage = median(valuesOf(cell, handWritten.name).map((perSecond) => (1000 * limit) / perSecond));
  const processing = perPage - latency;
  const best = perPage / (latency + processing / pageCount);
  const ratio = medianRatio(valuesOf(cell, pages.name), valuesOf(cell, handWritten.name));
  const what = `${nameOf(pages)} with prefetch alone to one page of look-ahead that costs nothing: ${title}`;
  return [{ what, goal: 0.98, limit: 1, measured: ratio / best }];
}

/** The CPU time of the main thread, compared with that of another variant. */
function mainThread(cell: CellResults | undefined, own: Variant, other: Variant, bounds: Bounds): Target[] {
  if (!cell) return [];
  const [ours, theirs] = [own, other].map(({ name }) =>
    (cell.results.get(name) ?? []).map(({ mainMilliseconds }: JobResult) => mainMilliseconds),
  );
  const measured = medianRatio(ours ?? [], theirs ?? []);
  const what = `CPU of ${nameOf(own)} to ${nameOf(other)}: ${cell.cell.title}`;
  return [{ ...bounds, what, measured, isAtMost: true }];
}

/** This client to a peer that validates or retries too, in the cell where it compares worst. */
function atWorst(cells: readonly CellResults[], own: Variant, peer: Variant): Target[] {
  const targets = cells
    .filter(({ cell }) => cell.measurements.some(({ name }) => name === peer.name))
    .flatMap((cell) => speed(cell, own, peer, { goal: 1 }))
    .toSorted((a, b) => a.measured - b.measured);
  return targets.slice(0, 1).map((target) => ({ ...target, what: `at worst, ${target.what}` }));
}

/** How much more memory the most rows take than the fewest: not more than with a variant that keeps none, if one is given. */
function growth(
  cells: readonly CellResults[],
  group: Group,
  variant: Variant,
  keepsNone?: Variant,
): Target[] {
  const sizes = cells.filter(({ cell }) => cell.group === group);
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last) return [];
  const grown = ({ name }: Variant): number => median(valuesOf(last, name)) / median(valuesOf(first, name));
  const what = `peak memory, ${nameOf(variant)}: most rows to fewest`;
  const limit = keepsNone && grown(keepsNone);
  return [{ what, goal: Math.max(1.15, limit ?? 0), limit, measured: grown(variant), isAtMost: true }];
}

function commandStart(cell: CellResults | undefined): Target[] {
  if (!cell) return [];
  const [node, exportHelp] = [commandLines.node, commandLines.exportHelp].map(({ name }) =>
    median(valuesOf(cell, name)),
  );
  return [
    {
      what: `CPU of ${commandLines.exportHelp.name}`,
      goal: 90,
      limit: node,
      measured: exportHelp ?? Number.NaN,
      isAtMost: true,
      write: (milliseconds) => `${milliseconds.toFixed(0)} ms`,
    },
  ];
}

function sandboxSpeed(cell: CellResults | undefined): Target[] {
  if (!cell) return [];
  return [
    {
      what: `rows a second of one core: ${cell.cell.title}`,
      goal: 90_000,
      measured: median(valuesOf(cell, 'sandbox')),
      write: (perSecond) => grouped(Math.round(perSecond / 1000) * 1000),
    },
  ];
}

function nameOf({ name }: Variant): string {
  return name === handWritten.name ? 'the hand-written loop' : name.replace('**this client**, ', '');
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

function verdict(met: boolean): string {
  return met ? 'met' : '**missed**';
}
