import { setTimeout as delay } from 'node:timers/promises';

import { databaseShape } from '../../../postgres/database/database-options.ts';
import { type Database, openDatabase } from '../../../postgres/database/open-database.ts';
import { readLoads } from '../../../postgres/load-status.ts';
import type { ProgressDisplay } from '../../terminal/progress.ts';
import type { DatabaseTarget } from './read-flags.ts';

interface Rows {
  readonly done: number;
  readonly planned: number;
}

/** What to show, and where. */
interface WatchOptions {
  /** Id of a load; by default, all open loads. */
  readonly load?: number | undefined;
  readonly quiet?: boolean | undefined;
  readonly progress: ProgressDisplay;
}

/** In milliseconds. */
const interval = 1000;

/**
 * Shows the progress of the open loads, by all workers, while `work` runs; nothing with `--quiet`. What fails here fails for the worker too,
 * which reports it.
 */
export async function watchLoads<Result>(
  target: DatabaseTarget,
  { load, quiet = false, progress }: WatchOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (quiet) return await work();
  const stop = new AbortController();
  const watching = watch(target, load, progress, stop.signal).catch(() => undefined);
  try {
    return await work();
  } finally {
    stop.abort();
    await watching;
    progress.stop();
  }
}

async function watch(
  { database: url, schema, retryFor }: DatabaseTarget,
  load: number | undefined,
  progress: ProgressDisplay,
  signal: AbortSignal,
): Promise<void> {
  const name = databaseShape.schema.parse(schema);
  await using database = await openDatabase(databaseShape.database.parse(url), name, 1, {
    retryFor,
    signal,
  });
  const loads = new Map<number, Rows>();
  for (let isLast = false; ;) {
    await update(database, load, loads);
    const all = [...loads.values()];
    const sum = (of: (rows: Rows) => number): number => all.reduce((total, rows) => total + of(rows), 0);
    if (all.length > 0)
      progress.update(
        sum(({ done }) => done),
        sum(({ planned }) => planned),
      );
    if (isLast) return;
    // Once more after the end, for the last jobs.
    isLast = await delay(interval, false, { signal }).catch(() => true);
  }
}

/** Reads the loads that are open, or were when this began. */
async function update(database: Database, load: number | undefined, loads: Map<number, Rows>): Promise<void> {
  // The tables may not exist yet, and the database may be away for a moment: what works on them waits for it.
  const rows = await readLoads(database, load).catch(() => []);
  for (const [id, { planned }] of loads) {
    if (rows.length > 0 && !rows.some((row) => row.id === id)) loads.set(id, { done: planned, planned });
  }
  for (const { id, finished_at, planned_rows, rows_done } of rows) {
    if (finished_at !== null && !loads.has(id)) continue;
    const planned = Number(planned_rows);
    // Neighbouring windows share a millisecond, and rows may have come since the plan.
    loads.set(id, { done: Math.min(Number(rows_done), planned), planned });
  }
}
