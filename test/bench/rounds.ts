import type { Cell, Measurement } from './cells.ts';
import { runChild } from './child.ts';
import type { JobResult } from './job.ts';
import type { ServerReady } from './server/server.ts';
import { handWritten } from './variants.ts';

/** What a cell's variants did, by name: one result for each round. */
export interface CellResults {
  readonly cell: Cell;
  readonly results: ReadonlyMap<string, readonly JobResult[]>;
}

/** A variant that could not do its work, or read other rows than the rest. */
interface Failure {
  readonly cell: Cell;
  readonly name: string;
  readonly message: string;
}

/** What all rounds gave. */
export interface Outcome {
  readonly cells: readonly CellResults[];
  readonly failures: readonly Failure[];
}

/** Runs every cell round after round, so that a slow minute of the machine does not hit one variant alone. */
export async function runRounds(
  cells: readonly Cell[],
  server: ServerReady,
  tell: (line: string) => void,
): Promise<Outcome> {
  const all = cells.map((cell) => ({ cell, results: new Map<string, JobResult[]>() }));
  const failures: Failure[] = [];
  const rounds = Math.max(...cells.map((cell) => cell.rounds));

  for (let round = 0; round < rounds; round += 1) {
    for (const { cell, results } of all) {
      if (round >= cell.rounds) continue;
      tell(`round ${round + 1} of ${cell.rounds}: ${cell.group}, ${cell.title}`);
      for (const measurement of rotate(cell.measurements, round)) {
        const { name } = measurement;
        if (failures.some((failure) => failure.cell === cell && failure.name === name)) continue;
        try {
          const result = await runOne(measurement, server);
          results.set(name, [...(results.get(name) ?? []), result]);
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          failures.push({ cell, name, message });
          tell(`  FAILED: ${name}: ${message}`);
        }
      }
    }
  }
  for (const failure of all.flatMap(findDifferences)) {
    failures.push(failure);
    tell(`FAILED: ${failure.cell.title}: ${failure.name}: ${failure.message}`);
  }
  return { cells: all, failures };
}

function runOne({ jobAt }: Measurement, server: ServerReady): Promise<JobResult> {
  return runChild<JobResult>('worker.ts', jobAt(server));
}

/** The variants that did not read what the hand-written loop did. */
function findDifferences({ cell, results }: CellResults): Failure[] {
  if (cell.group === 'startup' || cell.group === 'command') return [];
  const isCompared = cell.group === 'rows' || cell.group === 'calls' || cell.group === 'memory';
  const expected = results.get(handWritten.name)?.[0]?.checksum;
  return [...results].flatMap(([name, rounds]) => {
    const wrong = rounds.find(
      ({ count, checksum }) => count !== cell.count || (isCompared && checksum !== expected),
    );
    if (!wrong) return [];
    const message = `read ${wrong.count} of ${cell.count}, checksum ${wrong.checksum} instead of ${expected ?? 'any'}`;
    return [{ cell, name, message }];
  });
}

function rotate<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
