import { markdownTable } from 'markdown-table';

import type { Group } from '../cells.ts';
import type { CellResults, Outcome } from '../rounds.ts';
import type { StoredRun } from '../stored-run.ts';
import { handWritten } from '../variants.ts';
import { answerQuestions } from './questions.ts';
import { loadTable, memoryTable, speedTable, valuesOf, valueTable } from './tables.ts';
import { judgeTargets, targetHead } from './targets.ts';

const method = `## How it is measured

The server runs in a separate process and holds its rows as JSON, so that serving a page costs it little more than
the copy to the socket. Rows are full transactions of just under 1 000 bytes, over a month with nights, weekends and
sales. Each measurement runs in a fresh process, warmed up with 3 000 rows (or 500 calls) at the same page size, without
latency. All variants take turns, in rotated order, round after round. Speeds are medians over the rounds with the
smallest and the largest; a ratio is the median of the ratios within each round. Latency is a delay before each response.

Every variant reads the same rows and computes the same checksum over all of them, in order, at about 3 % of the
hand-written loop's time; a difference fails the run. stripe and openai get the rows in their own list format, with an
\`id\` added to each (3 % more bytes), since they page by it. The hand-written loop, stripe, openai and openapi-fetch
validate nothing; this client and the axios loop validate every field, the latter with the schemas of
\`publisher-commerce/schemas\`. Retries and timeouts are left at each library's defaults, connections are kept alive,
stripe's telemetry is off. This client prefetches unless it says otherwise. Peers that read whole pages are compared
with \`pages()\`, stripe, which yields rows, with rows.
`;

const limits = `## Targets

A limit is the best that is possible. For \`pages()\` and rows it is this client without validation and without the check of
nesting. For small calls and small pages it is ky, with the same time limits, retries and signal: a loop over ky itself
does not reach the hand-written loop with pages of 10 rows. For a distant service it is a look-ahead that costs no time, for
exports the fastest prototype that kept every check, for memory the growth of the hand-written loop, for a load COPY into the table
itself, for four workers four, and for a command Node alone.
`;

const sections: Record<Group, (cells: readonly CellResults[]) => string> = {
  rows: (cells) => `## Rows\n\n${speedTables(cells, 'rows')}`,
  export: (cells) => `## Exports to a file\n\n${speedTables(cells, 'rows')}`,
  calls: (cells) =>
    `## Small calls\n\nOne price point with the prices of 50 countries, about 11 kB.\n\n${speedTables(cells, 'calls')}`,
  memory: (cells) =>
    `## Peak memory\n\nThe most resident memory that the process ever held, with the smallest and the largest of ` +
    `the rounds; 10 000 rows a page.\n\n${memoryTable(cells)}\n`,
  exportMemory: (cells) => `## Peak memory of exports\n\n${memoryTable(cells)}\n`,
  load: (cells) => `## Loads into PostgreSQL\n\n${titled(cells, loadTable)}`,
  encode: (cells) =>
    `### Rows to the bytes of COPY\n\nCPU time of the main thread.\n\n${tables(cells, (cell) => valueTable(cell, 'µs/row', 1))}`,
  startup: (cells) =>
    `## Start-up\n\nTime to import, in a fresh process.\n\n${tables(cells, (cell) => valueTable(cell, 'ms'))}`,
  command: (cells) =>
    `### Commands\n\nCPU time of the whole process, with the compiled code of an earlier start.\n\n` +
    tables(cells, (cell) => valueTable(cell, 'ms')),
  sandbox: (cells) =>
    `## The sandbox\n\nRows that it serves in a second of CPU time of its whole process.\n\n` +
    titled(cells, (cell) => valueTable(cell, 'rows/s')),
};

/** The page for users: a paragraph and a table for each of their questions. */
export function writePage({ outcome, date, minutes, complete }: StoredRun): string {
  return [
    '---\ntitle: Benchmarks\n---\n',
    '# Benchmarks\n',
    `Measured by \`npm run bench\` on ${date}, in ${minutes.toFixed(0)} minutes, on a machine with two cores, where the hand-written loop took up to ${noiseOf(outcome).toFixed(2)} × as long in one round as in another. ` +
      'The [appendix](benchmarks-appendix.md) has the machine, the versions, how it is measured, every table with its spread, and the targets.' +
      `${complete ? '' : '\n\n**Not a full run: the numbers are rough, and some are missing.**'}\n`,
    answerQuestions(outcome.cells),
  ].join('\n');
}

/** Everything that was measured, and the targets. */
export function writeAppendix({ outcome, date, minutes, machine }: StoredRun): string {
  const targets = judgeTargets(outcome);
  const missed = targets.filter((row) => row.at(-1) !== 'met').length;
  return [
    '---\ntitle: Benchmarks, appendix\n---\n',
    '# Benchmarks: appendix\n',
    `The whole of a run, for those who work on this package; the [benchmarks](benchmarks.md) are what a user needs of it. ` +
      `Written by \`npm run bench\` on ${date} in ${minutes.toFixed(0)} minutes.\n`,
    `${markdownTable([['', ''], ...machine])}\n`,
    ...writeFailures(outcome),
    limits,
    `${missed} of ${targets.length} are missed.\n`,
    `${markdownTable([targetHead, ...targets], { align: ['l', 'r', 'r', 'r', 'l'] })}\n`,
    method,
    ...Object.entries(sections).flatMap(([group, write]) => {
      const cells = outcome.cells.filter(({ cell }) => cell.group === group);
      return cells.length === 0 ? [] : [write(cells)];
    }),
  ].join('\n');
}

/** How much longer the hand-written loop took in its slowest round than in its fastest. */
function noiseOf({ cells }: Outcome): number {
  const ratios = cells
    .filter(({ cell }) => cell.group === 'rows')
    .map((cell) => valuesOf(cell, handWritten.name))
    .map((speeds) => Math.max(...speeds) / Math.min(...speeds));
  return Math.max(1, ...ratios);
}

function writeFailures({ failures }: Outcome): string[] {
  if (failures.length === 0) return [];
  const lines = failures.map(({ cell, name, message }) => `- ${cell.title}: ${name}: ${message}`);
  return [`## Failures\n\n${lines.join('\n')}\n`];
}

function speedTables(cells: readonly CellResults[], unit: string): string {
  return titled(cells, (cell) => speedTable(cell, unit));
}

function titled(cells: readonly CellResults[], table: (cell: CellResults) => string): string {
  return tables(cells, (cell) => `### ${cell.cell.title}\n\n${table(cell)}`);
}

function tables(cells: readonly CellResults[], table: (cell: CellResults) => string): string {
  return cells.map((cell) => `${table(cell)}\n`).join('\n');
}
