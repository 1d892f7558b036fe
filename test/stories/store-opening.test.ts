import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import express from 'express';
import { expect, onTestFinished, test } from 'vitest';

import { createGameAuthHandler, timestampedHmac, toNodeListener } from '../../src/callbacks/index.ts';
import { BadRequestError, PublisherClient, toMinorUnits } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

const november = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-12-01T00:00:00Z' };

async function listenOn(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server that listens on a port has this form of address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a store opens, sells to a player who logs in, refunds, and its ledger agrees to the cent', async () => {
  const sandbox = createSandbox({
    token: 'publisher-token',
    secret: 'callback-secret',
    transactions: 40,
    period: { start: '2025-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
    now: () => new Date('2026-11-20T18:00:00Z'),
  });
  const service = await sandbox.listen();
  onTestFinished(() => service.close());
  const client = new PublisherClient({ baseUrl: service.url, token: 'publisher-token' });

  // The publisher prices the offer: 17.85 euros in Germany, tax included, instead of the calculated price.
  const priced = await client.pricePoints.create({
    priceInUsdCents: 1999,
    priceOverrides: [{ countryCode2: 'DE', price: 17.85 }],
  });
  const german = priced.priceByCountry?.find(({ countryCode2 }) => countryCode2 === 'DE');
  expect(german).toMatchObject({
    price: 17.85,
    currencyCode: 'EUR',
    isOverridden: true,
    taxModel: 'Included',
    taxRate: 19,
  });

  const { promoCodes } = await client.promoCodes.create('launch', [
    { name: 'DRAGON', maxRedemptions: 100, active: true },
  ]);
  expect(promoCodes).toMatchObject([{ name: 'DRAGON', createdAt: '2026-11-20T18:00:00.000Z' }]);

  // The player wants the receipt in Swedish, which has to be translated first.
  const openSession = (): ReturnType<typeof client.checkout.createSession> =>
    client.checkout.createSession({
      priceDetails: { price: toMinorUnits(17.85, 'EUR'), currency: 'EUR' },
      offer: { name: 'Dragon hoard', sku: 'dragon-hoard', pricePointMetadata: priced.priceInUsdCents },
      customer: { id: 'player-7', email: 'player-7@example.com' },
      items: [{ name: 'Gems', sku: 'gems', quantity: 9000 }],
      countryCode2: 'DE',
      receiptMetadata: { locale: 'sv' },
    });
  await expect(openSession()).rejects.toThrow(BadRequestError);
  await expect(openSession()).rejects.toMatchObject({
    body: { errorMessage: expect.stringContaining('receiptMetadata.locale') as string },
  });
  await client.translations.set({
    staticTranslations: [{ key: 'receipt.thanks', locale: 'sv', value: 'Tack för ditt köp' }],
  });
  const session = await openSession();

  // The player logs in: the service asks the publisher's server, and sends the player into the game.
  const loggedIn: unknown[] = [];
  const gameAuth = createGameAuthHandler({
    publisherToken: 'publisher-token',
    verifySignature: timestampedHmac({ secret: 'callback-secret' }),
    initiate: ({ device }) => {
      loggedIn.push(device);
      return {
        deepLink: 'mygame://login?session=1',
        accessToken: 'player-7-token',
        desktopAutoRedirect: true,
      };
    },
  });
  const app = express();
  app.post('/game-auth', toNodeListener(gameAuth));
  const publisherUrl = await listenOn(createServer(app));
  expect(await sandbox.callGameAuth(`${publisherUrl}/game-auth`)).toEqual({
    shows: 'redirect',
    deepLink: 'mygame://login?session=1',
    accessToken: 'player-7-token',
    status: 200,
    callback: 1,
  });
  expect(await sandbox.callGameAuth(gameAuth, { device: 'MOBILE' })).toMatchObject({ shows: 'qr_code' });
  expect(loggedIn).toEqual(['DESKTOP', 'MOBILE']);

  const paid = sandbox.purchases.pay(session.checkoutSessionToken);
  sandbox.advance(3_600_000);
  const refund = sandbox.purchases.refund(session.purchaseId);

  // 17.85 holds 19/119 of tax: 2.85. A dollar is 0.862 euros: 20.7077… and 3.3063… dollars. The fee is 5 %, 1.0355,
  // and the exchange 1 %, 0.2071. What is left of 20.71 is 20.71 − 3.31 − 1.04 − 0.21 = 16.15.
  const rows = await client.transactions.list({ ...november, limit: 1 }).toArray({ max: 10 });
  expect(rows).toEqual([paid, refund]);
  expect(rows[0]).toMatchObject({
    purchaseId: session.purchaseId,
    timestamp: '2026-11-20T18:00:00.000Z',
    customerDetails: { id: 'player-7', email: 'player-7@example.com' },
    geolocation: { countryCode2: 'DE' },
    offerDetails: { offerName: 'Dragon hoard', products: [{ name: 'Gems', sku: 'gems', quantity: 9000 }] },
    transactionDetails: {
      type: 'paid',
      amount: 1785,
      totalTaxAmount: 285,
      amountUsd: 2071,
      totalTaxAmountUsd: 331,
      transactionFeeUsd: 104,
      currencyExchangeCostUsd: 21,
      chargebackFeeUsd: 0,
      publisherNetAmountUsd: 1615,
      currencyCode: 'EUR',
      currencySymbol: '€',
    },
  });
  // The player gets all of it back; the fees of the payment, 1.25 dollars, stay spent.
  expect(rows[1]).toMatchObject({
    orderId: paid.orderId,
    purchaseId: session.purchaseId,
    timestamp: '2026-11-20T19:00:00.000Z',
    transactionDetails: {
      type: 'refund',
      amount: -1785,
      totalTaxAmount: -285,
      amountUsd: -2071,
      totalTaxAmountUsd: -331,
      transactionFeeUsd: 0,
      currencyExchangeCostUsd: 0,
      chargebackFeeUsd: 0,
      publisherNetAmountUsd: -1740,
    },
  });
  const net = rows.reduce((sum, { transactionDetails }) => sum + transactionDetails.publisherNetAmountUsd, 0);
  expect(net).toBe(-125);

  // In one report they follow those of the months before.
  const whole = client.transactions.list({ ...november, startDate: '2025-10-01T00:00:00Z', limit: 7 });
  const all = await whole.toArray({ max: 100 });
  expect(all).toHaveLength(42);
  expect(all.slice(-2)).toEqual([paid, refund]);
});
