import type { CallOptions, PublisherClient } from '../../../src/index.ts';
import { october } from '../../support/ranges.ts';

type Call = (client: PublisherClient, options: CallOptions) => Promise<unknown>;

const translation = { title: 'Titel', labels: ['neu'] };
const codes = [{ name: 'WELCOME', maxRedemptions: 1, active: true }];
const translations = { staticTranslations: [{ key: 'store.buy', locale: 'de', value: 'Kaufen' }] };
const purchase = {
  priceDetails: { price: 9.99, currency: 'USD' },
  offer: { name: 'Gold', sku: 'gold' },
  customer: { id: 'player-1' },
};

/** One valid call of each operation, by its name. */
export const calls: Readonly<Record<string, Call>> = {
  'transactions.getPage': (client, options) => client.transactions.getPage(october, options),
  'content.get': (client, options) => client.content.get('news-1', options),
  'content.upsertTranslation': (client, options) =>
    client.content.upsertTranslation('news-1', 'de', translation, options),
  'pricePoints.create': (client, options) => client.pricePoints.create({ priceInUsdCents: 999 }, options),
  'pricePoints.list': (client, options) => client.pricePoints.list(options),
  'pricePoints.get': (client, options) => client.pricePoints.get(999, options),
  'pricePoints.update': (client, options) =>
    client.pricePoints.update(999, { updatedPriceInUsdCents: 1099 }, options),
  'pricePoints.delete': (client, options) => client.pricePoints.delete(999, options),
  'translations.set': (client, options) => client.translations.set(translations, options),
  'translations.get': (client, options) => client.translations.get({}, options),
  'promoCodes.create': (client, options) => client.promoCodes.create('autumn', codes, options),
  'personalization.refreshActivePlayers': (client, options) =>
    client.personalization.refreshActivePlayers(options),
  'personalization.refreshSpecificActivePlayers': (client, options) =>
    client.personalization.refreshSpecificActivePlayers(['player-1'], options),
  'offers.getPage': (client, options) => client.offers.getPage({}, options),
  'checkout.createSession': (client, options) => client.checkout.createSession(purchase, options),
};
