import { setTimeout as delay } from 'node:timers/promises';

import type { Pool, PoolClient, QueryResultRow } from 'pg';

import { DatabaseError, isUnreachable, toDatabaseError } from './database-error.ts';
import type { DatabaseConfig } from './database-options.ts';
import { createOutage, type Patience } from './outage.ts';
import { loadPeers, type Peers, poolSettings, typeParsers } from './pg-settings.ts';
import { type Tables, tablesOf } from './tables.ts';

/** Runs statements. */
export interface Queries {
  /** Runs a statement, or several without values, and returns the rows. @throws {@link DatabaseError} */
  readonly query: <Row extends QueryResultRow = QueryResultRow>(
    sql: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
}

/** An open transaction. */
export interface DatabaseTransaction extends Queries {
  /** The connection, for COPY. */
  readonly client: PoolClient;
}

/**
 * A pool of connections. Statements and transactions wait for a database that cannot be reached, and are run again: all are
 * safe to repeat, also if what was lost was the response to a COMMIT.
 *
 * A pooler of the server may give each transaction another session: nothing that belongs to one may
 * outlive a transaction, such as a setting, a temporary table, a lock or a prepared statement.
 */
export interface Database extends Queries, AsyncDisposable {
  readonly tables: Tables;
  readonly peers: Peers;
  /**
   * Runs statements in a transaction, which is rolled back if `work` throws; `timeout` is that of a statement. After a
   * deadlock or a lost connection, `work` is called again.
   */
  readonly transaction: <Result>(
    work: (transaction: DatabaseTransaction) => Promise<Result>,
    timeout?: number,
  ) => Promise<Result>;
  /** Returns what `pg` or `pg-boss` threw as an error without secrets. */
  readonly toError: (thrown: unknown) => Error;
}

/** How long to wait for a connection, in milliseconds. */
const connectTimeout = 10_000;

/** After so many milliseconds without data, the operating system checks whether the other end still responds. */
const keepAliveDelay = 10_000;

/**
 * How long a statement may take before the database counts as unreachable, in milliseconds: one of its own is short; one
 * in a transaction may write the rows of a job.
 */
const statementTimeout = 60_000;
const longStatementTimeout = 600_000;

/**
 * Begins a transaction whose statements mean the same for every role, database and session: a name without a schema is the
 * server's, since an operator of a stranger would run with the rights of whoever loads. For one transaction, because a pooler
 * gives the next one another session. Nothing is compiled: that takes a second where a table is not analyzed yet, and saves
 * milliseconds.
 */
const begin = `BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL search_path = pg_catalog, pg_temp; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL standard_conforming_strings = on; SET LOCAL jit = off`;

/** Opens a pool of connections, and tests it with one. @throws {@link DatabaseError} */
export async function openDatabase(
  config: DatabaseConfig,
  schema: string,
  connections: number,
  patience: Patience = {},
): Promise<Database> {
  const peers = await loadPeers();
  const secrets = secretsOf(config);
  const pool = new peers.pg.Pool({
    application_name: 'publisher-commerce',
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelay,
    query_timeout: longStatementTimeout,
    types: typeParsers,
    ...poolSettings(peers.pg, config),
    max: connections,
  });
  // An idle connection that is lost is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  const toError = (thrown: unknown): Error => toDatabaseError(thrown, secrets);
  const { responded, outlast } = createOutage(patience);
  const queriesOn = (client: PoolClient, timeout?: number): Queries =>
    queriesOf(client, toError, responded, timeout);
  const tables = tablesOf(schema);
  const withClient = <Result>(work: ClientWork<Result>): Promise<Result> =>
    outlast(() => retryConflicts(() => useClient(pool, toError, work)));
  const transaction: Database['transaction'] = (work, timeout) =>
    withClient(async (client, drop) => {
      const queries = queriesOn(client, timeout);
      try {
        await queries.query(begin);
        const result = await work({ ...queries, client });
        await queries.query('COMMIT');
        return result;
      } catch (error) {
        // The server rolls back what a lost connection began; a silent one would have to time out again.
        if (isUnreachable(error)) throw error;
        await queries
          .query('ROLLBACK')
          .catch(drop)
          .catch(() => undefined);
        throw error;
      }
    });
  const database: Database = {
    tables,
    peers,
    toError,
    query: <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      transaction(({ query }) => query<Row>(sql, values), statementTimeout),
    transaction,
    [Symbol.asyncDispose]: () => pool.end(),
  };
  try {
    await checkServer(database);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}

/** How often to run again what the server rolled back because of another transaction. */
const conflictRetries = 5;

/** What a replica cancels because of rows that were vacuumed, and deadlocks. */
const conflicts = ['40001', '40P01'];

async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      const isConflict = error instanceof DatabaseError && conflicts.includes(error.sqlState ?? '');
      if (!isConflict || retries === conflictRetries) throw error;
      // A random time: two transactions that wait equally long would conflict again.
      await delay(Math.random() * 100 * (retries + 1));
    }
  }
}

