import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { type Major, nodeBinary } from '../support/runtimes.ts';
import type { ColumnName } from './columns.ts';
import { matrix } from './matrix.ts';

interface Cell {
  readonly row: number;
  readonly column: ColumnName;
  /** Ways in which the fault came. */
  readonly variants: number;
  readonly problems: readonly string[];
}

interface RowResult {
  readonly cells: readonly Cell[];
  /** `null` when the process did not come to its end by itself. */
  readonly code: number | null;
  readonly errors: string;
}

const program = join(import.meta.dirname, 'run-row.ts');
const rows = matrix('http://127.0.0.1');
const versions: readonly Major[] = [22, 24];
const results = new Map<string, Promise<RowResult>>();

/** Each row runs once for each version, in a process of its own; its three cells share the result. */
function resultOf(version: Major, row: number): Promise<RowResult> {
  const key = `${version} ${row}`;
  const known = results.get(key) ?? run(version, row);
  results.set(key, known);
  return known;
}

function run(version: Major, row: number): Promise<RowResult> {
  const child = spawn(nodeBinary(version), [program, String(row)]);
  let output = '';
  let errors = '';
  let lastCell: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    // After its last word the process has ten seconds to come to its end.
    if (output.split('\n').length > 3) lastCell ??= setTimeout(() => child.kill('SIGKILL'), 10_000);
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(lastCell);
      const lines = output.split('\n').filter((line) => line !== '');
      resolve({ cells: lines.map((line) => JSON.parse(line) as Cell), code, errors });
    });
  });
}

const cells = versions.flatMap((version) =>
  rows.flatMap(({ row, fault }) =>
    (['R', 'W', 'C'] as const).map((column) => ({ version, row, fault, column })),
  ),
);

test('the matrix has 16 rows of 3 cells, on each of 2 versions', () => {
  expect(cells).toHaveLength(96);
});

test.concurrent.each(cells)(
  'Node $version, row $row ($fault), $column: as the matrix says',
  { timeout: 90_000 },
  async ({ version, row, column }) => {
    const { cells: found, code, errors } = await resultOf(version, row);
    const cell = found.find((candidate) => candidate.column === column);

    expect(cell?.problems ?? errors).toEqual([]);
    expect(cell?.variants).toBeGreaterThan(0);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  },
);
