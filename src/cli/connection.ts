import { PublisherClient } from '../client/client.ts';
import type { ClientOptions } from '../client/options/client-options.ts';
import type { Environment } from '../client/options/environment.ts';
import { stderrLogger } from './output.ts';
import { serviceAddress } from './service.ts';

/** A client, and the service that it calls. */
export interface Connection {
  readonly client: PublisherClient;
  readonly environment: Environment;
  readonly origin: string;
  /** For people: `https://commerce.example.com (production)`. */
  readonly name: string;
}

/** Opens the service that the flags and the environment variables name. @throws UsageError naming the variable */
export function connect({
  environment,
  rateLimit,
}: Pick<ClientOptions, 'environment' | 'rateLimit'>): Connection {
  const service = serviceAddress(environment, process.env);
  const client = new PublisherClient({
    environment: service.environment,
    rateLimit,
    // Price points are read one by one: this leaves capacity for the store's own calls.
    maxConcurrency: 4,
    logger: stderrLogger,
  });
  return { client, ...service, name: `${service.origin} (${service.environment})` };
}
