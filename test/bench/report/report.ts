import { markdownTable } from 'markdown-table';

import type { Group } from '../cells.ts';
import type { CellResults, Outcome } from '../rounds.ts';
import { describeMachine } from './machine.ts';
import { summarize } from './summary.ts';
import { memoryTable, sandboxTable, speedTable, startupTable } from './tables.ts';
import { judgeTargets, targetHead } from './targets.ts';

/** What the report has about the run itself. */
export interface Run {
  /** Folder of the package. */
  readonly root: string;
  readonly minutes: number;
  /** Whether everything was measured in full. */
  readonly complete: boolean;
}

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
does not reach the hand-written loop with pages of 10 rows. For a distant service it is a look-ahead that costs no time, for an
export it is \`pages()\` alone, for memory the growth of the hand-written loop, and for a command Node alone.
`;

const sections: Record<Group, (cells: readonly CellResults[]) => string> = {
  rows: (cells) => `## Rows\n\n${tables(cells, 'rows')}`,
  export: (cells) => `## Exports to a file\n\n${tables(cells, 'rows')}`,
  calls: (cells) =>
    `## Small calls\n\nOne price point with the prices of 50 countries, about 11 kB.\n\n${tables(cells, 'calls')}`,
  memory: (cells) =>
    `## Peak memory\n\nThe most resident memory that the process ever held, with the smallest and the largest of ` +
    `the rounds; 10 000 rows a page.\n\n${memoryTable(cells)}\n`,
  exportMemory: (cells) => `## Peak memory of exports\n\n${memoryTable(cells)}\n`,
  startup: (cells) =>
    `## Start-up\n\nTime to import, in a fresh process.\n\n${cells.map(startupTable).join('\n\n')}\n`,
  command: (cells) =>
    `### Commands\n\nCPU time of the whole process, with the compiled code of an earlier start.\n\n` +
    `${cells.map(startupTable).join('\n\n')}\n`,
  sandbox: (cells) =>
    `## The sandbox\n\nRows that it serves in a second of CPU time of its whole process.\n\n` +
    `${cells.map(sandboxTable).join('\n\n')}\n`,
};

/** The report as a string. */
export function writeReport(outcome: Outcome, { root, minutes, complete }: Run): string {
  return [
    '---\ntitle: Benchmarks\n---\n',
    '# Benchmarks\n',
    summarize(outcome),
    '## The run\n',
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} in ${minutes.toFixed(0)} minutes.` +
      `${complete ? '' : ' Not a full run: the numbers are rough, and some may be missing.'}\n`,
    `${markdownTable([['', ''], ...describeMachine(root)])}\n`,
    ...writeFailures(outcome),
    method,
    ...Object.entries(sections).flatMap(([group, write]) => {
      const cells = outcome.cells.filter(({ cell }) => cell.group === group);
      return cells.length === 0 ? [] : [write(cells)];
    }),
    limits,
    `${markdownTable([targetHead, ...judgeTargets(outcome)], { align: ['l', 'r', 'r', 'r', 'l'] })}\n`,
  ].join('\n');
}

function writeFailures({ failures }: Outcome): string[] {
  if (failures.length === 0) return [];
  const lines = failures.map(({ cell, name, message }) => `- ${cell.title}: ${name}: ${message}`);
  return [`## Failures\n\n${lines.join('\n')}\n`];
}

function tables(cells: readonly CellResults[], unit: string): string {
  return cells.map((cell) => `### ${cell.cell.title}\n\n${speedTable(cell, unit)}\n`).join('\n');
}
