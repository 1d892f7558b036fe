import { PublisherClient } from '../../client/client.ts';
import type { Hooks } from '../../client/options/hooks.ts';
import type { WorkLoadOptions } from '../../postgres/index.ts';
import { UsageError } from '../command-error.ts';
import { stderrLogger } from '../output.ts';
import { limitsOf, type RequestFlags } from '../request-options.ts';
import { serviceAddress } from '../service.ts';
import type { StatusFlags, VerifyFlags, WorkFlags } from './command.ts';

/** The flags that every subcommand has. */
export type DatabaseFlags = Pick<StatusFlags, 'databaseUrl' | 'schema'>;

/** The flags of a subcommand that sends requests. */
type ServiceFlags = Pick<VerifyFlags, 'environment' | 'source' | keyof RequestFlags>;

/** The database of the flags or the environment. */
export interface DatabaseTarget {
  readonly database: string;
  readonly schema: string | undefined;
}

/** Reads the flags of the database. The library validates them. @throws UsageError if the URL is missing */
export function readDatabase({ databaseUrl, schema }: DatabaseFlags, env: NodeJS.ProcessEnv): DatabaseTarget {
  const database = databaseUrl ?? env['DATABASE_URL'];
  if (database) return { database, schema };
  throw new UsageError('--database-url: is required; or set DATABASE_URL, for example with --env-file');
}

/** The service of the environment variables. */
interface LoadService {
  readonly client: PublisherClient;
  readonly source: string | undefined;
}

/**
 * Connects to the service that the environment variables name; nothing is sent yet.
 *
 * @throws UsageError if a variable is missing or invalid
 */
export function connectToService(
  { environment: given, source, ...requests }: ServiceFlags,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  hooks: Hooks = {},
): LoadService {
  const { environment } = serviceAddress(given, env);
  const limits = limitsOf(requests);
  const client = new PublisherClient({
    environment,
    ...limits,
    hooks: { ...limits.hooks, ...hooks },
    logger: stderrLogger,
    onDrift: ({ path, expected, received }) =>
      say(`schema drift: ${path}: expected ${expected}, received ${received}; stored as received`),
  });
  return { client, source };
}

/** The key of hashed columns. */
export function hashKeyOf(env: NodeJS.ProcessEnv): string | undefined {
  return env['PUBLISHER_HASH_KEY'] || undefined;
}

/** What `load work` and `load sync` work with. */
interface Worker {
  readonly target: DatabaseTarget;
  /** The options of the library. */
  readonly options: Omit<WorkLoadOptions, 'load'>;
}

/** Reads the flags of a worker. @throws UsageError if a variable is missing or invalid */
export function readWorker(
  flags: Omit<WorkFlags, 'load'>,
  signal: AbortSignal,
  say: (line: string) => void,
  hooks?: Hooks,
): Worker {
  const target = readDatabase(flags, process.env);
  const service = connectToService(flags, process.env, say, hooks);
  const { concurrency, removeAfter } = flags;
  return {
    target,
    options: {
      ...{ ...target, ...service, concurrency, removeAfter, signal },
      // The client has waited as long as --retry-for allows.
      endWhenRateLimited: true,
      hashKey: hashKeyOf(process.env),
      onReconnect: saysReconnect(say),
    },
  };
}

/** Repetitions of the same outage are not worth a line, in milliseconds. */
const quietTime = 60_000;

/** Returns a function that reports a lost connection, once for each outage. */
function saysReconnect(say: (line: string) => void): (error: Error) => void {
  let last = -Infinity;
  return ({ message }) => {
    const now = performance.now();
    if (now - last > quietTime) say(`${message}; trying again for a minute`);
    last = now;
  };
}
