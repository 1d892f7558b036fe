import { expect, test } from 'vitest';

import { checkoutStrings } from '../../../../src/sandbox/seed/checkout-strings.ts';
import { startCheckout } from './checkout-server.ts';
import { directionOf, formatTag, languageTag } from '../../../../src/sandbox/pages/checkout/page-strings.ts';

const post = {
  method: 'POST',
  headers: { 'x-publisher-token': 'sandbox-token', 'content-type': 'application/json' },
};

/** The words of a page, without tags and without marks of direction. */
async function wordsOf(page: string): Promise<string> {
  const text = await (await fetch(page)).text();
  return text
    .replace(/<(style|title|fieldset)\b.*?<\/\1>|<[^>]*>/gs, ' ')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\s+/g, ' ');
}

test('tax that the price includes is named as a part of it, in the language of the session', async () => {
  const { open } = await startCheckout();
  const { parsedUrl } = await open({
    priceDetails: { price: 1190, currency: 'EUR' },
    countryCode2: 'DE',
    receiptMetadata: { locale: 'de' },
    items: [
      { sku: 'gems', name: 'Gems', displayName: 'Shiny gems', quantity: 1200 },
      { sku: 'sword', name: 'Sword', displayName: 'Dragon sword', quantity: 1 },
      { name: 'Chest', quantity: 3, quantityDisplay: 'drei' },
    ],
  });
  const words = await wordsOf(parsedUrl);

  // 11.90 × 19 / 119
  expect(words).toContain('Gesamt 11,90 € Enthält 1,90 € Steuer (Deutschland, 19 %)');
  expect(words).toContain('11,90 € bezahlen');
  // Only "gems" has a German name in the initial state.
  expect(words).toContain('1.200 × Edelsteine 1 × Dragon sword drei Chest');
  expect(words).not.toContain('Zwischensumme');
  expect(await (await fetch(parsedUrl)).text()).toContain('<html lang="de" dir="ltr">');
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
  expect(await shown(0, 'USD', 'US')).toContain('Pay $0.00');
});

test('a string without a translation is English, and says so where the page is not', async () => {
  const { url, open } = await startCheckout({ locales: ['en', 'he', 'fr'] });
  const staticTranslations = [
    { key: 'checkout.pay', locale: 'he', value: 'תשלום' },
    { key: 'checkout.total', locale: 'he', value: 'סך הכול\u200f' },
    { key: 'checkout.cancel', locale: 'en', value: 'No, thanks' },
  ];
  await fetch(`${url}/v1/translations`, { ...post, body: JSON.stringify({ staticTranslations }) });

  const hebrew = await open({ receiptMetadata: { locale: 'he' } });
  const text = await (await fetch(hebrew.parsedUrl)).text();
  expect(text).toContain('<html lang="he" dir="rtl">');
  expect(text).toContain('<span lang="en" dir="ltr">Subtotal</span>');
  // Marks of direction belong to a language, and are kept.
  expect(text).toContain('<dt>סך הכול\u200f</dt>');
  expect(text).toContain('<span lang="en" dir="ltr">No, thanks</span>');
  // The translation does not say where the amount belongs, and it is shown all the same.
  expect(await wordsOf(hebrew.parsedUrl)).toMatch(/תשלום ‏?9\.99 ‏?\$/);

  const french = await open({ receiptMetadata: { locale: 'fr' } });
  expect(await (await fetch(french.parsedUrl)).text()).toContain('<html lang="en" dir="ltr">');
  expect(await wordsOf(french.parsedUrl)).toContain('Total 9,99 $US Pay 9,99 $US');
});

