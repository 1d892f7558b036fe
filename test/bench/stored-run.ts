import { planCells } from './cells.ts';
import type { JobResult } from './job.ts';
import type { Outcome } from './rounds.ts';

/** A run, from which the pages can be written again. */
export interface StoredRun {
  readonly outcome: Outcome;
  /** As `2026-11-23`. */
  readonly date: string;
  readonly minutes: number;
  /** Whether everything was measured in full. */
  readonly complete: boolean;
  /** What it was measured on and with, as rows of a table. */
  readonly machine: readonly string[][];
}

interface Stored extends Omit<StoredRun, 'outcome'> {
  readonly cells: readonly {
    readonly title: string;
    readonly results: Record<string, readonly JobResult[]>;
  }[];
  readonly failures: readonly { readonly title: string; readonly name: string; readonly message: string }[];
}

/** A run as JSON. */
export function storeRun({ outcome, ...run }: StoredRun): string {
  const stored: Stored = {
    ...run,
    cells: outcome.cells.map(({ cell, results }) => ({
      title: titleOf(cell),
      results: Object.fromEntries(results),
    })),
    failures: outcome.failures.map(({ cell, ...failure }) => ({ ...failure, title: titleOf(cell) })),
  };
  return JSON.stringify(stored);
}

/** A run that was stored by this version of the benchmark. */
export function readRun(json: string): StoredRun {
  // Written by `storeRun`.
  const { cells, failures, ...run } = JSON.parse(json) as Stored;
  const planned = [true, false].flatMap((quick) => planCells(quick, undefined));
  const plan = new Map(planned.map((cell) => [titleOf(cell), cell]));
  const cellOf = (title: string) => {
    const cell = plan.get(title);
    if (!cell) throw new Error(`the benchmark has no ${title} any more`);
    return cell;
  };
  return {
    ...run,
    outcome: {
      cells: cells.map(({ title, results }) => ({
        cell: cellOf(title),
        results: new Map(Object.entries(results)),
      })),
      failures: failures.map(({ title, ...failure }) => ({ ...failure, cell: cellOf(title) })),
    },
  };
}

function titleOf({ group, title }: { readonly group: string; readonly title: string }): string {
  return `${group}: ${title}`;
}
