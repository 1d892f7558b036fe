import type { PoolConfig } from 'pg';

import type { DatabaseConfig } from './database-option.ts';
import type { Peers } from './load-peers.ts';

/** Parameters of the URL's query that `pg` passes on as they are. */
const parameters = [
  'application_name',
  'client_encoding',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'query_timeout',
  'sslnegotiation',
  'statement_timeout',
];

/**
 * Returns the settings of a connection. `pg` would let the URL override those beside it, a password even with one that
 * is empty: here they win.
 */
export function poolSettings(
  { Client }: Peers['pg'],
  { connectionString, ...given }: DatabaseConfig,
): PoolConfig {
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (connectionString === undefined) return options;
  const { searchParams, pathname } = new URL(connectionString);
  const query = [...searchParams].filter(([name]) => parameters.includes(name));
  // It only reads the URL: nothing is connected.
  const { host, port, user, password, database, ssl } = new Client({ connectionString });
  return {
    ...Object.fromEntries(query),
    ...{ host, port, user, password, ssl },
    // Without one in the URL, it is that of the environment, or the name of the user.
    ...(pathname.length > 1 ? { database } : {}),
    ...options,
  };
}
