// A worker of the Fetch standard that needs nothing of Node. Its handler is created while it starts.
import { NotFoundError, PublisherClient, type Transaction } from 'publisher-commerce';
import { createGameAuthHandler, signPayload, timestampedHmac } from 'publisher-commerce/callbacks';
import { createReceipt, flatten } from 'publisher-commerce/ledger';

/** What the worker is deployed with. */
export interface WorkerSettings {
  readonly baseUrl: string;
  readonly token: string;
}

/** What the worker responds with at `/`. */
export interface SeenByWorker {
  readonly transactions: number;
  /** Rows of the ledger, and whether their receipt is complete. */
  readonly ledger: readonly [rows: number, complete: boolean];
  readonly created: number;
  readonly error: unknown;
}

const secret = 'callback-secret';
const ignore = (): void => undefined;
const gameAuth = createGameAuthHandler({
  publisherToken: () => ['callback-token', 'the-old-token'],
  verifySignature: timestampedHmac({ secret: () => Promise.resolve([secret, 'the-old-secret']) }),
  logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  initiate: ({ device }) => ({ accessToken: 'player-1', deepLink: `mygame://auth?from=${device}` }),
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
      default:
        return Response.json(await useClient(client));
    }
  };
}

async function useClient(client: PublisherClient): Promise<SeenByWorker> {
  const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
  const receipt = createReceipt(range);
  const rows: Transaction[] = [];
  for await (const page of client.transactions.list({ ...range, limit: 10 }).pages()) {
    rows.push(...receipt.add(page));
  }
  const { priceInUsdCents } = await client.pricePoints.create({ priceInUsdCents: 999 });
  return {
    transactions: rows.length,
    ledger: [rows.map(flatten).length, receipt.finish().complete],
    created: priceInUsdCents,
    error: await missingPricePoint(client),
  };
}

async function missingPricePoint(client: PublisherClient): Promise<unknown> {
  try {
    return await client.pricePoints.get(1);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { name: error.name, reason: error.reason };
  }
}
