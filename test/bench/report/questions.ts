import { markdownTable } from 'markdown-table';

import { type Group, grouped } from '../cells.ts';
import type { JobResult } from '../job.ts';
import type { CellResults } from '../rounds.ts';
import { median, medianRatio } from '../statistics.ts';
import {
  commandLines,
  exportsOf,
  getPricePoint,
  handWritten,
  imports,
  kyAlone,
  loads,
  pages,
  pageWisePeers,
  rows,
  stripe,
  type Variant,
  windows2,
  windows4,
  windows8,
} from '../variants.ts';
import { memoryTable, valuesOf } from './tables.ts';

type Named = Pick<Variant, 'name'>;

/** A paragraph and a table for each question of a user whose cells were measured. */
export function answerQuestions(cells: readonly CellResults[]): string {
  const of = (group: Group): readonly CellResults[] => cells.filter(({ cell }) => cell.group === group);
  const questions = [
    onReading(of('rows').filter(hasPeers)),
    onWindows(of('rows').filter(({ cell }) => cell.limit === 10_000)),
    onCalls(of('calls')),
    onExports(of('export'), of('exportMemory')),
    onLoads(of('load')),
    onMemory(of('memory')),
    onStart(of('startup'), of('command')),
    onSandbox(of('sandbox')),
  ];
  return questions.filter((question) => question !== '').join('\n');
}

function onReading(cells: readonly CellResults[]): string {
  const ratio = (limit: number, latency: number): number =>
    ratioOf(find(cells, limit, latency), pages, handWritten);
  const columns = [pages, rows, stripe, ...pageWisePeers];
  const table = cells.map((cell) => [
    cell.cell.title,
    ...columns.map((column) => times(ratioOf(cell, column, handWritten))),
  ]);
  return write(
    'How fast are transactions read?',
    cells,
    `The table compares each client with a hand-written loop over \`fetch\` and \`JSON.parse\` that validates nothing; more is
faster. With a service nearby the CPU is the limit: time limits, retries and validation cost ${cost(ratio(10_000, 0))} at 10 000 rows a page,
${cost(ratio(1000, 0))} at 1 000, the default, and ${cost(ratio(10, 0))} at 10. With 50 ms of latency and 1 000 rows a page they cost ${cost(ratio(1000, 50))}. With
200 ms and 10 000 rows a page, \`pages()\` is ${times(ratio(10_000, 200))} as fast as the loop, since the next page is requested while you
process one.`,
    [['', ...columns.map(({ name }) => name)], ...table],
  );
}

function onWindows(cells: readonly CellResults[]): string {
  const columns = [pages, windows2, windows4, windows8];
  const far = cells.findLast(({ cell }) => cell.latency === 200);
  const near = cells.find(({ cell }) => cell.latency === 0);
  const table = cells.map((cell) => [
    cell.cell.title,
    ...columns.map((column) =>
      cell.results.has(column.name) ? times(ratioOf(cell, column, handWritten)) : '',
    ),
  ]);
  return write(
    'When do windows help?',
    cells,
    `With a distant service: \`windows: 8\` reads ${grouped(far?.cell.count ?? 0)} rows ${times(ratioOf(far, windows8, handWritten))} as fast as the loop at 200 ms of latency,
where \`pages()\` alone is ${times(ratioOf(far, pages, handWritten))} as fast. With a service nearby it is ${times(ratioOf(near, windows8, handWritten))}: the CPU is the limit, and windows only add
requests. [Performance](performance.md) shows how to use them.`,
    [['', ...columns.map(({ name }) => name)], ...table],
  );
}

function onCalls(cells: readonly CellResults[]): string {
  const [serial, parallel] = cells;
  const milliseconds = ({ name }: Named): number => 1000 / middle(serial, name);
  const names = serial?.cell.measurements.map(({ name }) => name) ?? [];
  const table = names.map((name) => [
    name,
    milliseconds({ name }).toFixed(2),
    grouped(middle(parallel, name)),
  ]);
  return write(
    'What does a small call cost?',
    cells,
    `\`pricePoints.get\` takes ${milliseconds(getPricePoint).toFixed(2)} ms, a hand-written call ${milliseconds(handWritten).toFixed(2)} ms, and ky with the same time limits and retries, but without
validation, ${milliseconds(kyAlone).toFixed(2)} ms. The response is a price point with the prices of 50 countries, 11 kB. The difference matters for thousands
of calls a second.`,
    [['', 'ms a call, one after the other', 'calls/s, 50 at a time'], ...table],
  );
}

function onExports([cell]: readonly CellResults[], sizes: readonly CellResults[]): string {
  const largest = sizes.at(-1);
  const table = Object.values(exportsOf).map(({ name }) => [
    name,
    grouped(middle(cell, name)),
    times(ratioOf(cell, { name }, pages)),
    grouped(middle(largest, name)),
  ]);
  const seconds = Object.entries(exportsOf).map(
    ([format, { name }]) => `${((cell?.cell.count ?? 0) / middle(cell, name)).toFixed(0)} s as ${format}`,
  );
  return write(
    'How fast is an export?',
    cell ? [cell] : [],
    `${grouped(cell?.cell.count ?? 0)} rows from a service nearby take ${seconds.join(', ')}: receiving and validating them, writing the file, its hash and
its receipt. A service that sends fewer rows a second sets the pace.`,
    [['', 'rows/s', 'to reading alone', `MiB for ${grouped(largest?.cell.count ?? 0)} rows`], ...table],
  );
}

