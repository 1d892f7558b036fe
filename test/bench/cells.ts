import type { Job } from './job.ts';
import type { ServerReady } from './server/server.ts';
import {
  callers,
  commandLines,
  exportsOf,
  handWritten,
  imports,
  loads,
  pages,
  readers,
  rows,
  type Variant,
  windows8,
} from './variants.ts';

/** What can be run alone. */
export const groups = [
  'rows',
  'export',
  'calls',
  'memory',
  'exportMemory',
  'load',
  'encode',
  'startup',
  'command',
  'sandbox',
] as const;
export type Group = (typeof groups)[number];

/** One table of the report: variants that do the same work. */
export interface Cell {
  readonly group: Group;
  readonly title: string;
  /** Rows or calls that each variant must have read; for imports 0. */
  readonly count: number;
  readonly limit: number;
  /** Of each request, in ms. */
  readonly latency: number;
  readonly rounds: number;
  readonly measurements: readonly Measurement[];
}

/** A variant's part of a cell. */
export interface Measurement {
  readonly name: string;
  readonly jobAt: (server: ServerReady) => Job;
}

/** Rows of a warm-up: the same for all, and at least three pages where pages are not larger than that. */
export const warmUpRows = 3000;
const few = [handWritten, pages, windows8];
const exported = Object.values(exportsOf);
const atOnce = { limit: 10_000, latency: 0 };

// Rows a page, latency, rows, rows of a quick run, rounds, variants: more where a target is and a round is short.
const matrix = [
  [10, 0, 10_000, 1000, 7, readers],
  [10, 50, 300, 100, 3, readers],
  [10, 200, 150, 50, 3, readers],
  [1000, 0, 100_000, 20_000, 7, readers],
  [1000, 50, 30_000, 10_000, 3, readers],
  [1000, 200, 15_000, 5000, 3, readers],
  [10_000, 0, 1_000_000, 100_000, 5, readers],
  [10_000, 50, 150_000, 50_000, 3, readers],
  [10_000, 10, 300_000, 50_000, 7, few],
  [10_000, 200, 200_000, 50_000, 5, readers],
  [10_000, 200, 1_000_000, 200_000, 3, few],
] as const;

// Rows, rows of a quick run, rounds.
const memory = [
  [100_000, 20_000, 3],
  [1_000_000, 60_000, 2],
  [5_000_000, 200_000, 2],
] as const;

// Rows, rows of a quick run, rounds.
const exportMemory = [
  [500_000, 110_000, 2],
  [5_000_000, 330_000, 2],
] as const;

/** What is measured, in the order of the report. */
export function planCells(quick: boolean, only: Group | undefined): readonly Cell[] {
  const fast = (rounds: number): number => (quick ? 1 : rounds);
  const cells = [
    ...matrix.map(([limit, latency, full, part, rounds, variants]) =>
      rowsCell('rows', variants, { limit, latency, count: quick ? part : full, rounds: fast(rounds) }),
    ),
    rowsCell('export', [pages, ...exported], {
      ...atOnce,
      count: quick ? 200_000 : 1_000_000,
      rounds: fast(5),
    }),
    ...[1, 50].map((concurrency) => callsCell(concurrency, quick ? 1000 : 10_000, fast(5))),
    ...memory.map(([full, part, rounds]) =>
      rowsCell('memory', [handWritten, pages, rows, windows8], {
        limit: 10_000,
        latency: 0,
        count: quick ? part : full,
        rounds: fast(rounds),
      }),
    ),
    ...exportMemory.map(([full, part, rounds]) =>
      rowsCell('exportMemory', exported, { ...atOnce, count: quick ? part : full, rounds: fast(rounds) }),
    ),
    loadCell(quick ? 16_000 : 128_000, fast(5)),
    encodeCell(fast(5)),
    startupCell(quick ? 3 : 15),
    commandCell(fast(5)),
    sandboxCell(quick ? 50_000 : 300_000, fast(5)),
  ];
  return cells.filter(({ group }) => only === undefined || group === only);
}

type Size = Pick<Cell, 'count' | 'limit' | 'latency' | 'rounds'>;

