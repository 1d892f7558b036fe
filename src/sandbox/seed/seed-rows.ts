import type { ContentItem, ContentTranslation } from '../../api/content.ts';
import type { Offer, OfferProduct, OfferStep } from '../../api/offer.ts';
import { asStored } from '../purchases/session-request.ts';
import type { Ids } from '../random.ts';
import type { Change, TableName } from '../store/tables.ts';
import { dynamicTranslationChange, staticTranslationChange } from '../store/translations.ts';
import { listedOffer, listedProduct } from './offers.ts';
import type { Partially, Seed } from './seed-schema.ts';

/** What the fields that a seed file leaves out depend on. */
export interface SeedDefaults {
  /** Creation time of the initial data: UTC, ISO 8601. */
  readonly initialTime: string;
  /** When the sandbox starts, by its clock: UTC, ISO 8601. */
  readonly startTime: string;
  readonly ids: Ids;
}

/** A row of a seed file with all of its fields, and where it is in the file. */
export interface SeedRow {
  readonly path: string;
  readonly change: Change;
}

/** The tables whose sections are in a seed file, which replace the initial rows. */
export function tablesIn(seed: Seed): ReadonlySet<TableName> {
  const given = Object.entries({ ...seed, ...seed.translations }).filter(
    ([, section]) => section !== undefined,
  );
  // But for `$schema`, a section or a list of translations has the name of its table.
  return new Set(given.map(([name]) => name as TableName));
}

/** The rows of a seed file. */
export function seedRows(seed: Seed, { initialTime, startTime, ids }: SeedDefaults): SeedRow[] {
  const { dynamicTranslations, staticTranslations } = seed.translations ?? {};
  return [
    ...rows('clock', seed.clock && [seed.clock], ({ advance }) => ({
      table: 'clock',
      key: 'ahead',
      row: advance,
    })),
    ...rows('pricePoints', seed.pricePoints, (given) => {
      const { priceInUsdCents = 0, lastUpdate = initialTime } = given;
      const priceOverrides = (given.priceOverrides ?? []).map(({ countryCode2 = '', price = 0 }) => ({
        countryCode2,
        price,
      }));
      const row = { priceInUsdCents, lastUpdate, priceOverrides };
      return { table: 'pricePoints', key: String(priceInUsdCents), row };
    }),
    ...rows('promoCodes', seed.promoCodes, (given) => {
      const { couponName = '', name = '', maxRedemptions = 0, active = true } = given;
      const { createdAt = initialTime, updatedAt = createdAt } = given;
      const row = { couponName, name, active, maxRedemptions, createdAt, updatedAt };
      return { table: 'promoCodes', key: JSON.stringify([couponName, name]), row };
    }),
    ...rows('offers', seed.offers, (given, index) => {
      const row = fillOffer(given, index, initialTime);
      return { table: 'offers', key: row.offerId, row };
    }),
    ...rows('content', seed.content, (given) => {
      const row = fillContent(given, initialTime);
      return { table: 'content', key: row.id, row };
    }),
    ...rows('translations.dynamicTranslations', dynamicTranslations, dynamicTranslationChange),
    ...rows('translations.staticTranslations', staticTranslations, staticTranslationChange),
    ...rows('sessions', seed.sessions, (given, index) => {
      const defaults = {
        checkoutSessionToken: ids('session-', 2 * index),
        purchaseId: ids('purchase-', 2 * index + 1),
        state: 'open',
        createdAt: startTime,
      } as const;
      const row = { ...defaults, ...given, request: asStored(given.request) };
      return { table: 'sessions', key: row.checkoutSessionToken, row };
    }),
    ...rows('transactions', seed.transactions, (row, index) => ({
      table: 'transactions',
      key: String(index),
      row,
    })),
    ...rows('personalization', seed.personalization, (row, index) => ({
      table: 'personalization',
      key: String(index),
      row,
    })),
  ];
}

function rows<T>(
  section: string,
  values: readonly T[] | undefined,
  changeOf: (value: T, index: number) => Change,
): SeedRow[] {
  return (values ?? []).map((value, index) => ({
    path: section === 'clock' ? section : `${section}[${index}]`,
    change: changeOf(value, index),
  }));
}

/** The strings of new content, and of a new translation of it. */
export const emptyTexts = {
  title: '',
  subTitle: '',
  bodyText: '',
  headerImage: '',
  thumbnailImage: '',
  labels: [],
};
const emptyTranslation: ContentTranslation = { isoCode: '', ...emptyTexts };

/** A content item with all of its fields; by default it is a visible, public article. */
function fillContent(given: Partially<ContentItem>, time: string): ContentItem {
  const defaults: ContentItem = {
    ...emptyTexts,
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
function fillOffer(given: Partially<Offer>, index: number, time: string): Offer {
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
