import { PublisherClient } from 'publisher-commerce';

export interface Range {
  readonly startDate: string;
  readonly endDate: string;
  readonly limit: number;
}

export interface Connection extends AsyncDisposable {
  readonly client: PublisherClient;
  readonly description: string;
  /** Rows in the sandbox's ledger; absent for a real service. */
  readonly sandboxTransactions?: number;
}

/** A client of the service that the environment names, else of a sandbox on a loopback port. */
export async function connect(plan: { transactions: number; range: Range }): Promise<Connection> {
  const { PUBLISHER_BASE_URL: baseUrl, PUBLISHER_TOKEN: token } = process.env;
  // With one of the two missing, the client says which.
  if (baseUrl || token) {
    return {
      client: new PublisherClient({ logger: warningsOnly }),
      description: String(baseUrl),
      async [Symbol.asyncDispose]() {},
    };
  }
  const { startDate: start, endDate: end } = plan.range;
  // Only here, since a program for the real service has no use for it.
  const { createSandbox } = await import('publisher-commerce/sandbox');
  const sandbox = createSandbox({ transactions: plan.transactions, period: { start, end } });
  const server = await sandbox.listen();
  return {
    client: new PublisherClient({ baseUrl: server.url, token: sandbox.token, logger: warningsOnly }),
    description: `a sandbox on ${server.url} with ${plan.transactions} transactions`,
    sandboxTransactions: plan.transactions,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The calendar month before this one, in UTC. */
export function lastMonth(now = new Date()): { startDate: string; endDate: string } {
  const firstOf = (month: number): string => new Date(Date.UTC(now.getUTCFullYear(), month)).toISOString();
  return { startDate: firstOf(now.getUTCMonth() - 1), endDate: firstOf(now.getUTCMonth()) };
}

const silent = (): void => undefined;
const warningsOnly = { debug: silent, info: silent, warn: console.warn, error: console.error };
