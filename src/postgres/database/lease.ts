import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import { DatabaseError } from './database-error.ts';
import type { Database, Queries } from './open-database.ts';

/** The process that others wait for. */
export type LeaseHolder = {
  readonly host: string;
  readonly pid: number;
  /** Since when, by the clock of the database. */
  readonly since: string;
};

/** A lease that this process holds. */
export interface Lease {
  /** Aborts when another process has taken it over. */
  readonly signal: AbortSignal;
  /**
   * To be the last statement of a transaction: the lease cannot be taken over until it has committed.
   *
   * @throws {@link DatabaseError} when the lease was taken over; nothing must be written then
   */
  readonly confirm: (transaction: Queries) => Promise<void>;
}

/** How to wait for a lease. */
export interface LeaseWait {
  readonly signal?: AbortSignal | undefined;
  /** Called with each process that holds the lease meanwhile. */
  readonly onWait?: ((holder: LeaseHolder) => void) | undefined;
}

/** After so many seconds without a word from its holder, a lease is free. */
export const leaseSeconds = 30;

/** How long to wait before a lease is tried again, in milliseconds. */
const retryInterval = 200;

/**
 * Runs `work` while holding a lease of the schema, after waiting for other holders. It is a row, and no lock of the server:
 * that would belong to a connection, which a pooler gives to others after each transaction.
 */
export async function withLease<Result>(
  database: Database,
  name: string,
  work: (lease: Lease) => Promise<Result>,
  { signal, onWait, seconds }: LeaseWait & { readonly seconds?: number } = {},
): Promise<Result> {
  for (let last: LeaseHolder | undefined; ;) {
    const taken = await tryLease(database, name, work, seconds);
    if ('result' in taken) return taken.result;
    const { holder } = taken;
    if (holder.since !== last?.since || holder.pid !== last.pid) onWait?.(holder);
    last = holder;
    await delay(retryInterval, undefined, { signal });
  }
}

/** Runs `work` while holding a lease of the schema; returns its holder at once if another process has it. */
export async function tryLease<Result>(
  database: Database,
  name: string,
  work: (lease: Lease) => Promise<Result>,
  seconds = leaseSeconds,
): Promise<{ readonly result: Result } | { readonly holder: LeaseHolder }> {
  const { query, tables } = database;
  const owner = randomUUID();
  const holder = await acquire(database, name, owner, seconds);
  if (holder) return { holder };
  const lost = (): DatabaseError =>
    new DatabaseError(
      `another process has taken over, since this one was not seen for ${seconds} seconds (${name}); or the database has failed ` +
        'over to a standby that lacked the last moments',
      { reason: 'lost_lease' },
    );
  const isMine = async (run: Queries['query'], sql: string, ...values: unknown[]): Promise<boolean> =>
    (await run(sql, [name, owner, ...values])).length > 0;
  using held = keepHolding(
    () =>
      isMine(
        query,
        `UPDATE ${tables.leases} SET expires_at = clock_timestamp() + make_interval(secs => $3)
         WHERE name = $1 AND owner = $2 RETURNING name`,
        seconds,
      ),
    (seconds * 1000) / 3,
    lost,
  );
  const confirm: Lease['confirm'] = async (transaction) => {
    const sql = `SELECT name FROM ${tables.leases} WHERE name = $1 AND owner = $2 FOR UPDATE`;
    if (!(await isMine(transaction.query, sql))) throw lost();
  };
  try {
    return { result: await work({ signal: held.signal, confirm }) };
  } catch (error) {
    throw held.signal.aborted ? held.signal.reason : error;
  } finally {
    // Without the database, the lease cannot be released, and expires.
    await query(`DELETE FROM ${tables.leases} WHERE name = $1 AND owner = $2`, [name, owner]).catch(
      () => undefined,
    );
  }
}

/** Takes a lease that is free or has expired, by the clock of the database; returns its holder otherwise. */
async function acquire(
  { query, tables }: Database,
  name: string,
  owner: string,
  seconds: number,
): Promise<LeaseHolder | undefined> {
  for (;;) {
    const [holder] = await query<{ host: string; pid: number; taken_at: Date }>(
      `SELECT host, pid, taken_at FROM ${tables.leases}
       WHERE name = $1 AND owner <> $2 AND expires_at > clock_timestamp()`,
      [name, owner],
    );
    if (holder) return { host: holder.host, pid: holder.pid, since: holder.taken_at.toISOString() };
    // Another process may have taken it since: then no row is written. This one may have, and not got the response.
    const [taken] = await query(
      `INSERT INTO ${tables.leases} AS held (name, owner, host, pid, taken_at, expires_at)
       VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5))
       ON CONFLICT (name) DO UPDATE
       SET owner = excluded.owner, host = excluded.host, pid = excluded.pid, taken_at = excluded.taken_at,
         expires_at = excluded.expires_at
       WHERE held.expires_at <= clock_timestamp() OR held.owner = excluded.owner RETURNING name`,
      [name, owner, hostname(), process.pid, seconds],
    );
    if (taken) return undefined;
  }
}

/** Something that this process holds for a while. */
export interface Held extends Disposable {
  /** Aborts when another process has it. */
  readonly signal: AbortSignal;
}

/** Says again and again that this process still holds something, until it is disposed; `touch` returns whether it does. */
export function keepHolding(touch: () => Promise<boolean>, interval: number, lost: () => Error): Held {
  const controller = new AbortController();
  const heartbeat = startHeartbeat(async () => {
    if (!(await touch())) controller.abort(lost());
  }, interval);
  return { signal: controller.signal, [Symbol.dispose]: () => heartbeat[Symbol.dispose]() };
}

/** Acts at an interval, unless it still does, until it is disposed. A failure says nothing: the next attempt may succeed. */
export function startHeartbeat(act: () => Promise<unknown>, interval: number): Disposable {
  let acting = false;
  const timer = setInterval(() => {
    if (acting) return;
    acting = true;
    void act()
      .catch(() => undefined)
      .finally(() => (acting = false));
  }, interval);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