/** Work on a connection; `drop` throws its argument, and removes the connection from the pool. */
type ClientWork<Result> = (client: PoolClient, drop: (error: unknown) => never) => Promise<Result>;

async function useClient<Result>(
  pool: Pool,
  toError: (thrown: unknown) => Error,
  work: ClientWork<Result>,
): Promise<Result> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw toError(error);
  }
  // The pool listens to idle connections only; without a listener, a lost one would end the process.
  let lost: Error | undefined;
  const onError = (error: Error): void => void (lost = error);
  client.on('error', onError);
  const drop = (error: unknown): never => {
    lost ??= toError(error);
    throw error;
  };
  try {
    return await work(client, drop);
  } catch (error) {
    if (isUnreachable(error)) lost ??= error;
    throw error;
  } finally {
    client.off('error', onError);
    client.release(lost);
  }
}

function queriesOf(
  client: PoolClient,
  toError: (thrown: unknown) => Error,
  onResponse: () => void,
  timeout?: number,
): Queries {
  return {
    query: async <Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) => {
      try {
        // Its type lacks the timeout.
        const statement = { text: sql, values: [...values], query_timeout: timeout };
        // Several statements at once, as pg-boss sends them, have a result each: the type does not tell.
        const results = [await client.query<Row>(statement)].flat();
        onResponse();
        return results.flatMap(({ rows }) => rows);
      } catch (error) {
        throw toError(error);
      }
    },
  };
}

async function checkServer(database: Database): Promise<void> {
  const [row] = await database.query<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  if (row?.encoding === 'UTF8') return;
  throw new DatabaseError(
    `the encoding of the database is ${String(row?.encoding)}: create one with ENCODING 'UTF8'`,
    { reason: 'failed' },
  );
}

/** Returns the strings that must not be in a message. */
function secretsOf({ connectionString, password }: DatabaseConfig): readonly string[] {
  const written = connectionString === undefined ? '' : new URL(connectionString).password;
  const given = typeof password === 'string' ? password : '';
  // Short ones would redact parts of words.
  return [written, decodeURIComponent(written), given, connectionString ?? ''].filter(
    (secret) => secret.length >= 4,
  );
}

/** When a read began, in the order of all reads. */
export interface ReadMoment {
  /** An integer: a later read has a higher one, whatever the clocks say. */
  readonly number: string;
  /** Time of the database, for people. */
  readonly time: string;
}

/** Returns the next moment of a read. */
export async function nextRead({ query, tables }: Pick<Database, 'query' | 'tables'>): Promise<ReadMoment> {
  const [row] = await query<{ number: string; time: string }>(
    `SELECT nextval($1)::text AS number, to_json(clock_timestamp()) #>> '{}' AS time`,
    [tables.readNumbers],
  );
  if (!row) throw new Error('the database returned no number');
  return row;
}