/** Reads of the same rows in each variant. */
export function rowsCell(
  group: 'rows' | 'export' | 'memory' | 'exportMemory',
  variants: readonly Variant[],
  size: Size,
): Cell {
  const { count, limit, latency } = size;
  const title = `${grouped(count)} rows, ${grouped(limit)} a page, ${latency} ms of latency`;
  const measurements = variants.map(({ name, library, options }) => ({
    name,
    jobAt: ({ ports, ranges }: ServerReady): Job => ({
      kind: 'rows',
      library,
      options,
      limit,
      warmUpOrigin: originOf(ports[0]),
      origin: originOf(ports[latency]),
      warmUp: known(ranges[warmUpRows]),
      range: known(ranges[count]),
    }),
  }));
  return { group, title, measurements, ...size };
}

function callsCell(concurrency: number, calls: number, rounds: number): Cell {
  const manner = concurrency === 1 ? 'one after the other' : `${concurrency} at a time`;
  const measurements = callers.map(({ name, library }) => ({
    name,
    jobAt: ({ ports }: ServerReady): Job => ({
      kind: 'calls',
      library,
      calls,
      concurrency,
      origin: originOf(ports[0]),
    }),
  }));
  const title = `${grouped(calls)} small calls, ${manner}`;
  return { group: 'calls', title, count: calls, limit: 1, latency: 0, rounds, measurements };
}

/** Of jobs of four pages: so many that a last one, which runs alone, says nothing about four workers. */
function loadCell(count: number, rounds: number): Cell {
  const limit = 1000;
  const measurements = Object.values(loads).map(({ name, processes, latency }) => ({
    name,
    jobAt: ({ ports, ranges }: ServerReady): Job => ({
      kind: 'load',
      processes,
      range: known(ranges[count]),
      warmUp: known(ranges[warmUpRows]),
      origin: originOf(ports[latency]),
      warmUpOrigin: originOf(ports[0]),
      limit,
      rowsPerJob: 4 * limit,
    }),
  }));
  const title = `${grouped(count)} rows into PostgreSQL, ${grouped(limit)} a page`;
  return { group: 'load', title, count, limit, latency: 200, rounds, measurements };
}

/** The rows of a warm-up, ten times. */
function encodeCell(rounds: number): Cell {
  const limit = 1000;
  const jobAt = ({ ports, ranges }: ServerReady): Job => ({
    kind: 'encode',
    range: known(ranges[warmUpRows]),
    origin: originOf(ports[0]),
    limit,
  });
  const measurements = [{ name: 'rows to the bytes of COPY', jobAt }];
  const title = 'Rows to the bytes of COPY';
  return { group: 'encode', title, count: 10 * warmUpRows, limit, latency: 0, rounds, measurements };
}

function startupCell(rounds: number): Cell {
  const measurements = imports.map(({ name, modules }) => ({
    name,
    jobAt: (): Job => ({ kind: 'startup', modules }),
  }));
  return { group: 'startup', title: 'Import', count: 0, limit: 0, latency: 0, rounds, measurements };
}

function commandCell(rounds: number): Cell {
  const measurements = Object.values(commandLines).map(({ name, args }) => ({
    name,
    jobAt: (): Job => ({ kind: 'command', args }),
  }));
  return { group: 'command', title: 'Command', count: 0, limit: 0, latency: 0, rounds, measurements };
}

function sandboxCell(rows: number, rounds: number): Cell {
  const limit = 10_000;
  const period = { startDate: '2026-10-01T00:00:00.000Z', endDate: '2026-11-01T00:00:00.000Z' };
  const warmUp = { ...period, endDate: '2026-10-05T00:00:00.000Z' };
  const jobAt = (): Job => ({ kind: 'sandbox', rows, limit, period, warmUp });
  const title = `${grouped(rows)} rows of the sandbox, ${grouped(limit)} a page`;
  const measurements = [{ name: 'sandbox', jobAt }];
  return { group: 'sandbox', title, count: rows, limit, latency: 0, rounds, measurements };
}

/** 10000 as `10 000`. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
}

function originOf(port: number | undefined): string {
  return `http://127.0.0.1:${known(port)}`;
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the server was not asked for this');
  return value;
}
