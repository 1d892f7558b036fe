import type { Client, PoolConfig } from 'pg';

import { ConfigurationError } from '../../errors/index.ts';
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

/** Parameters that name a file. */
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * Returns the settings of a connection. `pg` would let the URL override those beside it, a password even with one that
 * is empty: here they win.
 *
 * @throws {@link ConfigurationError} naming the parameter of the URL that `pg` cannot use
 */
export function poolSettings(pg: Peers['pg'], { connectionString, ...given }: DatabaseConfig): PoolConfig {
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (connectionString === undefined) return options;
  const { searchParams, pathname } = new URL(connectionString);
  const query = [...searchParams].filter(([name]) => parameters.includes(name));
  const { host, port, user, password, database, ssl } = readUrl(pg, connectionString, searchParams);
  return {
    ...Object.fromEntries(query),
    ...{ host, port, user, password, ssl },
    // Without one in the URL, it is that of the environment, or the name of the user.
    ...(pathname.length > 1 ? { database } : {}),
    ...options,
  };
}

/** Reads a URL, and the files that it names; nothing is connected. */
function readUrl({ Client }: Peers['pg'], connectionString: string, query: URLSearchParams): Client {
  try {
    return new Client({ connectionString });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const file = fileParameters.find((name) => 'path' in error && query.get(name) === error.path);
    throw new ConfigurationError(
      'database',
      file === undefined ? error.message : `${file}: ${error.message}`,
    );
  }
}
