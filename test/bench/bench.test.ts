import { expect, test, vi } from 'vitest';

import { startChild } from './child.ts';
import { measureExports } from './exports/measure.ts';
import { writeExports } from './exports/part.ts';
import { planExports } from './exports/plan.ts';
import { findTools, missingTools } from './exports/tools.ts';
import { measureLoads, quickLoads, rowsNeeded, writeLoads } from './loads/part.ts';
import { replacePart } from './page.ts';
import { planSections } from './plan.ts';
import { measureReads, writeReads } from './reads.ts';
import type { ServerReady, ServerSetup } from './server/server.ts';

// Some 40 processes, each as long as it takes.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 600_000 });

const run = { rounds: 1, minutes: 1, isQuick: true, load: 0 };
const setup: ServerSetup = { rows: 20_000, lists: true, latencies: [0, 100] };

/** The lines of tables with a result. */
const measuredLines = (page: string): string[] =>
  page.match(/^\| .+ \d+ \|$/gm)?.filter((line) => !line.includes('NaN')) ?? [];

test('every variant of the benchmark reads the same rows, and the page has a line for each', async () => {
  const sections = planSections({ pages: { small: 3, large: 2 }, calls: 10 });
  const tables = sections.flatMap((section) => section.tables);
  using server = startChild<ServerReady>('server/server.ts', setup);

  // It rejects if a variant has read other rows than the first.
  const results = await measureReads(tables, 1, await server.message, () => undefined);

  const lines = tables.flatMap(({ variants }) => Object.keys(variants));
  expect(measuredLines(writeReads(sections, { ...run, results }))).toHaveLength(lines.length);
});

test('every program that is installed exports all rows, and the page has a line for each', async () => {
  const tools = findTools();
  const tables = planExports(setup.rows, tools);
  using server = startChild<ServerReady>('server/server.ts', setup);

  // It rejects if a program fails, or has not written every row.
  const results = await measureExports(tables, setup.rows, 1, await server.message, () => undefined);

  const page = writeExports(tables, tools, { ...run, results });
  const lines = tables.flatMap(({ variants }) => Object.keys(variants));
  expect(measuredLines(page)).toHaveLength(lines.length);
  for (const tool of missingTools(tools)) expect(page).toMatch(new RegExp(`not installed: .*${tool}`));
});

test('without other programs, the exports of this package are measured, and the page names what is missing', () => {
  const tables = planExports(setup.rows, new Map());

  const page = writeExports(tables, new Map(), { ...run, results: new Map() });

  expect(tables.flatMap(({ variants }) => Object.values(variants)).filter(({ script }) => script)).toEqual(
    [],
  );
  expect(tables[0]?.variants).toHaveProperty(['**`export`**']);
  expect(page).toContain('not installed: Python, pandas, pyarrow, curl, jq, DuckDB.');
});

test('a load is measured with each number of workers, and a night for each size of the table', async () => {
  const sizes = { rows: 9000, tables: [2000, 30_000], rounds: 1 };
  using server = startChild<ServerReady>('server/server.ts', { ...setup, rows: rowsNeeded(sizes) });

  // It rejects unless each table has all rows.
  const results = await measureLoads(
    sizes,
    `http://127.0.0.1:${String((await server.message)[0])}`,
    () => undefined,
  );

  expect(measuredLines(writeLoads(sizes, { ...run, results }))).toHaveLength(3 + 2);
});

test('each run of the benchmark replaces its own part of the page', () => {
  const reads = writeReads([], { ...run, results: new Map() });
  const exports = writeExports([], new Map(), { ...run, results: new Map() });
  const none = { workers: new Map(), nights: new Map() };
  const loads = writeLoads(quickLoads, { ...run, results: none });
  const page = replacePart(replacePart(replacePart('', loads), reads), exports);

  expect(page).toContain(reads.trim());
  expect(page.endsWith(loads)).toBe(true);
  expect(replacePart(page, loads)).toBe(page);
  expect(replacePart(page, exports)).toBe(page);
  expect(replacePart(page, reads)).toBe(page);
  expect(replacePart(page, reads.replace('a quick run', 'another run'))).toBe(
    page.replace('a quick run', 'another run'),
  );
});
