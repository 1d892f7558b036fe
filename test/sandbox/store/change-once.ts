// Opens a sandbox, makes one change, prints the state before and after it, and kills itself. Argument: the file of its state.
import { writeSync } from 'node:fs';

import { PublisherClient } from 'publisher-commerce';
import { createSandbox } from 'publisher-commerce/sandbox';

const data = process.argv[2];
if (data === undefined) throw new Error('usage: change-once.ts FILE');
const sandbox = createSandbox({ transactions: 20, data, now: () => new Date('2026-11-20T10:00:00Z') });
const client = new PublisherClient(sandbox.clientOptions);
const before = sandbox.state();
const last = before.sessions.at(-1);
if (last?.state === 'open') sandbox.purchases.pay(last.checkoutSessionToken);
else if (last?.state === 'paid') sandbox.purchases.dispute(last.purchaseId);
else if (last?.state === 'disputed') sandbox.advance(1000);
if (last?.state !== 'open' && last?.state !== 'paid')
  await client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: 'Bag of gems', sku: 'bag-of-gems' },
    customer: { id: 'player-1' },
  });
writeSync(1, JSON.stringify({ before, after: sandbox.state() }));
process.kill(process.pid, 'SIGKILL');
