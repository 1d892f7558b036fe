// An Express route that opens a checkout session for a cart. The example then acts as the player: it fills a cart, pays
// in the sandbox, and prints the transaction.
//
//   npm run example -- checkout
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import express, { type Express } from 'express';
import {
  type CheckoutSession,
  type CheckoutSessionCreate,
  formatAmount,
  type PublisherClient,
  PublisherError,
} from 'publisher-commerce';
import * as z from 'zod';

import { connect, type Connection } from './support/connect.ts';

const skus = ['gems-100', 'dragon-sword'] as const;
/** What the game sells. Prices come from the shop: never trust one that a browser sends. */
const catalogue: Record<(typeof skus)[number], { name: string; priceInUsdCents: number }> = {
  'gems-100': { name: '100 gems', priceInUsdCents: 199 },
  'dragon-sword': { name: 'Dragon sword', priceInUsdCents: 1499 },
};

const cartSchema = z.object({
  playerId: z.string().min(1),
  items: z.array(z.object({ sku: z.enum(skus), quantity: z.int().min(1).max(99) })).min(1),
});
const sessionSchema = z.object({ purchaseId: z.string(), payAt: z.url() });

function createShop(client: PublisherClient): Express {
  const app = express();
  app.post('/checkout', express.json(), async (request, response) => {
    const cart = cartSchema.safeParse(request.body);
    if (!cart.success) {
      response.status(400).json({ problem: z.prettifyError(cart.error) });
      return;
    }
    try {
      const { purchaseId, parsedUrl } = await openSession(client, cart.data);
      response.status(201).json({ purchaseId, payAt: parsedUrl });
    } catch (error) {
      if (!(error instanceof PublisherError)) throw error;
      // Also if the outcome is unknown: a session that no player has seen takes no money.
      console.error(`Checkout: ${error.name}, outcome ${error.outcome ?? 'none'}`);
      response.status(503).json({ problem: 'Nothing was sold: try again' });
    }
  });
  return app;
}

function openSession(
  client: PublisherClient,
  { playerId, items }: z.output<typeof cartSchema>,
): Promise<CheckoutSession> {
  const lines = items.map(({ sku, quantity }) => ({ sku, quantity, ...catalogue[sku] }));
  const price = lines.reduce((sum, { priceInUsdCents, quantity }) => sum + priceInUsdCents * quantity, 0);
  const session: CheckoutSessionCreate = {
    // US cents, as in the sandbox. The unit is not documented: confirm it with the service before going live.
    priceDetails: { price, currency: 'USD' },
    offer: { name: lines.map(({ name, quantity }) => `${quantity} x ${name}`).join(', '), sku: 'cart' },
    items: lines.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
    customer: { id: playerId },
    countryCode2: 'US',
  };
  // The player waits: without it, a silent service keeps the request for 90 s.
  return client.checkout.createSession(session, { timeout: 4000, totalTimeout: 10_000 });
}

async function play(shopUrl: string, { client, sandbox, now }: Connection): Promise<void> {
  const items = [
    { sku: 'gems-100', quantity: 3 },
    { sku: 'dragon-sword', quantity: 1 },
  ];
  const checkout = await fetch(`${shopUrl}/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ playerId: 'player-1', items }),
  });
  if (!checkout.ok) throw new Error(`The shop responded with ${checkout.status}: ${await checkout.text()}`);
  const { purchaseId, payAt } = sessionSchema.parse(await checkout.json());
  console.log(`The shop opened a session for purchase ${purchaseId}, payable at ${payAt}`);
  if (!sandbox) return;

  // What the button Pay of the page does.
  const paid = await fetch(payAt.replace('/checkout/', '/_sandbox/sessions/') + '/pay', { method: 'POST' });
  console.log(`The player paid: ${paid.status}`);

  const hour = 3_600_000;
  const around = { startDate: new Date(+now() - hour), endDate: new Date(+now() + hour) };
  for await (const row of client.transactions.list(around)) {
    if (row.purchaseId !== purchaseId) continue;
    const { type, amount, currencyCode, publisherNetAmountUsd } = row.transactionDetails;
    const shown = formatAmount(amount, currencyCode, { locale: 'en' });
    const net = formatAmount(publisherNetAmountUsd, 'USD', { locale: 'en' });
    console.log(`In the report: ${row.offerDetails?.offerName}, ${type}, ${shown}, of which ${net} is ours`);
  }
}

await using connection = await connect();
const shop = createShop(connection.client);
const server = shop.listen(0, '127.0.0.1');
await once(server, 'listening');
try {
  // A server that listens on a port always has an `AddressInfo`; only pipes have a string.
  const { port } = server.address() as AddressInfo;
  await play(`http://127.0.0.1:${port}`, connection);
} finally {
  server.close();
  server.closeAllConnections();
}
