import { catalogOffers, catalogProducts } from '../market/catalog.ts';
import type { Seed } from './seed-schema.ts';

const images = 'https://assets.publisher-commerce.invalid/content';
const home = { id: 'page-home', pageName: 'Home' };
const news = { id: 'page-news', pageName: 'News' };

const content: Seed['content'] = [
  {
    id: 'content-1',
    title: 'The dragon awakens',
    subTitle: 'A new season begins',
    bodyText: 'Gather your party: the mountain stirs again.',
    headerImage: `${images}/dragon-header.png`,
    thumbnailImage: `${images}/dragon-thumbnail.png`,
    labels: ['season', 'event'],
    contentType: 'news',
    tag: 'season-7',
    pages: [home, news],
    translations: [
      {
        isoCode: 'de',
        title: 'Der Drache erwacht',
        subTitle: 'Eine neue Saison beginnt',
        bodyText: 'Sammelt eure Gefährten: Der Berg regt sich wieder.',
        headerImage: `${images}/dragon-header-de.png`,
        thumbnailImage: `${images}/dragon-thumbnail-de.png`,
        labels: ['Saison', 'Ereignis'],
      },
    ],
  },
  {
    id: 'content-2',
    title: 'How the season pass works',
    subTitle: 'Rewards, levels and deadlines',
    bodyText: 'Every level of the pass opens one chest.',
    headerImage: `${images}/pass-header.png`,
    thumbnailImage: `${images}/pass-thumbnail.png`,
    labels: ['guide'],
    tag: 'evergreen',
    pages: [news],
  },
];

const offers: Seed['offers'] = catalogOffers.map(({ priceInUsdCents, products, ...offer }) => ({
  ...offer,
  productsSequence: [
    {
      playerAvailability: offer.type === 'SpecialOffer' ? 1 : 0,
      priceInUsdCents,
      products: products.map(({ product: { sku, name, type }, quantity }) => ({
        quantity,
        product: { publisherProductId: sku, name, type },
      })),
    },
  ],
}));

const productNamesInGerman: Readonly<Record<string, string>> = {
  gems: 'Edelsteine',
  coins: 'Münzen',
  energy: 'Energie',
  'golden-chest': 'Goldene Truhe',
};

const products = catalogProducts.flatMap(({ sku, name }) => {
  const english = { type: 'product', externalId: sku, field: 'name', locale: 'en', value: name };
  const german = productNamesInGerman[sku];
  return german === undefined ? [english] : [english, { ...english, locale: 'de', value: german }];
});

const designs = catalogOffers.map(({ publisherOfferId, name }) => ({
  type: 'offer_design',
  externalId: `design-${publisherOfferId}`,
  field: 'title',
  locale: 'en',
  value: name,
}));

/** What the publisher created in the Dashboard: the sections of a sandbox without a seed file. */
export const defaultSeed: Seed = {
  offers,
  content,
  translations: {
    // All in English, some in German.
    dynamicTranslations: [...products, ...designs],
    staticTranslations: [
      { key: 'store.title', locale: 'en', value: 'Web store' },
      { key: 'store.title', locale: 'de', value: 'Webshop' },
      { key: 'store.buy_now', locale: 'en', value: 'Buy now' },
      { key: 'store.buy_now', locale: 'de', value: 'Jetzt kaufen' },
      { key: 'store.sold_out', locale: 'en', value: 'Sold out' },
      { key: 'receipt.thanks', locale: 'en', value: 'Thank you for your purchase' },
      { key: 'receipt.thanks', locale: 'de', value: 'Vielen Dank für deinen Kauf' },
    ],
  },
};
