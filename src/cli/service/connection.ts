import { PublisherClient } from '../../client/client.ts';
import { createSettings } from '../../client/http/settings.ts';
import { Transport } from '../../client/http/transport.ts';
import { type ClientOptions, resolveOptions } from '../../client/options/client-options.ts';
import type { Environment } from '../../client/options/environment.ts';
import { clientOptionsOf, type RequestFlags } from '../flags/request-options.ts';
import { stderrLogger } from '../terminal/output.ts';
import { serviceAddress } from './service-address.ts';

/** A client, and the service that it calls. */
export interface Connection {
  readonly client: PublisherClient;
  /** What the client sends with. */
  readonly transport: Transport;
  readonly environment: Environment;
  readonly origin: string;
  /** For people: `https://commerce.example.com (production)`. */
  readonly name: string;
}

/**
 * Opens the service that the flags and the environment variables name; `fetch` sends the requests, if it is given.
 *
 * @throws UsageError naming the variable
 */
export function connect(
  flags: RequestFlags & { readonly environment?: Environment | undefined },
  fetch?: ClientOptions['fetch'],
): Connection {
  const service = serviceAddress(flags.environment, process.env);
  const options: ClientOptions = {
    environment: service.environment,
    ...clientOptionsOf(flags),
    // Price points are read one by one: this leaves capacity for the store's own calls.
    maxConcurrency: 4,
    logger: stderrLogger,
    fetch,
  };
  const transport = new Transport(createSettings(resolveOptions(options, process.env)));
  const client = new PublisherClient(transport);
  return { client, transport, ...service, name: `${service.origin} (${service.environment})` };
}
