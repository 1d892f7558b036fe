import { PublisherClient } from '../../../client/client.ts';
import type { Hooks } from '../../../client/options/hooks.ts';
import type { LedgerDatabaseOptions, WorkLoadOptions } from '../../../postgres/index.ts';
import {
  clientOptionsOf,
  defaultRetryFor,
  type RequestFlags,
  saysRetry,
} from '../../flags/request-options.ts';
import { serviceAddress } from '../../service/service-address.ts';
import { UsageError } from '../../terminal/command-error.ts';
import { stderrLogger } from '../../terminal/output.ts';
import type { WorkFlags } from './loading-flags.ts';
import type { LoadStatusFlags, LoadVerifyFlags } from './table-flags.ts';

/** The flags that every subcommand has, and the environment, which those that send requests have. */
export type DatabaseFlags = Pick<
  LoadStatusFlags,
  'databaseUrl' | 'schema' | 'retryFor' | 'quiet' | 'envFile'
> &
  Partial<Pick<LoadVerifyFlags, 'environment'>>;

/** The flags of a subcommand that sends requests. */
type ServiceFlags = Pick<LoadVerifyFlags, 'environment' | 'source' | keyof RequestFlags>;

/** The database of the flags or the environment, and how long to wait for it. */
export interface DatabaseTarget extends Pick<LedgerDatabaseOptions, 'retryFor' | 'onReconnect'> {
  readonly database: string;
  readonly schema: string | undefined;
}

/** Reads the flags of the database. The library validates them. @throws UsageError if the URL is missing */
export function readDatabase(
  { databaseUrl, schema, retryFor = defaultRetryFor, quiet }: DatabaseFlags,
  env: NodeJS.ProcessEnv,
): DatabaseTarget {
  const database = databaseUrl ?? env['DATABASE_URL'];
  const sayRetry = saysRetry(retryFor, quiet === true);
  if (database) return { database, schema, retryFor, onReconnect: ({ message }) => sayRetry(message) };
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
  const limits = clientOptionsOf(requests);
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
    },
  };
}
