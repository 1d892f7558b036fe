// A worker of the Fetch standard that needs nothing of Node. Its handler is created while it starts.
import { NotFoundError, PublisherClient, type Transaction } from 'publisher-commerce';
import { createGameAuthHandler, signPayload, timestampedHmac } from 'publisher-commerce/callbacks';
import { createReceipt, flatten } from 'publisher-commerce/ledger';
import { transactionSchema } from 'publisher-commerce/schemas';

/** What the worker is deployed with. */
export interface WorkerSettings {
  readonly baseUrl: string;
  readonly token: string;
}

/** What the worker responds with at `/`. */
export interface SeenByWorker {
  /** Globals of Node that exist here. */
  readonly node: readonly string[];
  /** Whether code may be generated from strings. */
  readonly evaluates: boolean;
  readonly transactions: number;
  readonly valid: number;
  /** Rows of the ledger, and whether their receipt is complete. */
  readonly ledger: readonly [rows: number, complete: boolean];
  readonly created: number;
  /** The price points that a client with limits has read, in order. */
  readonly limited: readonly number[];
  readonly error: unknown;
}

const secret = 'callback-secret';
const failures: string[] = [];
const keep = (line: string): void => void failures.push(line);
const gameAuth = createGameAuthHandler({
  publisherToken: () => ['callback-token', 'the-old-token'],
  verifySignature: timestampedHmac({ secret: () => Promise.resolve([secret, 'the-old-secret']) }),
  logger: { debug: keep, info: keep, warn: keep, error: keep },
  initiate: ({ device }) => {
    if (device === 'CONSOLE') throw new Error('no consoles', { cause: new RangeError('out of range') });
    return { accessToken: 'player-1', deepLink: `mygame://auth?from=${device}` };
  },
});

/** Returns the `fetch` of a worker. */
export function createWorker({ baseUrl, token }: WorkerSettings): (request: Request) => Promise<Response> {
  const client = new PublisherClient({ baseUrl, token, environment: 'production' });
  return async (request) => {
    switch (new URL(request.url).pathname) {
      case '/game-auth':
        return gameAuth(request);
      case '/sign':
        return new Response(await signPayload(await request.text(), { secret }));
      case '/failures':
        return Response.json(failures);
      default:
        return Response.json(await useClient(client, { baseUrl, token }));
    }
  };
}

async function useClient(client: PublisherClient, settings: WorkerSettings): Promise<SeenByWorker> {
  const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
  const receipt = createReceipt(range);
  const rows: Transaction[] = [];
  for await (const page of client.transactions.list({ ...range, limit: 10 }).pages()) {
    rows.push(...receipt.add(page));
  }
  const { priceInUsdCents } = await client.pricePoints.create({ priceInUsdCents: 999 });
  const limited = new PublisherClient({
    ...settings,
    maxConcurrency: 1,
    rateLimit: { requestsPerMinute: 6000 },
  });
  const finished: number[] = [];
  const read = async (cents: number): Promise<void> => {
    await limited.pricePoints.get(cents).catch(() => undefined);
    finished.push(cents);
  };
  await Promise.all([1, 2, 3].map(read));
  return {
    node: ['process', 'Buffer', 'require', 'setImmediate'].filter((name) => name in globalThis),
    evaluates: evaluates(),
    transactions: rows.length,
    valid: rows.filter((row) => transactionSchema.safeParse(row).success).length,
    ledger: [rows.map(flatten).length, receipt.finish().complete],
    created: priceInUsdCents,
    limited: finished,
    error: await missingPricePoint(client),
  };
}

function evaluates(): boolean {
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it asks whether it works
    return new Function('return true')() === true;
  } catch {
    return false;
  }
}

async function missingPricePoint(client: PublisherClient): Promise<unknown> {
  try {
    return await client.pricePoints.get(1);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { name: error.name, reason: error.reason };
  }
}
