import { readFileSync } from 'node:fs';

import { execute } from '../../support/postgres.ts';

/** Ticks of the clock that Linux counts CPU in, per second. */
const ticks = 100;

/** The CPU of all connections that a server of this machine has closed so far, in ms. Linux only. */
export async function serverCpu(database: string): Promise<number> {
  const [row] = await execute(
    database,
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
  );
  const stat = readFileSync(`/proc/${String(row?.['pid'])}/stat`, 'utf8');
  // Those after the name, which may contain spaces: its utime and stime, and cutime and cstime of processes that have ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const sum = fields.slice(11, 15).reduce((total, value) => total + Number(value), 0);
  return (1000 * sum) / ticks;
}
