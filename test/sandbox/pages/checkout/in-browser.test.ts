// @module-tag slow
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

import type { CheckoutSessionCreate } from '../../../../src/client/api/checkout.ts';
import { useBrowser } from '../open-tab.ts';
import { type CheckoutServer, startCheckout, submit } from './checkout-server.ts';

const { inBrowser, openTab } = await useBrowser();

/** The website of the game, on another origin: it has a page at every path. */
const game = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Game</title><h1>Game</h1>');
});
let gameUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => game.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has this form of address.
  gameUrl = `http://127.0.0.1:${(game.address() as AddressInfo).port}/back?item=1#done`;
});

afterAll(() => {
  game.closeAllConnections();
  game.close();
});

/** The minor units on the Pay button. */
function priceOf(page: Page): Promise<string | null> {
  return page.locator('button.primary data').getAttribute('value');
}

/** The rows that were added, as type, amount, tax and currency. */
async function moneyOf(server: CheckoutServer): Promise<unknown[]> {
  return (await server.rows()).map(({ transactionDetails: row }) => [
    row.type,
    row.amount,
    row.totalTaxAmount,
    row.currencyCode,
  ]);
}

const pay = (page: Page): Promise<void> => page.locator('button[value=pay]').click();

interface Journey {
  readonly name: string;
  readonly session?: Partial<CheckoutSessionCreate>;
  readonly tab?: BrowserContextOptions;
  /** What the button says. */
  readonly button: string;
  /** Amount, tax and currency of the row. */
  readonly row: readonly [amount: number, tax: number, currency: string];
}

const journeys: readonly Journey[] = [
  { name: 'US dollars', button: 'Pay $9.99', row: [999, 0, 'USD'] },
  {
    // 5 % of 12.99 is 0.6495.
    name: 'a country that adds tax at checkout',
    session: { priceDetails: { price: 1299, currency: 'CAD' }, countryCode2: 'CA' },
    button: 'Pay CA$13.64',
    row: [1364, 65, 'CAD'],
  },
  {
    // 11.90 × 19 / 119
    name: 'a country whose prices include tax',
    session: { priceDetails: { price: 1190, currency: 'EUR' }, countryCode2: 'DE' },
    button: 'Pay €11.90',
    row: [1190, 190, 'EUR'],
  },
  {
    name: 'a screen of 360 px',
    session: {
      offer: { name: 'W'.repeat(80), sku: 'w' },
      items: [{ name: 'M'.repeat(120), quantity: 1_000_000 }],
      priceDetails: { price: 1_000_000_000_000, currency: 'KWD' },
      countryCode2: 'KW',
    },
    tab: { viewport: { width: 360, height: 640 } },
    button: 'Pay KWD 1,000,000,000.000',
    row: [1_000_000_000_000, 0, 'KWD'],
  },
  {
    name: 'JavaScript disabled',
    tab: { javaScriptEnabled: false },
    button: 'Pay $9.99',
    row: [999, 0, 'USD'],
  },
];

