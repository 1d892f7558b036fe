import { PublisherClient } from '../../client.ts';
import type { DriftEvent } from '../../validation/validation.ts';
import type { ExportSettings } from './export-settings.ts';

/** A connection to the service of an export. */
export interface Connection extends AsyncDisposable {
  readonly client: PublisherClient;
}

/** Connects to the service of the environment variables, or to the built-in sandbox with rows in the range. */
export async function connect(
  { transactions, startDate, endDate, environment }: ExportSettings,
  onDrift: (event: DriftEvent) => void,
): Promise<Connection> {
  if (transactions === null) {
    return { client: new PublisherClient({ environment, onDrift }), async [Symbol.asyncDispose]() {} };
  }
  // Not loaded for the real service.
  const { createSandbox } = await import('../../sandbox/index.ts');
  const sandbox = createSandbox({ transactions, period: { start: startDate, end: endDate } });
  const { baseUrl, token, fetch } = sandbox;
  const client = new PublisherClient({ environment: 'production', baseUrl, token, fetch, onDrift });
  return { client, [Symbol.asyncDispose]: () => sandbox.close() };
}
