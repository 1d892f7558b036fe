// Measures this client beside a hand-written loop and two other clients, and writes the page of it. Needs an idle machine.
//
//   npm run bench               to docs/benchmarks.md: at most ten minutes on two idle cores
//   npm run bench -- --quick    fewer rows and rounds, to out/benchmarks.md: three minutes
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startChild } from './child.ts';
import { writePage } from './page.ts';
import { full, planSections, quick } from './plan.ts';
import { runRounds } from './rounds.ts';
import type { ServerReady, ServerSetup } from './server/server.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const isQuick = values.quick;
const rounds = isQuick ? 3 : 5;
const [load = Number.NaN] = loadavg();
const begin = performance.now();
const seconds = (): number => (performance.now() - begin) / 1000;
const tell = (line: string): void => console.log(`${seconds().toFixed(0).padStart(5)} s  ${line}`);

const sections = planSections(isQuick ? quick : full);
const tables = sections.flatMap((section) => section.tables);
const setup: ServerSetup = {
  rows: Math.max(...tables.filter(({ unit }) => unit === 'row').map(({ count }) => count)),
  latencies: [...new Set(tables.map(({ latency }) => latency))],
};
using server = startChild<ServerReady>('server/server.ts', setup);
const results = await runRounds(tables, rounds, await server.message, tell);

const folder = join(import.meta.dirname, '../..', isQuick ? 'out' : 'docs');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'benchmarks.md');
writeFileSync(file, writePage(sections, { results, rounds, minutes: seconds() / 60, isQuick, load }));
tell(`wrote ${file}`);
