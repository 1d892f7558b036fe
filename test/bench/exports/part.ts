import { type Column, describeMachine, describeRun, exportsHeading, type Run, writeTable } from '../page.ts';
import type { Results, Table, Usage } from '../rounds.ts';
import type { Program } from './plan.ts';
import { missingTools, type Tool } from './tools.ts';

/** What each way of exporting keeps and loses. */
const comparison = [
  '| | receipt | stopped halfway | amounts | failed request | rows added while it reads |',
  '|---|---|---|---|---|---|',
  '| **`export`** | rows, sums and SHA-256, which `verify` checks | `--resume`: the same bytes | integers, and exact ' +
    'decimals in each currency | retried | repeats dropped; exits with 3 if rows may be missing |',
  '| Python, standard library | none | starts anew; half a file remains, and looks finished | integers as received, ' +
    'without decimals | ends it | lost or repeated, unnoticed |',
  '| Python, pandas | none | starts anew; nothing remains | integers as received; floating point where one is ' +
    'missing | ends it | lost or repeated, unnoticed |',
  '| curl, then jq | none | starts anew; the pages remain | floating point, exact up to 2^53, without decimals | ' +
    'ends it; `--retry` is an option | lost or repeated, unnoticed |',
  '| curl, then DuckDB | none | starts anew; the pages remain | types are guessed; division gives floating point | ' +
    'ends it; `--retry` is an option | lost or repeated, unnoticed |',
].join('\n');

/** The part of the page about exports, as Markdown: the second one. */
export function writeExports(
  tables: readonly Table<Program>[],
  tools: ReadonlyMap<Tool, string>,
  run: Run<Results<Usage>>,
): string {
  const missing = missingTools(tools);
  const leftOut = missing.length > 0 ? ` Left out, because not installed: ${missing.join(', ')}.` : '';
  const versions = Array.from(tools, ([tool, version]) => `${tool} ${version}`);
  const wall: Column = ['s', inSeconds];
  return [
    exportsHeading,
    'Scripts of 30 to 60 lines, in `test/bench/alternatives`, export the same rows in pages of 10 000. They write flat ' +
      'columns as received, and check nothing. This is what each of them loses:\n',
    `${comparison}\n`,
    `Measured by \`npm run bench -- exports\` on ${describeRun(run)}. Every line is the median of ${run.rounds} rounds, ` +
      'of whole processes with their start. Of several processes, CPU is the sum, and memory that of the largest. ' +
      `Ratios compare the time with the first line: more is faster.${leftOut}\n`,
    ...tables.map((table) => writeTable(table, run.results, wall, ['CPU s', inSeconds])),
    `### Measured on\n\n${describeMachine(run.load, versions)}`,
  ].join('\n');
}

function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
