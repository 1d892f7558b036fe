// Run by vitest against src, and by Node itself against dist: nothing here may need to be compiled.
import type { PublisherClient } from '../../../src/client/index.ts';

const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** What users write, with a client whose calls all fail. The marked line, where the call is awaited, has to be in the stack of the error. */
export const callerCases: Readonly<Record<string, (client: PublisherClient) => Promise<unknown>>> = {
  'a call': async (client) => {
    await client.pricePoints.get(999); // marked: a call
  },
  'a call after another one': async (client) => {
    await later();
    await client.pricePoints.get(999); // marked: a call after another one
  },
  'a call that is awaited later': async (client) => {
    const list = client.pricePoints.list();
    await Promise.allSettled([list]); // marked: a call that is awaited later
    await list;
  },
  'a call in a callback': async (client) => {
    const deletePrice = (price: number): Promise<unknown> => client.pricePoints.delete(price);
    await Promise.all([999].map(deletePrice)); // marked: a call in a callback
  },
  'a detached method': async ({ checkout }) => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- that it needs no `this` is what is tested
    const { createSession } = checkout;
    const [priceDetails, offer, customer] = [
      { price: 999, currency: 'USD' },
      { name: 'Gems', sku: 'gems' },
      { id: '1' },
    ];
    await createSession({ priceDetails, offer, customer }); // marked: a detached method
  },
  'a call with invalid input': async (client) => {
    await client.pricePoints.create({ priceInUsdCents: -1 }); // marked: a call with invalid input
  },
  'a call of several requests': async (client) => {
    const staticTranslations = [{ key: 'buy', locale: 'de', value: 'Kaufen' }];
    await client.translations.setAll({ staticTranslations }); // marked: a call of several requests
  },
  'a custom request': async (client) => {
    await client.request({ method: 'GET', path: '/v1/any' }); // marked: a custom request
  },
  getPage: async (client) => {
    await client.transactions.getPage(october); // marked: getPage
  },
  'offers.getPage': async (client) => {
    await client.offers.getPage(); // marked: offers.getPage
  },
  'for await': async (client) => {
    for await (const item of client.transactions.list(october)) console.log(item); // marked: for await
  },
  'for await over offers': async (client) => {
    for await (const item of client.offers.list()) console.log(item); // marked: for await over offers
  },
  'for await with windows': async (client) => {
    for await (const item of client.transactions.list({ ...october, windows: 4 })) console.log(item); // marked: for await with windows
  },
  'for await with an invalid query': async (client) => {
    const rows = client.transactions.list({ ...october, limit: 0 });
    await later();
    for await (const item of rows) console.log(item); // marked: for await with an invalid query
  },
  pages: async (client) => {
    const list = client.transactions.list(october);
    const pages = list.pages();
    await later();
    for await (const item of pages) console.log(item); // marked: pages
  },
  'an iterator': async (client) => {
    const rows = client.transactions.list(october)[Symbol.asyncIterator]();
    await later();
    await rows.next(); // marked: an iterator
  },
  toArray: async (client) => {
    const list = client.transactions.list(october);
    await later();
    await list.toArray({ max: 10 }); // marked: toArray
  },
  'toArray without a maximum': async (client) => {
    await client.transactions.list(october).toArray({ max: 0 }); // marked: toArray without a maximum
  },
};
