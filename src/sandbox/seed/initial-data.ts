import type { ContentItem } from '../../api/content.ts';
import type { DynamicTranslation, StaticTranslation } from '../../api/translations.ts';
import { catalogOffers, catalogProducts } from '../market/catalog.ts';
import type { Change } from '../store/tables.ts';
import { dynamicTranslationChange, staticTranslationChange } from '../store/translations.ts';
import { checkoutStrings } from './checkout-strings.ts';
import { listedOffers } from './offers.ts';

/** The initial state: what the publisher created in the Dashboard, at the given time (UTC, ISO 8601). */
export function initialChanges(createdAt: string): Change[] {
  return [
    ...initialContent(createdAt).map((row): Change => ({ table: 'content', key: row.id, row })),
    ...listedOffers(createdAt).map((row): Change => ({ table: 'offers', key: row.offerId, row })),
    ...initialDynamicTranslations().map(dynamicTranslationChange),
    ...initialStaticTranslations().map(staticTranslationChange),
  ];
}

const imageBase = 'https://assets.publisher-commerce.invalid/content';
const home = { id: 'page-home', pageName: 'Home' };
const news = { id: 'page-news', pageName: 'News' };

/** The portal's content items (§2.4), created at the given time. */
function initialContent(createdAt: string): ContentItem[] {
  const shared = {
    visibility: 'public',
    publishDate: createdAt,
    createdAt,
    updatedAt: createdAt,
    translations: [],
  };
  return [
    {
      ...shared,
      id: 'content-1',
      title: 'The dragon awakens',
      subTitle: 'A new season begins',
      bodyText: 'Gather your party: the mountain stirs again.',
      headerImage: `${imageBase}/dragon-header.png`,
      thumbnailImage: `${imageBase}/dragon-thumbnail.png`,
      labels: ['season', 'event'],
      state: 'visible',
      contentType: 'news',
      slug: 'the-dragon-awakens',
      tag: 'season-7',
      pages: [home, news],
      translations: [
        {
          isoCode: 'de',
          title: 'Der Drache erwacht',
          subTitle: 'Eine neue Saison beginnt',
          bodyText: 'Sammelt eure Gefährten: Der Berg regt sich wieder.',
          headerImage: `${imageBase}/dragon-header-de.png`,
          thumbnailImage: `${imageBase}/dragon-thumbnail-de.png`,
          labels: ['Saison', 'Ereignis'],
        },
      ],
    },
    {
      ...shared,
      id: 'content-2',
      title: 'How the season pass works',
      subTitle: 'Rewards, levels and deadlines',
      bodyText: 'Every level of the pass opens one chest.',
      headerImage: `${imageBase}/pass-header.png`,
      thumbnailImage: `${imageBase}/pass-thumbnail.png`,
      labels: ['guide'],
      state: 'visible',
      contentType: 'article',
      slug: 'how-the-season-pass-works',
      tag: 'evergreen',
      pages: [news],
    },
    {
      ...shared,
      id: 'content-3',
      title: 'Winter market',
      subTitle: 'Opens in December',
      bodyText: 'Snow, lights and rare armor.',
      headerImage: `${imageBase}/winter-header.png`,
      thumbnailImage: `${imageBase}/winter-thumbnail.png`,
      labels: [],
      state: 'scheduled',
      contentType: 'news',
      slug: 'winter-market',
      visibility: 'private',
      tag: 'winter',
      pages: [],
    },
  ];
}

const productNamesInGerman: Readonly<Record<string, string>> = {
  gems: 'Edelsteine',
  coins: 'Münzen',
  energy: 'Energie',
  'golden-chest': 'Goldene Truhe',
};

/** Translations of the catalog: all in English, some in German. */
function initialDynamicTranslations(): DynamicTranslation[] {
  const products = catalogProducts.flatMap(({ sku, name }): DynamicTranslation[] => {
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
  return [...products, ...designs];
}

/** Fixed strings of the store: all in English, some in German. */
function initialStaticTranslations(): StaticTranslation[] {
  return [
    { key: 'store.title', locale: 'en', value: 'Web store' },
    { key: 'store.title', locale: 'de', value: 'Webshop' },
    { key: 'store.buy_now', locale: 'en', value: 'Buy now' },
    { key: 'store.buy_now', locale: 'de', value: 'Jetzt kaufen' },
    { key: 'store.sold_out', locale: 'en', value: 'Sold out' },
    ...Object.entries(checkoutStrings).flatMap(([key, [english, german]]) => [
      { key, locale: 'en', value: english },
      { key, locale: 'de', value: german },
    ]),
  ];
}
