import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

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

interface MatrixResult {
  readonly cells: readonly Cell[];
  /** The last line: what the process reported besides. */
  readonly last: unknown;
  /** `null` when the process did not end by itself. */
  readonly code: number | null;
  readonly errors: string;
}

const program = join(import.meta.dirname, 'run-matrix.ts');
const rows = matrix('http://127.0.0.1');

async function run(version: Major): Promise<MatrixResult> {
  const { child, printed, finished } = startProgram(nodeBinary(version), [program]);
  let lastLine: NodeJS.Timeout | undefined;
  const startTimer = (): void => {
    // After its last line the process has ten seconds to end.
    lastLine = setTimeout(() => child.kill('SIGKILL'), 10_000);
  };
  printed(/^\{"disturbances"/m).then(startTimer, () => undefined);
  const { code, out, err } = await finished;
  clearTimeout(lastLine);
  const lines = out.trim().split('\n');
  const cells = lines.slice(0, -1).map((line) => JSON.parse(line) as Cell);
  return { cells, last: JSON.parse(lines.at(-1) || 'null'), code, errors: err };
}

/** Tests each cell of the matrix on a version of Node. */
export function testMatrix(version: Major): void {
  const cells = rows.flatMap(({ row, fault }) =>
    (['R', 'W', 'C', 'S'] as const).map((column) => ({ row, fault, column })),
  );
  let result: MatrixResult;
  beforeAll(async () => {
    result = await run(version);
  });

  test(`the matrix has 17 rows of 4 cells on Node ${version}`, () => {
    expect(cells).toHaveLength(68);
  });

  test.for(cells)(`Node ${version}, row $row ($fault), $column: as in the matrix`, ({ row, column }) => {
    const cell = result.cells.find((candidate) => candidate.row === row && candidate.column === column);

    expect(cell?.problems ?? result.errors).toEqual([]);
    expect(cell?.variants).toBeGreaterThan(0);
  });

  test(`Node ${version} ends by itself, without a warning or an unhandled rejection`, () => {
    const { last, code, errors } = result;
    expect({ last, code, errors }).toEqual({ last: { disturbances: [] }, code: 0, errors: '' });
  });
}
