import { grouped } from '../plan.ts';
import type { Table } from '../rounds.ts';
import { start, step } from '../server/rows.ts';
import type { Tool } from './tools.ts';

/** A program that is measured, in a folder of its own. */
export interface Program {
  /** A file of `alternatives`; without it, the command of this package. */
  readonly script?: string;
  readonly args: readonly string[];
  /** The file it writes, which must hold every row. */
  readonly writes?: string;
  /** Whether it starts beside `finished.csv`, and `interrupted.jsonl` with half of its rows. */
  readonly continues?: boolean;
}

type Format = 'csv' | 'jsonl' | 'parquet';
const formats = { csv: 'CSV', jsonl: 'JSON lines', parquet: 'Parquet' } as const;

/** What a user would write instead of `export`: a script of `alternatives`, and what it needs to write each format. */
interface Alternative {
  readonly name: string;
  readonly script: string;
  readonly needs: Readonly<Partial<Record<Format, readonly Tool[]>>>;
}

const alternatives: readonly Alternative[] = [
  { name: 'Python, standard library', script: 'standard-library.py', needs: { csv: [], jsonl: [] } },
  {
    name: 'Python, pandas',
    script: 'with-pandas.py',
    needs: { csv: ['pandas'], parquet: ['pandas', 'pyarrow'] },
  },
  { name: 'curl, then jq', script: 'with-jq.sh', needs: { csv: ['curl', 'jq'], jsonl: ['curl', 'jq'] } },
  {
    name: 'curl, then DuckDB',
    script: 'with-duckdb.sh',
    needs: { csv: ['curl', 'DuckDB'], parquet: ['curl', 'DuckDB'] },
  },
];

/** The rows of the exports, in pages of 10 000. */
export const fullRows = 300_000;
export const quickRows = 30_000;

/** What is measured with these tools, in the order of the page. */
export function planExports(rows: number, tools: ReadonlyMap<Tool, string>): readonly Table<Program>[] {
  const exports = [0, 100].flatMap((latency) =>
    // The keys of an object are those of its type.
    (Object.keys(formats) as Format[]).map((format) => exportTable(format, latency, rows, tools)),
  );
  return [...exports, commandTable(rows)];
}

function exportTable(
  format: Format,
  latency: number,
  rows: number,
  tools: ReadonlyMap<Tool, string>,
): Table<Program> {
  const writes = `ledger.${format}`;
  const ours = exportTo(writes, rows);
  const others = alternatives.flatMap(({ name, script, needs }) => {
    // Python measures every script.
    const isInstalled =
      needs[format] && ['Python' as const, ...needs[format]].every((tool) => tools.has(tool));
    const program = { script, args: [...range(rows, 1), writes], writes };
    return isInstalled ? [[name, program] as const] : [];
  });
  return {
    title: `${grouped(rows)} rows to ${formats[format]}, ${latency} ms a page`,
    latency,
    variants: {
      '**`export`**': ours,
      ...Object.fromEntries(others),
    },
  };
}

/** An export of all rows, by the command. */
export function exportTo(file: string, rows: number): Program {
  const [from, to] = range(rows, 0);
  return { args: ['export', '--start', from, '--end', to, '--out', file, '--quiet'], writes: file };
}

/** The first moment of the rows, and the end of the last one, less so many ms: the service includes both ends. */
function range(rows: number, less: number): readonly [string, string] {
  return [new Date(start).toISOString(), new Date(start + rows * step - less).toISOString()];
}

function commandTable(rows: number): Table<Program> {
  const interrupted = exportTo('interrupted.jsonl', rows);
  const read = (...args: string[]): Program => ({ args: [...args, '--quiet'], continues: true });
  return {
    title: `What else is done with ${grouped(rows)} rows, 0 ms a page`,
    latency: 0,
    variants: {
      '`export` to CSV': exportTo('ledger.csv', rows),
      '`export --resume` of half of the rows, to JSON lines': {
        ...interrupted,
        args: [...interrupted.args, '--resume'],
        continues: true,
      },
      '`verify` of the CSV': read('verify', 'finished.csv'),
      '`report` as a page': read('report', 'finished.csv', '--out', 'a.html'),
      '`report` as a workbook': read('report', 'finished.csv', '--out', 'a.xlsx'),
    },
  };
}