function onLoads([cell]: readonly CellResults[]): string {
  const each = (name: string, metric: (result: JobResult) => number): number =>
    median((cell?.results.get(name) ?? []).map((result) => (metric(result) / result.count) * 1000));
  const table = Object.values(loads).map(({ name }) => [
    name,
    grouped(middle(cell, name)),
    each(name, ({ cpuMilliseconds }) => cpuMilliseconds).toFixed(1),
    each(name, ({ postgresMilliseconds = Number.NaN }) => postgresMilliseconds).toFixed(1),
    grouped(median((cell?.results.get(name) ?? []).map(({ peakMiB }) => peakMiB))),
  ]);
  return write(
    'How fast is a load into PostgreSQL?',
    cell ? [cell] : [],
    `One worker stores ${grouped(middle(cell, loads.nearby.name))} rows a second from a service nearby, and ${grouped(middle(cell, loads.one.name))} at 200 ms of latency and ${grouped(cell?.cell.limit ?? 0)} rows a page. Four
workers load ${times(ratioOf(cell, loads.four, loads.one))} as fast as one there. Workers, service and database share the cores of one machine here.`,
    [['', 'rows/s', 'CPU µs/row, workers', 'CPU µs/row, PostgreSQL', 'MiB, largest worker'], ...table],
  );
}

function onMemory(cells: readonly CellResults[]): string {
  const last = cells.at(-1);
  return write(
    'How much memory does it take?',
    cells,
    `The peak of the process, at 10 000 rows a page. It does not depend on the number of rows, but the heap of Node grows while there is
room: ${grouped(last?.cell.count ?? 0)} rows take ${grouped(middle(last, pages.name))} MiB with \`pages()\`, ${grouped(middle(last, windows8.name))} MiB with 8 windows, and ${grouped(middle(last, handWritten.name))} MiB with the loop, which
keeps nothing.`,
    memoryTable(cells),
  );
}

function onStart([cell]: readonly CellResults[], [commands]: readonly CellResults[]): string {
  const line = (what: string, from: CellResults | undefined, name: string, digits = 0): string[] => [
    what,
    median((from?.results.get(name) ?? []).map(({ milliseconds }) => milliseconds)).toFixed(digits),
  ];
  const lines = [
    ...imports.map(({ name }) => line(`import of ${name}`, cell, name)),
    ...Object.values(commandLines).map(({ name }) => line(name, commands, name)),
  ];
  const time = (from: CellResults | undefined, { name }: Named): number =>
    median((from?.results.get(name) ?? []).map(({ milliseconds }) => milliseconds));
  return write(
    'How long do a start and `doctor` take?',
    cell && commands ? [cell, commands] : [],
    `The import takes ${time(cell, imports[0]).toFixed(0)} ms, which matters for programs that start often: [bundle](performance.md#small-calls-and-start-up) those. A command
starts in ${time(commands, commandLines.exportHelp).toFixed(0)} ms, Node alone in ${time(commands, commandLines.node).toFixed(0)}. \`doctor\` examines the built-in sandbox in ${(time(commands, commandLines.doctor) / 1000).toFixed(0)} s; most of it is the pause between its requests,
five a second.`,
    [['', 'ms'], ...lines],
  );
}

function onSandbox([cell]: readonly CellResults[]): string {
  const perSecond = grouped(Math.round(middle(cell, 'sandbox') / 1000) * 1000);
  return write(
    'How fast is the sandbox?',
    cell ? [cell] : [],
    `It serves ${perSecond} rows in a second of one core's time, about as many as one core reads: a test waits for itself.`,
    [
      ['', 'rows/s of one core'],
      [cell?.cell.title ?? '', perSecond],
    ],
  );
}

function write(
  question: string,
  cells: readonly CellResults[],
  paragraph: string,
  table: readonly (readonly string[])[] | string,
): string {
  if (cells.length === 0) return '';
  const lines = typeof table === 'string' ? table : toTable(table);
  return `## ${question}\n\n${paragraph.replaceAll('\n', ' ')}\n\n${lines}\n`;
}

function toTable(table: readonly (readonly string[])[]): string {
  return markdownTable(
    table.map((line) => [...line]),
    { align: ['l', ...(table[0] ?? []).slice(1).map(() => 'r')] },
  );
}

function hasPeers({ cell }: CellResults): boolean {
  return cell.measurements.some(({ name }) => name === stripe.name);
}

function find(cells: readonly CellResults[], limit: number, latency: number): CellResults | undefined {
  return cells.find(({ cell }) => cell.limit === limit && cell.latency === latency);
}

function middle(cell: CellResults | undefined, name: string): number {
  return cell ? median(valuesOf(cell, name)) : Number.NaN;
}

function ratioOf(cell: CellResults | undefined, own: Named, other: Named): number {
  return cell ? medianRatio(valuesOf(cell, own.name), valuesOf(cell, other.name)) : Number.NaN;
}

function times(ratio: number): string {
  return Number.isFinite(ratio) ? `${ratio.toFixed(2)} ×` : 'failed';
}

/** What a ratio below 1 costs; what is within the noise is nothing. */
function cost(ratio: number): string {
  return ratio > 0.98 ? 'nothing' : `${((1 - ratio) * 100).toFixed(0)} %`;
}
