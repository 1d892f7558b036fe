import { markdownTable } from 'markdown-table';

import type { Cell, Group } from '../cells.ts';
import { grouped } from '../cells.ts';
import type { JobResult } from '../job.ts';
import type { CellResults } from '../rounds.ts';
import { median, medianRatio, spread } from '../statistics.ts';
import { handWritten, pages } from '../variants.ts';

/** What a group's results are judged by. */
const metrics: Record<Group, (result: JobResult) => number> = {
  rows: speedOf,
  export: speedOf,
  calls: speedOf,
  memory: ({ peakMiB }) => peakMiB,
  exportMemory: ({ peakMiB }) => peakMiB,
  load: speedOf,
  // µs a row.
  encode: ({ count, mainMilliseconds }) => (mainMilliseconds / count) * 1000,
  startup: ({ milliseconds }) => milliseconds,
  command: ({ cpuMilliseconds }) => cpuMilliseconds,
  // Of one core: its CPU time, not the time that passed.
  sandbox: ({ count, cpuMilliseconds }) => (count / cpuMilliseconds) * 1000,
};

/** Rows or calls a second. */
function speedOf({ count, milliseconds }: JobResult): number {
  return (count / milliseconds) * 1000;
}

/** What a variant of a cell measured, one value for each round. */
export function valuesOf({ cell, results }: CellResults, name: string): readonly number[] {
  return (results.get(name) ?? []).map(metrics[cell.group]);
}

/** The table of a cell in which more is better. */
export function speedTable(cell: CellResults, unit: string): string {
  const isExport = cell.cell.group === 'export';
  const reference = valuesOf(cell, isExport ? pages.name : handWritten.name);
  const lines = variantsOf(cell.cell).map((name) => {
    const values = valuesOf(cell, name);
    if (values.length === 0) return [name, 'failed', '', '', ''];
    const cpu = (cell.results.get(name) ?? []).map(
      ({ cpuMilliseconds, count }) => (cpuMilliseconds / count) * 1000,
    );
    return [
      name,
      grouped(median(values)),
      spread(values, grouped),
      `${medianRatio(values, reference).toFixed(2)} ×`,
      median(cpu).toPrecision(3),
    ];
  });
  const head = [
    '',
    `${unit}/s`,
    'spread',
    isExport ? '`pages()` = 1' : 'hand-written = 1',
    `CPU µs/${unit.slice(0, -1)}`,
  ];
  return markdownTable([head, ...lines], { align: ['l', 'r', 'r', 'r', 'r'] });
}

/** Peak memory: a line for each variant, a column for each number of rows. */
export function memoryTable(cells: readonly CellResults[]): string {
  const [first] = cells;
  if (!first) return '';
  const last = cells.at(-1) ?? first;
  const lines = variantsOf(first.cell).map((name) => [
    name,
    ...cells.map((cell) => {
      const values = valuesOf(cell, name);
      return values.length === 0 ? 'failed' : `${grouped(median(values))} (${spread(values, grouped)})`;
    }),
    (median(valuesOf(last, name)) / median(valuesOf(first, name))).toFixed(2),
  ]);
  const head = ['MiB', ...cells.map(({ cell }) => `${grouped(cell.count)} rows`), 'last to first'];
  return markdownTable([head, ...lines], { align: ['l', ...head.slice(1).map(() => 'r')] });
}

/** The table of a load, with the CPU time of its workers and of PostgreSQL. */
export function loadTable(cell: CellResults): string {
  const lines = variantsOf(cell.cell).map((name) => {
    const results = cell.results.get(name) ?? [];
    if (results.length === 0) return [name, 'failed', '', '', '', ''];
    const perRow = (metric: (result: JobResult) => number): string =>
      median(results.map((result) => (metric(result) / result.count) * 1000)).toFixed(1);
    return [
      name,
      grouped(median(valuesOf(cell, name))),
      spread(valuesOf(cell, name), grouped),
      perRow(({ cpuMilliseconds }) => cpuMilliseconds),
      perRow(({ postgresMilliseconds = Number.NaN }) => postgresMilliseconds),
      grouped(median(results.map(({ peakMiB }) => peakMiB))),
    ];
  });
  const head = [
    '',
    'rows/s',
    'spread',
    'CPU µs/row, workers',
    'CPU µs/row, PostgreSQL',
    'MiB, largest worker',
  ];
  return markdownTable([head, ...lines], { align: ['l', 'r', 'r', 'r', 'r', 'r'] });
}

/** One value for each variant. */
export function valueTable(cell: CellResults, unit: string, digits = 0): string {
  const write = (value: number): string => (digits === 0 ? grouped(value) : value.toFixed(digits));
  const lines = variantsOf(cell.cell).map((name) => {
    const values = valuesOf(cell, name);
    return values.length === 0 ? [name, 'failed', ''] : [name, write(median(values)), spread(values, write)];
  });
  return markdownTable([['', unit, 'spread'], ...lines], { align: ['l', 'r', 'r'] });
}

function variantsOf({ measurements }: Cell): readonly string[] {
  return measurements.map(({ name }) => name);
}
