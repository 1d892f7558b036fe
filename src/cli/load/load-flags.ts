import { PublisherClient } from '../../client/client.ts';
import type { Environment } from '../../client/options/environment.ts';
import type { WorkLoadOptions } from '../../postgres/index.ts';
import { UsageError } from '../command-error.ts';
import { readInteger, readLimits } from '../flags.ts';
import { stderrLogger } from '../output.ts';
import { serviceAddress } from '../service.ts';

/** The flags of all subcommands of `load`. */
export interface LoadFlags {
  readonly start?: string;
  readonly end?: string;
  readonly month?: string;
  readonly databaseUrl?: string;
  readonly schema?: string;
  readonly rowsPerJob?: string;
  readonly limit?: string;
  readonly load?: string;
  readonly concurrency?: string;
  readonly lookBack?: string;
  readonly rateLimit?: string;
  readonly maxConcurrency?: string;
  readonly online?: true;
  readonly deep?: true;
  readonly failIfBusy?: true;
  readonly environment?: Environment;
  readonly envFile?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** The database of the flags or the environment. */
export interface DatabaseTarget {
  readonly database: string;
  readonly schema: string | undefined;
}

/** Reads the flags of the database. The library validates them. @throws UsageError if the URL is missing */
export function readDatabase({ databaseUrl, schema }: LoadFlags, env: NodeJS.ProcessEnv): DatabaseTarget {
  const database = databaseUrl ?? env['DATABASE_URL'];
  if (database) return { database, schema };
  throw new UsageError('--database-url: is required; or set DATABASE_URL, for example with --env-file');
}

/** The flags that decide how a load is split. */
export function readPlanFlags({ rowsPerJob, limit }: LoadFlags): {
  readonly rowsPerJob: number | undefined;
  readonly limit: number | undefined;
} {
  return {
    rowsPerJob: readInteger('rows-per-job', rowsPerJob, { min: 1, max: 100_000 }),
    limit: readInteger('limit', limit, { min: 1, max: 10_000 }),
  };
}

/** The service of the environment variables. */
interface LoadService {
  readonly client: PublisherClient;
  readonly baseUrl: string;
}

/**
 * Connects to the service that the environment variables name; nothing is sent yet.
 *
 * @throws UsageError if a flag is invalid, or a variable is missing or invalid
 */
export function connectToService(
  flags: LoadFlags,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): LoadService {
  const limits = readLimits(flags);
  const { environment } = serviceAddress(flags.environment, env);
  const client = new PublisherClient({
    ...limits,
    environment,
    logger: stderrLogger,
    onDrift: ({ path, expected, received }) =>
      say(`schema drift: ${path}: expected ${expected}, received ${received}; stored as received`),
  });
  return { client, baseUrl: client.baseUrl };
}

/** What `load work` and `load sync` work with. */
interface Worker {
  readonly target: DatabaseTarget;
  /** The options of the library. */
  readonly options: Omit<WorkLoadOptions, 'load'>;
}

/** Reads the flags of a worker. @throws UsageError if a flag is invalid, or a variable is missing or invalid */
export function readWorker(flags: LoadFlags, signal: AbortSignal, say: (line: string) => void): Worker {
  const concurrency = readInteger('concurrency', flags.concurrency, { min: 1, max: 32 });
  const target = readDatabase(flags, process.env);
  const service = connectToService(flags, process.env, say);
  return { target, options: { ...target, ...service, concurrency, signal, onReconnect: saysReconnect(say) } };
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
