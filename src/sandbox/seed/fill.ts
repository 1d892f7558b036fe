import type { ContentItem, ContentTranslation } from '../../api/content.ts';
import type { Offer, OfferProduct, OfferStep } from '../../api/offer.ts';
import { listedOffer, listedProduct } from './offers.ts';
import type { Partially } from './seed-schema.ts';

const strings = { title: '', subTitle: '', bodyText: '', headerImage: '', thumbnailImage: '', labels: [] };
const emptyTranslation: ContentTranslation = { isoCode: '', ...strings };

/** A content item with all of its fields; by default it is a visible, public article. */
export function fillContent(given: Partially<ContentItem>, time: string): ContentItem {
  const defaults: ContentItem = {
    ...strings,
    id: '',
    state: 'visible',
    contentType: 'article',
    publishDate: time,
    slug: slugOf(given.title ?? ''),
    visibility: 'public',
    tag: '',
    createdAt: time,
    updatedAt: time,
    translations: [],
    pages: [],
  };
  return {
    ...merge(defaults, given),
    translations: (given.translations ?? []).map((translation) => merge(emptyTranslation, translation)),
  };
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** An offer with all of its fields; what is missing is as in the initial offers. */
export function fillOffer(given: Partially<Offer>, index: number, time: string): Offer {
  const { offerId = '', name = '', type = 'Bundle', publisherOfferId = offerId, productsSequence } = given;
  // The price and the products are those of its steps.
  const listing = { offerId, publisherOfferId, name, type, priceInUsdCents: 0, products: [] };
  const steps = (productsSequence ?? []).map((step, at) => fillStep(step, at, time));
  const description = steps.flatMap(({ products }) => products ?? []).map(describe);
  return {
    ...merge({ ...listedOffer(listing, index, time), description: description.join(', ') }, given),
    productsSequence: steps,
  };
}

function fillStep(given: Partially<OfferStep>, index: number, time: string): OfferStep {
  const { products, ...rest } = given;
  return {
    ...merge({ index, playerAvailability: 0, priceInUsdCents: 0, products: [] }, rest),
    products: (products ?? []).map(({ quantity = 1, product }, order) => {
      const { publisherProductId: sku = '', name = '' } = product ?? {};
      return { quantity, product: merge(listedProduct({ sku, name, type: 'item' }, order, time), product) };
    }),
  };
}

function describe({ product, quantity }: OfferProduct): string {
  return `${product?.name} × ${quantity}`;
}

/** The defaults with the given fields, which come first, also those of objects in them; arrays are replaced. */
function merge<T>(defaults: T, given: unknown): T {
  if (!isRecord(defaults) || !isRecord(given)) return (given ?? defaults) as T; // the schema has validated its type
  const keys = new Set([...Object.keys(given), ...Object.keys(defaults)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(defaults[key], given[key])])) as T; // field by field
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
