import { startChild } from './child.ts';
import type { Table } from './plan.ts';
import type { ServerReady } from './server/server.ts';
import type { Job, JobResult } from './worker.ts';

/** What each variant of a table measured, by its name: one result for each round. */
export type Results = ReadonlyMap<Table, ReadonlyMap<string, readonly JobResult[]>>;

/** Measures all tables round after round, so that a slow minute of the machine does not hit one variant alone. */
export async function runRounds(
  tables: readonly Table[],
  rounds: number,
  ports: ServerReady,
  tell: (line: string) => void,
): Promise<Results> {
  const results = new Map(tables.map((table) => [table, new Map<string, JobResult[]>()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [table, measured] of results) {
      tell(`round ${round + 1} of ${rounds}: ${table.title}`);
      for (const [name, measurement] of rotate(Object.entries(table.variants), round)) {
        const origin = `http://127.0.0.1:${String(ports[table.latency])}`;
        using worker = startChild<JobResult>('worker.ts', { ...measurement, origin } satisfies Job);
        measured.set(name, [...(measured.get(name) ?? []), await worker.message]);
      }
    }
  }
  for (const [table, measured] of results) checkSame(table, measured);
  return results;
}

/** Throws if a variant did not read what the first one did. */
function checkSame(table: Table, measured: ReadonlyMap<string, readonly JobResult[]>): void {
  const [first = ''] = Object.keys(table.variants);
  const expected = measured.get(first)?.[0]?.checksum;
  for (const [name, results] of measured) {
    for (const { count, checksum } of results) {
      if (count !== table.count || checksum !== expected) {
        throw new Error(`${table.title}: ${name} has read ${count} rows or calls, not those of the first`);
      }
    }
  }
}

function rotate<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