inBrowser.each(journeys)(
  'paying with $name ends at the redirectUrl, with one row of the amount on the button',
  async ({ session, tab, button, row }) => {
    const server = await startCheckout();
    const { parsedUrl } = await server.open({ ...session, redirectUrl: gameUrl });
    await using opened = await openTab(tab);
    const { page, requests, messages } = opened;
    await page.goto(parsedUrl);

    expect((await page.locator('button.primary').innerText()).replace(/\s/g, ' ')).toBe(button);
    expect(await priceOf(page)).toBe(String(row[0]));
    if (tab?.javaScriptEnabled !== false) {
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }

    await pay(page);
    await page.waitForURL(gameUrl);
    expect(await page.locator('h1').innerText()).toBe('Game');
    expect(await moneyOf(server)).toEqual([['paid', ...row]]);
    const withoutHash = gameUrl.replace(/#.*/, '');
    expect(requests.map((one) => one.replace(/#.*/, ''))).toEqual([
      `GET ${parsedUrl}`,
      `POST ${parsedUrl}`,
      `GET ${parsedUrl}/receipt`,
      `GET ${withoutHash}`,
    ]);
    await page.goBack();
    expect(await page.locator('.total data').getAttribute('value')).toBe(String(row[0]));
    expect(messages).toEqual([]);
  },
);

inBrowser(
  'back from the game shows the receipt, which stays, and a page that was left open pays nothing',
  async () => {
    const server = await startCheckout();
    const { parsedUrl } = await server.open({ redirectUrl: gameUrl });
    await using opened = await openTab();
    const { page, context } = opened;
    const other = await context.newPage();
    await page.goto(parsedUrl);
    await other.goto(parsedUrl);
    await pay(page);
    await page.waitForURL(gameUrl);
    await page.goBack();
    expect(await page.locator('h1').innerText()).toBe('Thank you for your purchase');
    // As the second click of a double click, it pays nothing, and leads to where the payment led.
    await pay(other);
    await other.waitForURL(gameUrl);
    // Longer than the receipt is shown before it returns.
    await page.waitForTimeout(3000);
    expect(page.url()).toBe(`${parsedUrl}/receipt`);
    expect(await page.getByRole('link', { name: 'Back to the game' }).getAttribute('href')).toBe(gameUrl);
    await page.goto(parsedUrl);
    expect(page.url()).toBe(`${parsedUrl}/receipt`);
    expect(await moneyOf(server)).toEqual([['paid', 999, 0, 'USD']]);
  },
);

inBrowser('a double click pays once and ends at the redirectUrl, also if the sandbox is slow', async () => {
  for (const latency of [0, 300]) {
    const server = await startCheckout({ latency });
    const { parsedUrl } = await server.open({ redirectUrl: gameUrl });
    await using opened = await openTab();
    const { page } = opened;
    await page.goto(parsedUrl);
    await page.locator('button[value=pay]').dblclick({ delay: 40, noWaitAfter: true });
    // The second click aborts the navigation of the first one, which `waitForURL` would report.
    await expect.poll(() => page.url(), { timeout: 60_000 }).toBe(gameUrl);
    expect(await moneyOf(server)).toEqual([['paid', 999, 0, 'USD']]);
  }
});

inBrowser('the keyboard alone pays', async () => {
  const server = await startCheckout();
  const { parsedUrl } = await server.open({ redirectUrl: gameUrl });
  await using opened = await openTab();
  const { page } = opened;
  await page.goto(parsedUrl);
  // The dashboard, and the test cards.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(gameUrl);
  expect(await moneyOf(server)).toEqual([['paid', 999, 0, 'USD']]);
});

inBrowser.each([true, false])(
  'a card that asks for authentication pays once the player confirms (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const server = await startCheckout();
    const { parsedUrl } = await server.open({ redirectUrl: gameUrl });
    await using opened = await openTab({ javaScriptEnabled });
    const { page } = opened;
    await page.goto(parsedUrl);
    await page.getByLabel('Has expired').check();
    await pay(page);
    await page.getByText('The card has expired.').waitFor();
    await page.getByLabel('Asks for authentication').check();
    await pay(page);
    await page.getByRole('heading', { name: 'Confirm the payment' }).waitFor();
    // A player who comes back finds the question again.
    await page.goto(gameUrl);
    await page.goto(parsedUrl);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Paid. Returning to the game…').waitFor();
    await page.waitForURL(gameUrl);
    expect(await moneyOf(server)).toEqual([['paid', 999, 0, 'USD']]);
  },
);

const day = 86_400_000;

inBrowser('axe finds nothing on any page, in light and dark, and nothing overflows', async () => {
  const server = await startCheckout();
  const { purchases } = server.sandbox;
  const session = {
    redirectUrl: gameUrl,
    countryCode2: 'DE',
    priceDetails: { price: 1190, currency: 'EUR' },
    items: [{ name: 'Gems', sku: 'gems', quantity: 1200 }],
  };
  const open = await server.open(session);
  const [declined, paid, cancelled] = [
    await server.open(),
    await server.open(session),
    await server.open(session),
  ];
  purchases.decline(declined.checkoutSessionToken);
  purchases.pay(paid.checkoutSessionToken);
  purchases.refund(paid.purchaseId);
  purchases.cancel(cancelled.checkoutSessionToken);
  const asked = await server.open(session);
  await submit(asked.parsedUrl, 'authenticates');
  const pages: readonly (readonly [address: string, status: number])[] = [
    [open.parsedUrl, 200],
    [asked.parsedUrl, 200],
    [declined.parsedUrl, 200],
    [`${paid.parsedUrl}/receipt`, 200],
    [cancelled.parsedUrl, 410],
    [`${server.url}/checkout/nothing`, 404],
  ];
  const check = async (width: number, colorScheme: 'light' | 'dark', list: typeof pages): Promise<void> => {
    await using opened = await openTab({ viewport: { width, height: 800 }, colorScheme });
    const { page } = opened;
    for (const [address, status] of list) {
      expect((await page.goto(address))?.status()).toBe(status);
      await page.evaluate(axe.source);
      const { violations, passes } = await page.evaluate<axe.AxeResults>('axe.run()');
      expect([address, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([
        address,
        [],
      ]);
      expect(passes.map(({ id }) => id)).toContain('color-contrast');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  };
  await check(360, 'dark', pages);
  await check(1440, 'light', [
    [declined.parsedUrl, 200],
    [`${paid.parsedUrl}/receipt`, 200],
  ]);
  server.sandbox.advance(day);
  await check(390, 'light', [[open.parsedUrl, 410]]);
});
