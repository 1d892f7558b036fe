import type { PublisherClient } from '../../../src/client/index.ts';

const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** What users write, with a client whose calls all fail. The marked line, where the call is awaited, has to be in the stack of the error. */
export const callerCases: Readonly<Record<string, (client: PublisherClient) => Promise<unknown>>> = {
  'a call': async (client) => {
    await client.pricePoints.get(999); // marked: a call
  },
  'a call in a callback': async (client) => {
    const deletePrice = (price: number): Promise<unknown> => client.pricePoints.delete(price);
    await Promise.all([999].map(deletePrice)); // marked: a call in a callback
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
  'for await': async (client) => {
    for await (const item of client.transactions.list(october)) console.log(item); // marked: for await
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
};
