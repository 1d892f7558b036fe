import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startProgram } from '../support/run-program.ts';
import { type Major, nodeBinary } from '../support/runtimes.ts';
import type { ColumnName } from './columns.ts';
import { matrix } from './matrix.ts';

interface Cell {
  readonly row: number;
  readonly column: ColumnName;
  /** How many variants of the fault were run. */
  readonly variants: number;
  readonly problems: readonly string[];
}

interface RowResult {
  readonly cells: readonly Cell[];
  /** `null` when the process did not end by itself. */
  readonly code: number | null;
  readonly errors: string;
}

const program = join(import.meta.dirname, 'run-row.ts');
const rows = matrix('http://127.0.0.1');
const results = new Map<string, Promise<RowResult>>();

/** Each row runs once for a version, in a process of its own; its four cells share the result. */
function resultOf(version: Major, row: number): Promise<RowResult> {
  const key = `${version} ${row}`;
  const known = results.get(key) ?? run(version, row);
  results.set(key, known);
  return known;
}

async function run(version: Major, row: number): Promise<RowResult> {
  const { child, out, finished } = startProgram(nodeBinary(version), [program, String(row)]);
  let lastCell: NodeJS.Timeout | undefined;
  child.stdout.on('data', () => {
    // After its last line the process has ten seconds to end.
    if (out().split('\n').length > 4) lastCell ??= setTimeout(() => child.kill('SIGKILL'), 10_000);
  });
  const { code, err } = await finished;
  clearTimeout(lastCell);
  const lines = out().trim().split('\n');
  return { cells: lines.map((line) => JSON.parse(line) as Cell), code, errors: err };
}

/** Tests each cell of the matrix on a version of Node. */
export function testMatrix(version: Major): void {
  const cells = rows.flatMap(({ row, fault }) =>
    (['R', 'W', 'C', 'S'] as const).map((column) => ({ row, fault, column })),
  );

  test(`the matrix has 17 rows of 4 cells on Node ${version}`, () => {
    expect(cells).toHaveLength(68);
  });

  test.concurrent.for(cells)(
    `Node ${version}, row $row ($fault), $column: as in the matrix`,
    { timeout: 90_000 },
    async ({ row, column }, { expect }) => {
      const { cells: found, code, errors } = await resultOf(version, row);
      const cell = found.find((candidate) => candidate.column === column);

      expect(cell?.problems ?? errors).toEqual([]);
      expect(cell?.variants).toBeGreaterThan(0);
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
    },
  );
}
