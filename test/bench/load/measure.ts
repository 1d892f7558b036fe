import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { Client } from 'pg';

import { PublisherClient } from '../../../src/index.ts';
import { planLoad } from '../../../src/postgres/index.ts';
import { startOwnPostgres } from '../../support/postgres.ts';
import type { JobResult, LoadJob, Range } from '../job.ts';
import { serverSeconds } from './cpu-seconds.ts';
import type { LoadWorkerMessage, LoadWorkerSettings } from './worker.ts';

/** Plans a load into a new database server, and measures its workers once all are warm: from the first job to the last commit. */
export async function measureLoad(job: LoadJob): Promise<JobResult> {
  await using postgres = await startOwnPostgres(['-c', 'max_wal_size=4GB', '-c', 'shared_buffers=256MB']);
  const connection = new Client({ connectionString: postgres.url });
  await connection.connect();
  const plan = async (schema: string, range: Range, rowsPerJob: number): Promise<void> => {
    const client = new PublisherClient({ baseUrl: job.warmUpOrigin, token: 'bench' });
    // The end of a load is excluded.
    const endDate = new Date(Date.parse(range.endDate) + 1);
    await planLoad({
      client,
      database: postgres.url,
      schema,
      ...range,
      endDate,
      rowsPerJob,
      limit: job.limit,
    });
  };
  await plan('warm_up', job.warmUp, 500);
  await plan('bench', job.range, job.rowsPerJob);
  const settings: LoadWorkerSettings = {
    database: postgres.url,
    schema: 'bench',
    origin: job.origin,
    warmUp: { schema: 'warm_up', origin: job.warmUpOrigin },
  };
  const workers = Array.from({ length: job.processes }, () =>
    fork(join(import.meta.dirname, 'worker.ts'), [JSON.stringify(settings)], { execArgv: [] }),
  );
  try {
    await Promise.all(workers.map(messageOf));
    await connection.query('CHECKPOINT');
    const [{ pid }] = (await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [
      { pid: number },
    ];
    const before = serverSeconds(pid);
    const results = Promise.all(workers.map(messageOf));
    for (const worker of workers) worker.send('go');
    const done = await results;
    const postgresSeconds = serverSeconds(pid) - before;
    const { rows } = await connection.query<{ rows: number; milliseconds: number }>(
      `SELECT sum(rows_inserted)::int AS rows,
         1000 * extract(epoch FROM max(committed_at) - min(started_at))::float8 AS milliseconds FROM bench.commits`,
    );
    const [{ rows: count, milliseconds } = { rows: 0, milliseconds: Number.NaN }] = rows;
    return {
      count,
      milliseconds,
      cpuMilliseconds: 1000 * done.reduce((sum, message) => sum + (message.cpuSeconds ?? 0), 0),
      mainMilliseconds: Number.NaN,
      postgresMilliseconds: 1000 * postgresSeconds,
      peakMiB: Math.max(...done.map(({ peakMiB = 0 }) => peakMiB)),
      checksum: 0,
    };
  } finally {
    for (const worker of workers) worker.kill();
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
