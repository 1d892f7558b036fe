import { expect, test } from 'vitest';

import { startCheckout } from './checkout-server.ts';

/** The words of a page, without tags. */
async function wordsOf(page: string): Promise<string> {
  const text = await (await fetch(page)).text();
  return text.replace(/<(style|title|fieldset)\b.*?<\/\1>|<[^>]*>/gs, ' ').replace(/\s+/g, ' ');
}

test('tax that the price includes is named as a part of it, and the page is English in any locale', async () => {
  const { open } = await startCheckout();
  const { parsedUrl } = await open({
    priceDetails: { price: 1190, currency: 'EUR' },
    countryCode2: 'DE',
    receiptMetadata: { locale: 'de' },
    items: [
      { sku: 'gems', name: 'Gems', displayName: 'Shiny gems', quantity: 1200 },
      { sku: 'sword', name: 'Sword', quantity: 1 },
      { name: 'Chest', quantity: 3, quantityDisplay: 'drei' },
    ],
  });
  const words = await wordsOf(parsedUrl);

  // 11.90 × 19 / 119
  expect(words).toContain('Total €11.90 Includes €1.90 of tax (Germany, 19%)');
  expect(words).toContain('Pay €11.90');
  expect(words).toContain('1,200 × Shiny gems 1 × Sword drei Chest');
  expect(words).not.toContain('Subtotal');
  expect(await (await fetch(parsedUrl)).text()).toContain('<html lang="en">');
});

test('tax that the price excludes is added, and the total is what is paid', async () => {
  const { sandbox, open } = await startCheckout();
  const session = await open({ priceDetails: { price: 1299, currency: 'CAD' }, countryCode2: 'CA' });

  // 5 % of 12.99 is 0.6495.
  expect(await wordsOf(session.parsedUrl)).toContain(
    'Subtotal CA$12.99 Tax (Canada, 5%) CA$0.65 Total CA$13.64 Pay CA$13.64',
  );
  expect(sandbox.purchases.pay(session.checkoutSessionToken).transactionDetails).toMatchObject({
    amount: 1364,
    totalTaxAmount: 65,
  });
});

test('amounts have the decimals of their currency', async () => {
  const { open } = await startCheckout();
  const shown = async (price: number, currency: string, countryCode2: string): Promise<string> =>
    wordsOf((await open({ priceDetails: { price, currency }, countryCode2 })).parsedUrl);

  expect(await shown(1650, 'JPY', 'JP')).toContain(
    'Total ¥1,650 Includes ¥150 of tax (Japan, 10%) Pay ¥1,650',
  );
  expect(await shown(12_345, 'KWD', 'KW')).toContain('Pay KWD 12.345');
  expect(await shown(1_000_000_000_000, 'USD', 'US')).toContain('Pay $10,000,000,000.00');
  expect(await shown(1, 'USD', 'US')).toContain('Pay $0.01');
});

test('a price of 0, which only public rules reject, is shown', async () => {
  const { open } = await startCheckout({ publicRules: false });
  const { parsedUrl } = await open({ priceDetails: { price: 0, currency: 'USD' }, countryCode2: 'US' });

  expect(await wordsOf(parsedUrl)).toContain('Pay $0.00');
});

test('an offer without a name has its sku, or the id of the purchase, as its name', async () => {
  const { url, open } = await startCheckout();
  const first = await open({ offer: { name: ' \u200f\u200b', sku: 'bag', displayName: '' } });
  const second = await open({ offer: { name: '', sku: '' } });

  expect(await (await fetch(first.parsedUrl)).text()).toContain('<h1><bdi>bag</bdi></h1>');
  const page = await (await fetch(second.parsedUrl)).text();
  expect(page).toContain(`<h1><bdi>${second.purchaseId}</bdi></h1>`);
  expect(page).toContain(`<title>${second.purchaseId} · Sandbox</title>`);
  const index = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  for (const name of ['bag', second.purchaseId]) expect(index).toContain(`<bdi>${name}</bdi>`);
});

test('every value of a session is escaped, and control characters are visible', async () => {
  const { url, open } = await startCheckout();
  const evil = `"><script>alert('x')</script>\u202e`;
  const session = await open({
    offer: { name: evil, sku: evil, displayName: evil },
    customer: { id: evil },
    items: [{ name: evil, sku: evil, quantityDisplay: evil, assetUrl: 'https://cdn.example/x.png' }],
    redirectUrl: `mygame://shop/"><script>alert(1)</script>`,
  });
  const pages = [await (await fetch(session.parsedUrl)).text()];
  await fetch(`${url}/_sandbox/sessions/${session.checkoutSessionToken}/pay`, { method: 'POST' });
  for (const path of ['', '/receipt', `/..%2F"><script>alert(1)</script>`]) {
    pages.push(await (await fetch(session.parsedUrl + path)).text());
  }
  expect(pages[0]?.split('&lt;script&gt;').length).toBeGreaterThan(4);
  for (const page of pages) {
    expect(page).not.toMatch(/<script|\u202e|cdn\.example/);
  }
});
