import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { Client } from 'pg';

import { PublisherClient } from '../../../src/index.ts';
import { planLoad } from '../../../src/postgres/index.ts';
import type { Range } from '../job.ts';
import { cpuSeconds, serverSeconds } from './cpu-seconds.ts';
import type { LoadWorkerMessage, LoadWorkerSettings } from './worker.ts';

/** A load to measure. */
export interface LoadCell {
  readonly database: string;
  readonly processes: number;
  readonly range: Range;
  readonly warmUp: Range;
  /** Addresses of the server: with the latency of the cell, and without. */
  readonly origin: string;
  readonly warmUpOrigin: string;
  /** Process of the server. */
  readonly server: number;
  readonly limit: number;
  readonly rowsPerJob: number;
}

/** What a load took: from the start of its first job to its last commit. */
export interface MeasuredLoad {
  readonly rows: number;
  readonly seconds: number;
  /** CPU time: of all workers, of the server of the ledger, and of PostgreSQL. */
  readonly cpu: { readonly workers: number; readonly service: number; readonly postgres: number };
  /** Of the largest worker. */
  readonly peakMiB: number;
}

let loads = 0;

/** Plans a load in a schema of its own, and measures its workers once all are warm. */
export async function measureLoad(cell: LoadCell): Promise<MeasuredLoad> {
  loads += 1;
  const names = { schema: `bench_${loads}`, warmUpSchema: `warm_${loads}` };
  const connection = new Client({ connectionString: cell.database });
  await connection.connect();
  const plan = async (schema: string, range: Range, rowsPerJob: number): Promise<void> => {
    // The server of the bench has no latency here: planning is not what is measured.
    const client = new PublisherClient({ baseUrl: cell.warmUpOrigin, token: 'bench' });
    await planLoad({ client, database: cell.database, schema, ...range, rowsPerJob, limit: cell.limit });
  };
  await plan(names.warmUpSchema, cell.warmUp, 500);
  await plan(names.schema, cell.range, cell.rowsPerJob);
  const settings: LoadWorkerSettings = {
    database: cell.database,
    schema: names.schema,
    origin: cell.origin,
    warmUp: { schema: names.warmUpSchema, origin: cell.warmUpOrigin },
  };
  const workers = Array.from({ length: cell.processes }, () =>
    fork(join(import.meta.dirname, 'worker.ts'), [JSON.stringify(settings)], { execArgv: [] }),
  );
  try {
    await Promise.all(workers.map(messageOf));
    await connection.query('CHECKPOINT');
    const [{ pid }] = (await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [
      { pid: number },
    ];
    const before = { service: cpuSeconds(cell.server), postgres: serverSeconds(pid) };
    const results = Promise.all(workers.map(messageOf));
    for (const worker of workers) worker.send('go');
    const done = await results;
    const { rows } = await connection.query<{ rows: number; seconds: number }>(
      `SELECT sum(rows_inserted)::int AS rows,
         extract(epoch FROM max(committed_at) - min(started_at))::float8 AS seconds FROM ${names.schema}.commits`,
    );
    const cpu = {
      workers: done.reduce((sum, message) => sum + (message.cpuSeconds ?? 0), 0),
      service: cpuSeconds(cell.server) - before.service,
      postgres: serverSeconds(pid) - before.postgres,
    };
    const [total] = rows;
    return {
      rows: total?.rows ?? 0,
      seconds: total?.seconds ?? 0,
      cpu,
      peakMiB: Math.max(...done.map(({ peakMiB = 0 }) => peakMiB)),
    };
  } finally {
    for (const worker of workers) worker.kill();
    for (const schema of [names.schema, names.warmUpSchema])
      await connection.query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_jobs CASCADE`);
    await connection.end();
  }
}

async function messageOf(worker: ChildProcess): Promise<LoadWorkerMessage> {
  const ended = once(worker, 'exit').then(() => {
    throw new Error('a worker ended before it was done');
  });
  // Only a worker that ends too early rejects.
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(worker, 'message'), ended])) as [LoadWorkerMessage];
  return message;
}
