import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { compareWithReport, Grants } from '../../examples/fulfilment/grants.ts';
import { signPayload } from '../../src/callbacks/index.ts';
import { PublisherClient } from '../../src/client/index.ts';
import { randomFrom } from '../support/random.ts';
import { openService, openWorkplace, type Service, startExample, type Workplace } from './run-example.ts';

const token = 'a-token-of-the-publisher';
const secret = 'kept-secret';

interface Purchase {
  readonly purchaseId: string;
  readonly playerId: string;
  readonly item: string;
}

/** Lets a player buy in the sandbox. */
async function buy({ sandbox }: Service, playerId: string, item: string): Promise<Purchase> {
  const client = new PublisherClient(sandbox.clientOptions);
  const { checkoutSessionToken, purchaseId } = await client.checkout.createSession({
    priceDetails: { price: 999, currency: 'USD' },
    offer: { name: item, sku: item },
    customer: { id: playerId },
  });
  sandbox.purchases.pay(checkoutSessionToken);
  return { purchaseId, playerId, item };
}

/** Delivers a callback, and returns its status; `undefined` without a response. */
async function deliver(url: string, purchase: object): Promise<number | undefined> {
  // Fields that the example does not know.
  const body = JSON.stringify({ ...purchase, event: 'whatever the service calls it' });
  const headers = { 'x-publisher-token': token, signature: await signPayload(body, { secret }) };
  const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  return response?.status;
}

/** Starts the server of the example, which uses this service's token. */
async function keep({ folder }: Workplace) {
  const env = { PUBLISHER_TOKEN: token, CALLBACK_SECRET: secret, PORT: '0' };
  const { child, printed, finished } = startExample(
    ['fulfilment', '--keep', '--db', 'grants.sqlite'],
    folder,
    env,
  );
  const [, url = ''] = await printed(/received at (\S+)/);
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      return (await finished).out;
    },
  };
}

function inventoryIn(workplace: Workplace): unknown {
  const database = new DatabaseSync(workplace.path('grants.sqlite'), { readOnly: true });
  try {
    return database.prepare('SELECT player_id || item AS owns, quantity FROM inventory ORDER BY owns').all();
  } finally {
    database.close();
  }
}

test('a demonstration shows purchases that are delivered twice, late and out of order', async () => {
  await using workplace = await openWorkplace();
  const { code, out } = await workplace.run(['fulfilment']);

  expect(code).toBe(0);
  expect(out.match(/: granted$/gm)).toHaveLength(3);
  expect(out.match(/: was granted before$/gm)).toHaveLength(2);
  expect(out).toMatch(/^Paid and not granted: purchase-\w+$/m);
  expect(out.match(/^Granted and not paid, or refunded: purchase-\w+$/gm)).toHaveLength(2);
  expect(out.endsWith('player-1: 2 x gems\nplayer-2: 1 x sword\n')).toBe(true);
});

test('purchases that are delivered twice, at once and out of order, to a server that is killed, are granted once', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService({ transactions: 0 });
  const purchases = await Promise.all(
    Array.from({ length: 60 }, (_, index) => buy(service, `player-${index % 3}`, 'gems')),
  );
  const random = randomFrom(1);
  const shuffled = [...purchases, ...purchases, ...purchases].sort(() => random() - 0.5);

  const first = await keep(workplace);
  const sent = shuffled.map((purchase) => deliver(first.url, purchase));
  await Promise.race(sent);
  const before = await first.kill();
  const statuses = await Promise.all(sent);
  const second = await keep(workplace);
  // As the service delivers later what had no response, or was it not.
  for (const purchase of shuffled) expect(await deliver(second.url, purchase)).toBe(204);
  await second.kill();

  expect(statuses).toContain(204);
  expect(statuses).toContain(undefined);
  expect(before).toContain('granted');
  expect(inventoryIn(workplace)).toEqual([
    { owns: 'player-0gems', quantity: 20 },
    { owns: 'player-1gems', quantity: 20 },
    { owns: 'player-2gems', quantity: 20 },
  ]);
});

