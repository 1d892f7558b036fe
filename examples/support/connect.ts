import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { type ClientOptions, PublisherClient, utcMonth, type UtcRange } from 'publisher-commerce';
import type { Sandbox, SandboxOptions } from 'publisher-commerce/sandbox';

export interface Connection extends AsyncDisposable {
  readonly client: PublisherClient;
  /** What it is connected to, for display. */
  readonly description: string;
  /** Absent for a real service. */
  readonly sandbox?: Sandbox;
  /** The service's time. */
  readonly now: () => Date;
}

export interface ConnectOptions {
  readonly client?: ClientOptions;
  /** For a sandbox only; `data` is the file that keeps its state from run to run. */
  readonly sandbox?: SandboxOptions;
}

/** Returns a client of the service named by the environment, or of a sandbox on a loopback port. */
export async function connect({ client, sandbox }: ConnectOptions = {}): Promise<Connection> {
  if (namesService()) {
    const ofService = new PublisherClient(client);
    return {
      client: ofService,
      description: ofService.baseUrl,
      now: () => new Date(),
      async [Symbol.asyncDispose]() {},
    };
  }
  // Imported here, because the real service does not need it.
  const { createSandbox } = await import('publisher-commerce/sandbox');
  if (sandbox?.data) mkdirSync(dirname(sandbox.data), { recursive: true });
  const opened = createSandbox({ now: today, ...sandbox });
  const server = await opened.listen();
  const address = opened.clientOptions;
  return {
    client: new PublisherClient({ ...client, ...address }),
    description: `a sandbox on ${server.url}`,
    sandbox: opened,
    now: () => new Date(opened.state().clock),
    async [Symbol.asyncDispose]() {
      await server.close();
      await opened.close();
    },
  };
}

/** The calendar month before this one, in UTC. */
export function lastMonth(now = today()): UtcRange {
  return utcMonth('last', now);
}

/** Today; with a sandbox always the same day, so that an example prints the same every day. */
function today(): Date {
  return namesService() ? new Date() : new Date('2026-11-01T06:00:00Z');
}

/** Whether the environment names a service; if only one variable is set, the client names the missing one. */
function namesService(): boolean {
  const { PUBLISHER_BASE_URL, PUBLISHER_TOKEN, PUBLISHER_ENVIRONMENT } = process.env;
  return Boolean(PUBLISHER_BASE_URL || PUBLISHER_TOKEN || PUBLISHER_ENVIRONMENT);
}

/** Where an example keeps its state between runs: separate for sandbox and service. */
export function outFolder(): string {
  return namesService() ? 'out' : 'out/sandbox';
}
