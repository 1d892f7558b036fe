// A user of every entry point but the sandbox. Nothing is awaited at the top level: it is compiled to CommonJS too.
import { NotFoundError, PublisherClient, type Transaction } from 'publisher-commerce';
import { createGameAuthHandler, signPayload, timestampedHmac } from 'publisher-commerce/callbacks';
import { createReceipt, flatten } from 'publisher-commerce/ledger';
import { transactionSchema } from 'publisher-commerce/schemas';

/** What the program prints, as one line of JSON. */
export interface Seen {
  readonly pages: readonly number[];
  readonly transactions: number;
  readonly valid: number;
  readonly amountUsd: number;
  /** Rows of the ledger, and whether their receipt is complete. */
  readonly ledger: readonly [rows: number, complete: boolean];
  readonly error: unknown;
  readonly callbacks: readonly number[];
}

const client = new PublisherClient();
const secret = 'callback-secret';

async function walk(): Promise<Omit<Seen, 'error' | 'callbacks'>> {
  const rows: Transaction[] = [];
  const pages: number[] = [];
  const range = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
  const receipt = createReceipt(range);
  let ledgerRows = 0;
  for await (const page of client.transactions.list({ ...range, limit: 10 }).pages()) {
    pages.push(page.results.length);
    rows.push(...page.results);
    ledgerRows += receipt.add(page).map(flatten).length;
  }
  return {
    pages,
    transactions: new Set(rows.map((row) => row.transactionDetails.id)).size,
    valid: rows.filter((row) => transactionSchema.safeParse(row).success).length,
    amountUsd: rows.reduce((sum, row) => sum + row.transactionDetails.amountUsd, 0),
    ledger: [ledgerRows, receipt.finish().complete],
  };
}

async function missingPricePoint(): Promise<unknown> {
  try {
    return await client.pricePoints.get(999);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { name: error.name, reason: error.reason, operation: error.operation };
  }
}

const ignore = (): void => undefined;
const handler = createGameAuthHandler({
  publisherToken: 'callback-token',
  verifySignature: timestampedHmac({ secret }),
  logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  initiate: ({ device }) => ({ accessToken: 'player-1', deepLink: `mygame://auth?from=${device}` }),
});

async function gameAuth(body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-publisher-token': 'callback-token', signature };
  const request = new Request('https://game.example.com/game-auth', { method: 'POST', headers, body });
  return (await handler(request)).status;
}

async function main(): Promise<void> {
  const body = JSON.stringify({ device: 'MOBILE', date: '2026-10-01T12:00:00.000Z' });
  const signature = await signPayload(body, { secret });
  const seen: Seen = {
    ...(await walk()),
    error: await missingPricePoint(),
    callbacks: [await gameAuth(body, signature), await gameAuth(`${body} `, signature)],
  };
  console.log(JSON.stringify(seen));
}

void main();
