import { PublisherClient } from '../client/client.ts';
import type { Environment } from '../client/options/environment.ts';
import { stderrLogger } from './output.ts';
import { limitsOf, type RequestFlags } from './request-options.ts';
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
export function connect(
  flags: RequestFlags & { readonly environment?: Environment | undefined },
): Connection {
  const service = serviceAddress(flags.environment, process.env);
  const client = new PublisherClient({
    environment: service.environment,
    ...limitsOf(flags),
    // Price points are read one by one: this leaves capacity for the store's own calls.
    maxConcurrency: 4,
    logger: stderrLogger,
  });
  return { client, ...service, name: `${service.origin} (${service.environment})` };
}
