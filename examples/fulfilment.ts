// A server that receives a callback for each purchase, and grants it once, however often and in which order it is
// delivered. Each night it lists what the report has and the grants have not, and the reverse.
//
//   npm run example -- fulfilment           sandbox players buy, and callbacks are lost, late and repeated
//   npm run example -- fulfilment --keep    keeps running, for callbacks of your own
//   npm run example -- fulfilment --list    lists the differences of the last week: run it each night
//
// Call `grants.opened` where your shop opens a session: the list reads the report since the oldest one.
//
// PUBLISHER_TOKEN, CALLBACK_SECRET and PORT (default 3000) are read from the environment. The first two default to those
// of the sandbox.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

import {
  createCallbackHandler,
  signPayload,
  timestampedHmac,
  toNodeListener,
} from 'publisher-commerce/callbacks';
import * as z from 'zod';

import { compareWithReport, Grants, type Purchase } from './fulfilment/grants.ts';
import { connect, type Connection, outFolder } from './support/connect.ts';
import { InputError } from './support/input-error.ts';

const { values: options } = parseArgs({
  options: {
    db: { type: 'string', default: `${outFolder()}/fulfilment.sqlite` },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const publisherToken = process.env.PUBLISHER_TOKEN || 'sandbox-token';
const secret = process.env.CALLBACK_SECRET || 'sandbox-secret';

/**
 * The specification shows no callback for a purchase (§6). Replace this by the payload that your service sends: only an
 * id of the purchase is essential.
 */
const payloadSchema = z.looseObject({
  purchaseId: z.string().min(1),
  playerId: z.string(),
  item: z.string(),
});

const week = 7 * 86_400_000;
// The purchases of the demonstration are those of a sandbox that ends with it.
using grants = new Grants(options.keep || options.list ? options.db : ':memory:');
if (options.list) {
  await using connection = await connect();
  await list(connection);
} else {
  const server = createServer(
    toNodeListener(
      createCallbackHandler({
        name: 'purchase',
        publisherToken,
        verifySignature: timestampedHmac({ secret }),
        schema: payloadSchema,
        // 204 says that it is stored. If this throws, the service receives 500, and nothing is granted.
        handle: (purchase) => {
          const isNew = grants.grant(purchase, new Date());
          console.log(`${purchase.purchaseId}: ${isNew ? 'granted' : 'was granted before'}`);
        },
      }),
    ),
  );
  server.listen(options.keep ? Number(process.env.PORT ?? 3000) : 0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port always has an `AddressInfo`; only pipes have a string.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purchase`;
  console.log(`Purchases are received at ${url}`);
  if (options.keep) await once(server, 'close');
  else await play(url).finally(() => server.close());
}

/** Lists what the report has and the grants have not, and the reverse. */
async function list({ client }: Connection): Promise<void> {
  const now = new Date();
  const { notGranted, notPaid } = await compareWithReport(client, grants, {
    since: new Date(+now - week),
    now,
  });
  console.log(`Paid and not granted: ${notGranted.join(', ') || 'none'}`);
  console.log(`Granted and not paid, or refunded: ${notPaid.join(', ') || 'none'}`);
}

/** Players buy, and the callbacks are delivered twice, late and out of order. */
async function play(url: string): Promise<void> {
  // The time of this machine, which that of a callback's signature is compared with.
  await using connection = await connect({ sandbox: { transactions: 0, now: () => new Date() } });
  const { client, sandbox } = connection;
  if (!sandbox) throw new InputError('Only a sandbox has players: use --keep or --list');
  const buy = async (playerId: string, item: string): Promise<Purchase> => {
    const { checkoutSessionToken, purchaseId } = await client.checkout.createSession({
      priceDetails: { price: 999, currency: 'USD' },
      offer: { name: item, sku: item },
      customer: { id: playerId },
    });
    grants.opened(purchaseId, new Date());
    sandbox.purchases.pay(checkoutSessionToken);
    return { purchaseId, playerId, item };
  };
  const first = await buy('player-1', 'gems');
  const second = await buy('player-1', 'gems');
  const third = await buy('player-2', 'sword');
  await Promise.all([deliver(url, second), deliver(url, first), deliver(url, second)]);
  sandbox.purchases.refund(first.purchaseId);
  console.log('The callback of the third purchase is late, and the first purchase was refunded:');
  await list(connection);
  await deliver(url, third);
  await deliver(url, first);
  await list(connection);
  for (const line of grants.inventory()) console.log(line);
}

/** Delivers a callback as the service would. */
async function deliver(url: string, purchase: Purchase): Promise<void> {
  const body = JSON.stringify(purchase);
  const headers = { 'x-publisher-token': publisherToken, signature: await signPayload(body, { secret }) };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  if (status !== 204) throw new Error(`The callback was rejected with ${status}`);
}
