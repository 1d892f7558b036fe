import type { ContentItem, ContentTranslation } from '../../client/api/content.ts';
import type { AsDocumented } from '../../client/api/fields.ts';
import type { Offer, OfferStep } from '../../client/api/offer.ts';
import { asStored } from '../purchases/session-request.ts';
import type { IdSource } from '../random.ts';
import { type StoreChange, put, type TableName, tableNames, type StoreTables } from '../store/tables.ts';
import type { Partially, Seed } from './seed-schema.ts';

/** What the fields that a seed file leaves out depend on. */
export interface SeedDefaults {
  /** Creation time of the initial data: UTC, ISO 8601. */
  readonly initialTime: string;
  /** When the sandbox starts, by its clock: UTC, ISO 8601. */
  readonly startTime: string;
  readonly ids: IdSource;
}

/** A row of a seed file with all of its fields, and where it is in the file. */
export interface SeedRow {
  readonly path: string;
  readonly change: StoreChange;
}

/** The rows of a seed. */
export function seedRows({ translations, clock, ...sections }: Seed, defaults: SeedDefaults): SeedRow[] {
  const lists: Readonly<Record<string, unknown>> = { ...sections, ...translations };
  const found = tableNames.flatMap((table) => {
    const path = table.endsWith('Translations') ? `translations.${table}` : table;
    // Each section is a list of rows of its table, or of parts of them, as the schema has validated.
    const given = (lists[table] ?? []) as readonly never[];
    const fill = fillers[table];
    return given.map((row, index): SeedRow => {
      const filled: StoreTables[TableName] = fill ? fill(row, defaults, index) : row;
      return { path: `${path}[${index}]`, change: put(table, filled, index) };
    });
  });
  return [...(clock ? [{ path: 'clock', change: put('clock', clock) }] : []), ...found];
}

type Fill<Name extends TableName> = (
  given: Partially<StoreTables[Name]>,
  defaults: SeedDefaults,
  index: number,
) => StoreTables[Name];

const fillers: { readonly [Name in TableName]?: Fill<Name> } = {
  pricePoints: (given, { initialTime }) =>
    merge({ priceInUsdCents: 0, lastUpdate: initialTime, priceOverrides: [] }, given),
  promoCodes: (given, { initialTime }) => {
    const { createdAt = initialTime } = given;
    const times = { createdAt, updatedAt: createdAt };
    return merge({ couponName: '', name: '', active: true, maxRedemptions: 0, ...times }, given);
  },
  offers: fillOffer,
  content: fillContent,
  sessions: (given, { ids, startTime }, index) => {
    const { request, ...fields } = given as Partial<StoreTables['sessions']>; // which are whole, or missing
    if (!request) throw new Error('the schema requires the request of a session');
    return {
      checkoutSessionToken: ids('session-', 2 * index),
      purchaseId: ids('purchase-', 2 * index + 1),
      state: 'open',
      createdAt: startTime,
      ...fields,
      request: asStored(request),
    };
  },
};

/** The strings of new content, and of a new translation of it. */
export const emptyTexts = {
  title: '',
  subTitle: '',
  bodyText: '',
  headerImage: '',
  thumbnailImage: '',
  labels: [],
};
const emptyTranslation: AsDocumented<ContentTranslation> = { isoCode: '', ...emptyTexts };

/** A content item with all of its fields; by default it is a visible, public article. */
function fillContent(given: Partially<ContentItem>, { initialTime: time }: SeedDefaults): ContentItem {
  const item: AsDocumented<ContentItem> = {
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
  const translations = (given.translations ?? []).map((one) => merge(emptyTranslation, one));
  return { ...merge(item, given), translations };
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

const images = 'https://assets.publisher-commerce.invalid';

/** An offer with all fields that the service lists (§2.6). */
function fillOffer(given: Partially<Offer>, { initialTime: time }: SeedDefaults, index: number): Offer {
  const { offerId = '', name = '', type = 'Bundle', publisherOfferId = offerId } = given;
  const special = type === 'SpecialOffer';
  const productsSequence = (given.productsSequence ?? []).map((step, at) => fillStep(step, at, time));
  const offer: AsDocumented<Offer> = {
    offerId,
    publisherOfferId,
    name,
    displayName: name,
    description: productsSequence
      .flatMap(({ products }) => products ?? [])
      .map(({ product, quantity }) => `${product?.name} × ${quantity}`)
      .join(', '),
    type,
    createdBy: 'dashboard',
    offerUi: {
      offerUiId: `ui-${offerId}`,
      externalId: `design-${publisherOfferId}`,
      active: true,
      offerUiType: type,
      name: `${name} design`,
      description: `How ${name} looks`,
      backgroundImage: `${images}/offers/${publisherOfferId}.png`,
      specialOffer: {
        templateType: 'standard',
        presentOfferEndTimer: special,
        title: name,
        fontSize: 24,
        fontWeight: 'bold',
        fontColor: { colorOne: '#FFFFFF', colorTwo: '#F2F2F2', direction: 'vertical' },
        backgroundColor: { colorOne: '#5B2A9D', colorTwo: '#2A1250', direction: 'diagonal' },
      },
    },
    dynamicOfferUi: {
      badges: special ? [{ publisherBadgeId: 'best-value', position: 'top-right' }] : [],
      salePercentage: special ? 20 : 0,
      salePercentageDisplayType: 'percentage',
    },
    active: true,
    segments: special ? ['new-players', 'returning-players'] : [],
    productsSequence: [],
    startOver: false,
    priority: index + 1,
    showAfter: type === 'Popup' ? '30s' : '',
    triggers: type === 'Popup' ? [{ type: 'event', eventName: 'level_completed', every: 5, rules: [] }] : [],
    createdAt: time,
    updatedAt: time,
  };
  return { ...merge(offer, given), productsSequence };
}

function fillStep(given: Partially<OfferStep>, index: number, time: string): OfferStep {
  const products = (given.products ?? []).map(({ quantity = 1, product = {} }, order) => {
    const sku = product?.publisherProductId ?? '';
    const defaults = {
      publisherProductId: sku,
      name: '',
      textFontColorHex: '#FFFFFF',
      type: 'item',
      prefix: '',
      suffix: '',
      priority: String(order + 1),
      images: [{ type: 'thumbnail', url: `${images}/products/${sku}.png` }],
      createdAt: time,
      updatedAt: time,
      productId: `product-${sku}`,
    };
    return { quantity, product: merge(defaults, product) };
  });
  return { ...merge({ index, playerAvailability: 0, priceInUsdCents: 0 }, given), products };
}

/** The defaults with the given fields, also those of objects in them; arrays are replaced. */
function merge<T>(defaults: T, given: unknown): T {
  if (!isRecord(defaults) || !isRecord(given)) return (given ?? defaults) as T; // the schema has validated its type
  const keys = new Set([...Object.keys(given), ...Object.keys(defaults)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(defaults[key], given[key])])) as T; // field by field
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
