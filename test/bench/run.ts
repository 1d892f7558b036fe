// Measures this package beside what else could be used, and writes the page of it. Needs an idle machine.
//
//   npm run bench               reads and small calls, to docs/benchmarks.md: at most ten minutes on two idle cores
//   npm run bench -- exports    exports, and scripts instead of them, to the second part of that page: 20 minutes
//   npm run bench -- loads      loads into PostgreSQL, to the third part: ten minutes
//   npm run bench -- --quick    any of them with fewer rows and rounds, to out/benchmarks.md: three minutes
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startChild } from './child.ts';
import { measureExports } from './exports/measure.ts';
import { writeExports } from './exports/part.ts';
import { fullRows, planExports, quickRows } from './exports/plan.ts';
import { findTools, missingTools } from './exports/tools.ts';
import { fullLoads, measureLoads, quickLoads, rowsNeeded, writeLoads } from './loads/part.ts';
import { replacePart } from './page.ts';
import { full, planSections, quick } from './plan.ts';
import { measureReads, writeReads } from './reads.ts';
import type { ServerReady, ServerSetup } from './server/server.ts';

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const isQuick = values.quick;
const [part, ...more] = positionals;
const bench = { reads: benchReads, exports: benchExports, loads: benchLoads }[part ?? 'reads'];
if (!bench || more.length > 0)
  throw new Error(`${positionals.join(' ')} must be exports or loads, or left out`);
const [load = Number.NaN] = loadavg();
const begin = performance.now();
const seconds = (): number => (performance.now() - begin) / 1000;
const tell = (line: string): void => console.log(`${seconds().toFixed(0).padStart(5)} s  ${line}`);

const written = await bench();
const folder = join(import.meta.dirname, '../..', isQuick ? 'out' : 'docs');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'benchmarks.md');
writeFileSync(file, replacePart(existsSync(file) ? readFileSync(file, 'utf8') : '', written));
tell(`wrote ${file}`);

async function benchReads(): Promise<string> {
  const rounds = isQuick ? 3 : 5;
  const sections = planSections(isQuick ? quick : full);
  const tables = sections.flatMap((section) => section.tables);
  const rows = Math.max(...tables.filter(({ unit }) => unit === 'row').map(({ count }) => count));
  using server = startServer(rows, tables, true);
  const results = await measureReads(tables, rounds, await server.message, tell);
  return writeReads(sections, { results, rounds, minutes: seconds() / 60, isQuick, load });
}

async function benchExports(): Promise<string> {
  const rounds = 3;
  const rows = isQuick ? quickRows : fullRows;
  const tools = findTools();
  for (const tool of missingTools(tools)) tell(`${tool} is not installed: what needs it is left out`);
  const tables = planExports(rows, tools);
  using server = startServer(rows, tables);
  const results = await measureExports(tables, rows, rounds, await server.message, tell);
  return writeExports(tables, tools, { results, rounds, minutes: seconds() / 60, isQuick, load });
}

async function benchLoads(): Promise<string> {
  const sizes = isQuick ? quickLoads : fullLoads;
  using server = startServer(rowsNeeded(sizes), [{ latency: 0 }]);
  const ports = await server.message;
  const results = await measureLoads(sizes, `http://127.0.0.1:${String(ports[0])}`, tell);
  return writeLoads(sizes, { results, rounds: sizes.rounds, minutes: seconds() / 60, isQuick, load });
}

function startServer(rows: number, tables: readonly { readonly latency: number }[], lists = false) {
  const setup: ServerSetup = { rows, lists, latencies: [...new Set(tables.map(({ latency }) => latency))] };
  return startChild<ServerReady>('server/server.ts', setup);
}