test('a callback without a purchase id or its signature grants nothing, and the list has what was granted or paid alone', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService({ transactions: 0 });
  const [kept, lost, refunded] = [
    await buy(service, 'player-1', 'gems'),
    await buy(service, 'player-1', 'sword'),
    await buy(service, 'player-2', 'gems'),
  ];
  const server = await keep(workplace);
  const forged = await fetch(server.url, {
    method: 'POST',
    headers: { 'x-publisher-token': token, signature: await signPayload('{}', { secret: 'another' }) },
    body: '{}',
  });

  expect(forged.status).toBe(400);
  expect(await deliver(server.url, { playerId: 'player-1', item: 'gems' })).toBe(403);
  expect(inventoryIn(workplace)).toEqual([]);

  for (const purchase of [kept, refunded, { ...kept, purchaseId: 'never-paid' }])
    await deliver(server.url, purchase);
  await server.kill();
  service.sandbox.purchases.refund(refunded.purchaseId);
  const { code, out } = await workplace.run(['fulfilment', '--list', '--db', 'grants.sqlite'], service);

  expect(code).toBe(0);
  expect(out).toBe(
    `Paid and not granted: ${lost.purchaseId}\n` +
      `Granted and not paid, or refunded: ${refunded.purchaseId}, never-paid\n`,
  );
});

const day = 86_400_000;

/** A shop whose sandbox has the time of the test, and its database. */
async function openShop() {
  const start = Date.parse('2026-11-01T12:00:00Z');
  const workplace = await openWorkplace();
  const service = await openService({ transactions: 0, now: () => new Date(start) });
  const grants = new Grants(workplace.path('grants.sqlite'));
  onTestFinished(async () => {
    grants[Symbol.dispose]();
    await service[Symbol.asyncDispose]();
    await workplace[Symbol.asyncDispose]();
  });
  const now = (): Date => new Date(service.sandbox.state().clock);
  return {
    grants,
    service,
    now,
    open: async (isPaid: boolean): Promise<Purchase> => {
      const client = new PublisherClient(service.sandbox.clientOptions);
      const { checkoutSessionToken, purchaseId } = await client.checkout.createSession({
        priceDetails: { price: 999, currency: 'USD' },
        offer: { name: 'gems', sku: 'gems' },
        customer: { id: 'player-1' },
      });
      grants.opened(purchaseId, now());
      if (isPaid) service.sandbox.purchases.pay(checkoutSessionToken);
      return { purchaseId, playerId: 'player-1', item: 'gems' };
    },
    /** Lists the differences of a week, and the start of each request for the report. */
    list: async () => {
      const starts = new Set<string | null>();
      const client = new PublisherClient({
        ...service.sandbox.clientOptions,
        fetch: (input, init) => {
          starts.add(new URL(new Request(input).url).searchParams.get('startDate'));
          return fetch(input, init);
        },
      });
      const since = new Date(+now() - 7 * day);
      return { ...(await compareWithReport(client, grants, { since, now: now() })), starts: [...starts] };
    },
  };
}

test('an order that was paid 12 days ago is not granted until its callback comes, and granted and paid afterwards', async () => {
  const { grants, service, now, open, list } = await openShop();
  const purchase = await open(true);
  service.sandbox.advance(12 * day);

  expect(await list()).toMatchObject({ notGranted: [purchase.purchaseId], notPaid: [] });
  grants.grant(purchase, now());
  expect(await list()).toMatchObject({ notGranted: [], notPaid: [], starts: ['2026-10-31T12:00:00.000Z'] });
});

test('a session without a grant is read for 30 days, and no longer', async () => {
  const { service, open, list } = await openShop();
  const purchase = await open(true);
  service.sandbox.advance(30 * day);
  expect(await list()).toMatchObject({
    notGranted: [purchase.purchaseId],
    starts: ['2026-10-31T12:00:00.000Z'],
  });

  service.sandbox.advance(1);
  expect(await list()).toEqual({ notGranted: [], notPaid: [], starts: ['2026-11-23T12:00:00.001Z'] });
});

test('a session that was granted before the week makes the report no longer', async () => {
  const { grants, service, now, open, list } = await openShop();
  grants.grant(await open(true), now());
  service.sandbox.advance(12 * day);

  expect(await list()).toEqual({ notGranted: [], notPaid: [], starts: ['2026-11-05T12:00:00.000Z'] });
});