test('a translation of white space and marks counts as missing', async () => {
  const { url, open } = await startCheckout({ locales: ['en', 'de', 'he'] });
  const blank = ' \u200f\u200b ';
  const staticTranslations = [
    { key: 'checkout.card_declined', locale: 'de', value: '' },
    { key: 'checkout.cancel', locale: 'en', value: '' },
    ...Object.keys(checkoutStrings).map((key) => ({ key, locale: 'he', value: blank })),
  ];
  const name = { type: 'offer_design', externalId: 'design-bag-of-gems', field: 'title' };
  const dynamicTranslations = [{ ...name, locale: 'de', value: blank }];
  const body = JSON.stringify({ staticTranslations, dynamicTranslations });
  await fetch(`${url}/v1/translations`, { ...post, body });

  const german = await (await fetch((await open({ receiptMetadata: { locale: 'de' } })).parsedUrl)).text();
  expect(german).toContain('<span><span lang="en" dir="ltr">Is declined</span></span>');
  expect(german).toContain('<h1><bdi>Bag of gems</bdi></h1>');
  const hebrew = await (await fetch((await open({ receiptMetadata: { locale: 'he' } })).parsedUrl)).text();
  expect(hebrew).toContain('<html lang="en" dir="ltr">');
  expect(hebrew).toContain('value="cancel">Cancel</button>');
});

test('an offer without a name has its sku, or the id of the purchase, as its name', async () => {
  const { url, open } = await startCheckout();
  const first = await open({ offer: { name: ' ', sku: 'bag', displayName: '' } });
  const second = await open({ offer: { name: '', sku: '' } });

  expect(await (await fetch(first.parsedUrl)).text()).toContain('<h1><bdi>bag</bdi></h1>');
  const page = await (await fetch(second.parsedUrl)).text();
  expect(page).toContain(`<h1><bdi>${second.purchaseId}</bdi></h1>`);
  expect(page).toContain(`<title>${second.purchaseId} · Sandbox</title>`);
  const index = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  for (const name of ['bag', second.purchaseId]) expect(index).toContain(`<bdi>${name}</bdi>`);
});

test('every value of a session is escaped, and control characters are visible', async () => {
  const { url, open } = await startCheckout({ locales: ['en', 'fr'] });
  const evil = `"><script>alert('x')</script>\u202e`;
  const staticTranslations = [{ key: 'checkout.pay', locale: 'fr', value: `${evil}{amount}` }];
  await fetch(`${url}/v1/translations`, { ...post, body: JSON.stringify({ staticTranslations }) });
  const session = await open({
    offer: { name: evil, sku: evil, displayName: evil },
    customer: { id: evil },
    items: [{ name: evil, sku: evil, quantityDisplay: evil, assetUrl: 'https://cdn.example/x.png' }],
    receiptMetadata: { locale: 'fr' },
    redirectUrl: `mygame://shop/"><script>alert(1)</script>`,
  });
  const pages = [await (await fetch(session.parsedUrl)).text()];
  await fetch(`${url}/_sandbox/sessions/${session.checkoutSessionToken}/pay`, { method: 'POST' });
  for (const path of ['', '/receipt', `/..%2F"><script>alert(1)</script>`]) {
    pages.push(await (await fetch(session.parsedUrl + path)).text());
  }
  expect(pages[0]?.split('&lt;script&gt;').length).toBeGreaterThan(5);
  for (const page of pages) {
    expect(page).not.toMatch(/<script|\u202e|cdn\.example/);
  }
});

test('every string has its placeholders in both languages', () => {
  for (const [key, [english, german]] of Object.entries(checkoutStrings)) {
    const names = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    expect([key, names(german)]).toEqual([key, names(english)]);
    expect(german).not.toBe(english);
  }
});

test.each([
  ['pt_BR', 'pt-BR', 'pt-BR', 'ltr'],
  ['ar', 'ar', 'ar', 'rtl'],
  ['ur-PK', 'ur-PK', 'ur-PK', 'rtl'],
  ['az-Arab', 'az-Arab', 'az-Arab', 'rtl'],
  ['ku', 'ku', 'ku', 'ltr'],
  ['tlh', 'tlh', 'en', 'ltr'],
  ['not a locale', 'en', 'en', 'ltr'],
])('the locale %s has the language %s, the format of %s, and is written %s', (locale, lang, format, dir) => {
  expect(languageTag(locale)).toBe(lang);
  expect(formatTag(languageTag(locale))).toBe(format);
  expect(directionOf(languageTag(locale))).toBe(dir);
});
