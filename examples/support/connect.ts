import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { type ClientOptions, PublisherClient } from 'publisher-commerce';
import type { Sandbox, SandboxOptions } from 'publisher-commerce/sandbox';

export interface Connection extends AsyncDisposable {
  readonly client: PublisherClient;
  /** What it is connected to, for people to read. */
  readonly description: string;
  /** Absent for a real service. */
  readonly sandbox?: Sandbox;
  /** The service's time. */
  readonly now: () => Date;
}

export interface ConnectOptions {
  readonly client?: ClientOptions;
  /** Only for a sandbox; `data` is the file in which it lives on from run to run. */
  readonly sandbox?: SandboxOptions;
  /** What is there already when a sandbox is new. */
  readonly prepare?: (client: PublisherClient) => Promise<unknown>;
}

/** A client of the service that the environment names, else of a sandbox on a loopback port. */
export async function connect({ client, sandbox, prepare }: ConnectOptions = {}): Promise<Connection> {
  if (namesService()) {
    return {
      client: new PublisherClient({ logger: warningsOnly, ...client }),
      description: String(process.env.PUBLISHER_BASE_URL),
      now: () => new Date(),
      async [Symbol.asyncDispose]() {},
    };
  }
  // Only here, since a program for the real service has no use for it.
  const { createSandbox } = await import('publisher-commerce/sandbox');
  const isNew = !sandbox?.data || !existsSync(sandbox.data);
  if (sandbox?.data) mkdirSync(dirname(sandbox.data), { recursive: true });
  const opened = createSandbox({ now: today, ...sandbox });
  const server = await opened.listen();
  const address = { baseUrl: server.url, token: opened.token, logger: warningsOnly };
  if (isNew) await prepare?.(new PublisherClient(address));
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
export function lastMonth(now = today()): { startDate: string; endDate: string } {
  const firstOf = (month: number): string => new Date(Date.UTC(now.getUTCFullYear(), month)).toISOString();
  return { startDate: firstOf(now.getUTCMonth() - 1), endDate: firstOf(now.getUTCMonth()) };
}

/** Today; in a sandbox always the same day, so that an example prints the same on every day. */
function today(): Date {
  return namesService() ? new Date() : new Date('2026-11-01T06:00:00Z');
}

/** Whether the environment names a service; with one of the two missing, the client says which. */
export function namesService(): boolean {
  return Boolean(process.env.PUBLISHER_BASE_URL || process.env.PUBLISHER_TOKEN);
}

/** Where an example keeps what it needs in its next run: a sandbox's must not be taken for the service's. */
export function outFolder(): string {
  return namesService() ? 'out' : 'out/sandbox';
}

const silent = (): void => undefined;
const warningsOnly = { debug: silent, info: silent, warn: console.warn, error: console.error };
