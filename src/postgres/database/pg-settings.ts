import type * as Pg from 'pg';
import type { Client, CustomTypesConfig, PoolConfig } from 'pg';
import type * as PgBoss from 'pg-boss';

import { invalidOption } from '../../client/errors/index.ts';
import { checkPeer, explainImport, type Peer } from '../../shared/peer.ts';
import type { DatabaseConfig } from './database-options.ts';

/** The optional peers of this entry. */
export interface Peers {
  readonly pg: typeof Pg.default;
  readonly boss: typeof PgBoss;
}

const install = 'npm install pg pg-boss@12.35.0';
const pgPeer: Peer = { name: 'pg', oldest: '8.11.0', install };
/** Older ones lack the lease of a job. The queue reads tables that another major version may change. */
const bossPeer: Peer = {
  name: 'pg-boss',
  oldest: '12.35.0',
  below: '13',
  install,
  otherwise: 'If the project needs another one, load from a folder of its own, with npx',
};

/**
 * Loads `pg` and `pg-boss`.
 *
 * @throws {@link ConfigurationError} with the command that installs what is missing, or too old
 */
export async function loadPeers(): Promise<Peers> {
  return {
    // Before 8.15, its names are on the default export only.
    pg: await load(pgPeer, async () => (await import('pg')).default),
    boss: await load(bossPeer, () => import('pg-boss')),
  };
}

async function load<Module>(peer: Peer, imported: () => Promise<Module>): Promise<Module> {
  checkPeer(peer);
  try {
    return await imported();
  } catch (error) {
    throw explainImport(peer, error);
  }
}

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
    host,
    port,
    user,
    password,
    ssl,
    // Without one in the URL, it is that of the environment, or the name of the user.
    ...(pathname.length > 1 ? { database } : {}),
    ...options,
  };
}

/** Reads a URL, and the files that it names; nothing is connected. */
function readUrl({ Client }: Peers['pg'], connectionString: string, query: URLSearchParams): Client {
  try {
    return new Client({ connectionString: withFullVerification(connectionString, query) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const file = fileParameters.find((name) => 'path' in error && query.get(name) === error.path);
    throw invalidOption('database', file === undefined ? error.message : `${file}: ${error.message}`);
  }
}

/** What `pg` takes as `verify-full` today, with a warning that it will not for ever: here it stays so. */
function withFullVerification(url: string, query: URLSearchParams): string {
  const mode = query.get('sslmode') ?? '';
  if (query.get('uselibpqcompat') === 'true' || !['prefer', 'require', 'verify-ca'].includes(mode))
    return url;
  return url.replace(/([?&]sslmode=)[^&]*/g, '$1verify-full');
}

/**
 * The parsers of this package and pg-boss, by the id of the type; any other type is a string, `bigint` and `numeric` too.
 * An application may replace those of `pg`, which all of its pools share.
 */
const parsers: Readonly<Record<number, (value: string) => unknown>> = {
  16: (value) => value === 't',
  // int2, int4, oid, float4, float8
  ...Object.fromEntries([21, 23, 26, 700, 701].map((type) => [type, Number])),
  // json, jsonb
  ...Object.fromEntries([114, 3802].map((type) => [type, (value: string): unknown => JSON.parse(value)])),
  // int4[]
  1007: (value) => parseArray(value).map((element) => (element === null ? null : Number(element))),
  // text[], varchar[], int8[], uuid[]
  ...Object.fromEntries([1009, 1015, 1016, 2951].map((type) => [type, parseArray])),
  1184: parseTimestamp,
};

/** The parsers, as an option of a pool. */
export const typeParsers: CustomTypesConfig = {
  // The server sends text, as nothing asks for the binary format.
  getTypeParser: (type: number) => parsers[type] ?? String,
};

/** Parses an array of one dimension. */
function parseArray(value: string): (string | null)[] {
  return [...value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/gs)].map(([, quoted, plain]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return plain === undefined || plain === 'NULL' ? null : plain;
  });
}

/** Parses a `timestamptz` such as `2026-10-01 00:00:00.5+02`; offsets of early years have minutes and seconds. */
function parseTimestamp(value: string): Date {
  const [, year = '', rest, sign, ...offset] =
    /^(\d+)(-.+)([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/.exec(value) ?? [];
  // ISO 8601 has a sign and six digits for years after 9999.
  const padded = year.length > 4 ? `+${year.padStart(6, '0')}` : year;
  const local = Date.parse(`${padded}${String(rest).replace(' ', 'T')}Z`);
  const [hours = 0, minutes = 0, seconds = 0] = offset.map((part?: string) => Number(part ?? 0));
  const ahead = (hours * 3600 + minutes * 60 + seconds) * 1000;
  return new Date(sign === '-' ? local + ahead : local - ahead);
}
