import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import { stringInput } from '../../client/api/input.ts';
import type { DatabaseError } from './database-error.ts';

/**
 * How to connect to PostgreSQL, as `pg` reads it. Each setting overrides that of the URL; what is missing comes from
 * `PGHOST` and the like.
 */
export interface DatabaseConfig {
  /** URL of the database; its query may set `sslmode`, `sslrootcert`, `sslcert` and `sslkey`. */
  readonly connectionString?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  /** The password, or a function that returns the current one. */
  readonly password?: string | (() => string | Promise<string>) | undefined;
  /** TLS: `true`, or options of `node:tls` such as `{ ca }`; overrides `sslmode` and the like in the URL. */
  readonly ssl?: boolean | object | undefined;
}

/** Where the ledger is stored. */
export interface LedgerDatabaseOptions {
  /** The database: a URL such as `postgres://user@host:5432/finance`, or the settings of a connection. */
  readonly database: string | DatabaseConfig;
  /**
   * Schema of the tables, up to 40 lowercase letters, digits and underscores. The queue has a schema of its own, whose
   * name has the suffix `_jobs`.
   * @defaultValue `'publisher_commerce'`
   */
  readonly schema?: string | undefined;
  /** How long to retry while the database cannot be reached, in milliseconds, up to a day. @defaultValue a minute */
  readonly retryFor?: number | undefined;
  /** Called with each failure that is retried, once a second. */
  readonly onReconnect?: ((error: DatabaseError) => void) | undefined;
}

const urlRule = 'must be a URL of PostgreSQL, for example postgres://user@host:5432/finance';
const encodingRule =
  'must have user, password and name percent-encoded: # as %23, % as %25, / as %2F, ? as %3F, @ as %40; or set PGPASSWORD';
const hostRule =
  'must have one host, without target_session_attrs: name one that moves with the primary, such as a DNS name or PgBouncer';

/** Validates the URL of a database. No message quotes it: it contains the password. */
const databaseUrl = z.string({ error: urlRule }).superRefine((url, context) => {
  const rule = brokenRule(url);
  if (rule !== undefined) context.addIssue({ code: 'custom', message: rule });
});

const configSchema = inputObject('{ host: "db.example.com", database: "finance", user: "loader" }', {
  connectionString: databaseUrl.optional(),
  host: stringInput('db.example.com')
    .refine((host) => host.startsWith('/') || !host.includes(','), { error: hostRule })
    .optional(),
  port: z.int({ error: 'must be an integer from 1 to 65535' }).min(1).max(65_535).optional(),
  database: stringInput('finance').optional(),
  user: stringInput('loader').optional(),
  password: z
    .custom<DatabaseConfig['password']>((value) => typeof value === 'string' || typeof value === 'function', {
      error: 'must be a string, or a function that returns one',
    })
    .optional(),
  ssl: z
    .union([z.boolean(), z.looseObject({})], { error: 'must be true, false or options of node:tls' })
    .optional(),
});

/** The options of the database, to be part of other options. */
export const databaseShape = {
  database: z
    .union([databaseUrl, configSchema], {
      error: ({ input }) =>
        input === undefined ? `is required, and ${urlRule}` : typeof input === 'string' ? urlRule : undefined,
    })
    .transform((value): DatabaseConfig => {
      const { connectionString, ...settings } =
        typeof value === 'string' ? { connectionString: value } : value;
      return { ...settings, connectionString: connectionString && withHost(connectionString) };
    }),
  schema: z
    .string({ error: 'must be a string' })
    .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,39}$/, {
      error: 'must be up to 40 lowercase letters, digits and underscores, and not begin with a digit or pg_',
    })
    .refine((name) => name !== 'information_schema', {
      error: "must not be information_schema: it is the server's",
    })
    .default('publisher_commerce'),
};

/** `pg` accepts a user without a host, as `psql` does, if the query names the host; `URL` does not. */
function withHost(url: string): string {
  return /^[^?]*@\/.*[?&]host=./.test(url) ? url.replace('@/', '@localhost/') : url;
}

function brokenRule(url: string): string | undefined {
  if (!scheme.test(url)) return urlRule;
  if (!isEncoded(url)) return encodingRule;
  if (!hasOneHost(url)) return hostRule;
  return URL.canParse(withHost(url)) ? undefined : urlRule;
}

const scheme = /^postgres(?:ql)?:\/\/(?=.)/;

/** The parts of a URL as they are written: what is before the path, the path, and the query. */
function partsOf(url: string): readonly [authority: string, path: string, query: string] {
  const [, authority = '', path = '', query = ''] =
    /^([^/?]*)([^?]*)(.*)$/s.exec(url.replace(scheme, '')) ?? [];
  return [authority, path, query];
}

/**
 * Whether no part of a password can be read as the host, the port or the name: what is after the `@` of a user would be in
 * the path or the query then.
 */
function isEncoded(url: string): boolean {
  const [authority, path, query] = partsOf(url);
  const isCut = path === '' ? query.includes('@') : path.includes('@');
  if (url.includes('#') || isCut) return false;
  try {
    for (const part of [authority, path]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function hasOneHost(url: string): boolean {
  const [authority, , query] = partsOf(url);
  const parameters = new URLSearchParams(query);
  const hosts = [authority.replace(/^.*@/s, ''), parameters.get('host') ?? ''];
  return !parameters.has('target_session_attrs') && !hosts.some((host) => host.includes(','));
}
