import { PublisherClient } from '../../client.ts';
import { readEnvironment } from '../read-environment.ts';
import { readInteger } from '../read-integer.ts';
import { serviceAddress } from '../service-address.ts';
import { UsageError } from '../usage-error.ts';
import type { LoadFlags } from './load-flags.ts';

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
  return { rowsPerJob: readInteger('rows-per-job', rowsPerJob), limit: readInteger('limit', limit) };
}

/** The service of the environment variables. */
export interface LoadService {
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
  const requestsPerMinute = readInteger('rate-limit', flags.rateLimit);
  const maxConcurrency = readInteger('max-concurrency', flags.maxConcurrency);
  const { environment } = serviceAddress(readEnvironment(flags.environment), env);
  const client = new PublisherClient({
    environment,
    rateLimit: requestsPerMinute === undefined ? undefined : { requestsPerMinute },
    maxConcurrency,
    onDrift: ({ path, expected, received }) =>
      say(`schema drift: ${path}: expected ${expected}, received ${received}; stored as received`),
  });
  return { client, baseUrl: client.baseUrl };
}
