import type { Command } from 'commander';

import { PublisherClient } from '../client/client.ts';
import type { Environment } from '../client/options/environment.ts';
import { addEnvFileFlag, addEnvironmentFlag, loadEnvFile, readInteger } from './flags.ts';
import { stderrLogger } from './output.ts';
import { serviceAddress } from './service.ts';

/** The flags that select a service, and limit the requests to it. */
export interface ServiceFlags {
  readonly environment?: Environment;
  readonly envFile?: string;
  readonly rateLimit?: string;
}

/** A client, and the service that it calls. */
export interface Connection {
  readonly client: PublisherClient;
  readonly environment: Environment;
  readonly origin: string;
  /** For people: `https://commerce.example.com (production)`. */
  readonly name: string;
}

/** Adds the flags that select a service. */
export function addServiceFlags(command: Command): Command {
  addEnvironmentFlag(command).option(
    '--rate-limit <number>',
    'requests per minute of this process (default: no limit)',
  );
  return addEnvFileFlag(command);
}

/** Opens the service that the flags and the environment variables name. @throws UsageError naming the flag or variable */
export function connect({ environment, envFile, rateLimit }: ServiceFlags): Connection {
  if (envFile !== undefined) loadEnvFile(envFile);
  const requestsPerMinute = readInteger('rate-limit', rateLimit, { min: 1 });
  const service = serviceAddress(environment, process.env);
  const client = new PublisherClient({
    environment: service.environment,
    rateLimit: requestsPerMinute === undefined ? undefined : { requestsPerMinute },
    // Price points are read one by one: this leaves capacity for the store's own calls.
    maxConcurrency: 4,
    logger: stderrLogger,
  });
  return { client, ...service, name: `${service.origin} (${service.environment})` };
}
