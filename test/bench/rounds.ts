/** What a process took. */
export interface Usage {
  readonly milliseconds: number;
  /** Processor time within `milliseconds`, of all threads. */
  readonly cpuMilliseconds: number;
  readonly peakMiB: number;
}

/** One table of the page: variants that do the same work, compared with the first. */
export interface Table<Variant> {
  readonly title: string;
  /** Of each response, in ms. */
  readonly latency: number;
  readonly variants: Readonly<Record<string, Variant>>;
}

/** What each variant of a table measured, by its name: one result for each round. */
export type Results<Result> = ReadonlyMap<Table<unknown>, ReadonlyMap<string, readonly Result[]>>;

/** Measures all tables round after round, so that a slow minute of the machine does not hit one variant alone. */
export async function runRounds<Variant, Result>(
  tables: readonly Table<Variant>[],
  rounds: number,
  measure: (variant: Variant, latency: number) => Promise<Result>,
  tell: (line: string) => void,
): Promise<Results<Result>> {
  const results = new Map(tables.map((table) => [table, new Map<string, Result[]>()]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [table, measured] of results) {
      tell(`round ${round + 1} of ${rounds}: ${table.title}`);
      for (const [name, variant] of rotate(Object.entries(table.variants), round)) {
        measured.set(name, [...(measured.get(name) ?? []), await measure(variant, table.latency)]);
      }
    }
  }
  return results;
}

function rotate<T>(items: readonly T[], by: number): readonly T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
