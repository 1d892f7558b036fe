import * as z from 'zod';

import { dateTime, essential, identifier, mayBeMissing, minorUnits, stringLike } from './fields.ts';
import { arrayInput, integerBetween, stringInput } from './input-fields.ts';
import { inputObject } from './input-object.ts';
import type { Operation, WireQuery } from './operation.ts';

const colorSchema = z.looseObject({
  colorOne: z.string(),
  colorTwo: z.string(),
  direction: z.string(),
});

const specialOfferSchema = z.looseObject({
  templateType: z.string(),
  presentOfferEndTimer: z.boolean(),
  title: z.string(),
  fontSize: z.number(),
  fontWeight: z.string(),
  fontColor: mayBeMissing(colorSchema),
  backgroundColor: mayBeMissing(colorSchema),
});

const offerUiSchema = z.looseObject({
  offerUiId: z.string(),
  externalId: z.string(),
  active: z.boolean(),
  offerUiType: z.string(),
  name: z.string(),
  description: z.string(),
  backgroundImage: z.string(),
  specialOffer: mayBeMissing(specialOfferSchema),
});

/** The appearance of an offer (§2.6). */
export interface OfferUi extends z.output<typeof offerUiSchema> {}

const dynamicOfferUiSchema = z.looseObject({
  badges: mayBeMissing(z.array(z.looseObject({ publisherBadgeId: z.string(), position: z.string() }))),
  /** Percentage. */
  salePercentage: z.number(),
  salePercentageDisplayType: stringLike<'percentage'>(),
});

/** Badges and sale currently displayed on an offer (§2.6). */
export interface DynamicOfferUi extends z.output<typeof dynamicOfferUiSchema> {}

const productSchema = z.looseObject({
  publisherProductId: z.string(),
  name: z.string(),
  textFontColorHex: z.string(),
  type: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  priority: z.string(),
  images: mayBeMissing(z.array(z.looseObject({ type: z.string(), url: z.string() }))),
  /** ISO 8601. */
  createdAt: dateTime(),
  /** ISO 8601. */
  updatedAt: dateTime(),
  productId: z.string(),
});

const offerProductSchema = z.looseObject({
  quantity: z.number(),
  product: mayBeMissing(productSchema),
});

/** A product in an offer, and its quantity (§2.6). */
export interface OfferProduct extends z.output<typeof offerProductSchema> {}

const offerStepSchema = essential(
  z.looseObject({
    index: z.number(),
    playerAvailability: z.number(),
    priceInUsdCents: minorUnits(),
    products: mayBeMissing(z.array(offerProductSchema)),
  }),
);

/** One step in an offer's sequence of products (§2.6). */
export interface OfferStep extends z.output<typeof offerStepSchema> {
  /** Price in US cents. */
  priceInUsdCents: number;
  /** Products that the player receives. */
  products?: OfferProduct[] | null | undefined;
}

const offerTriggerSchema = z.looseObject({
  type: z.string(),
  eventName: z.string(),
  every: z.number(),
  /** Arbitrary values. */
  rules: mayBeMissing(z.array(z.unknown())),
});

/** An event that displays an offer (§2.6). */
export interface OfferTrigger extends z.output<typeof offerTriggerSchema> {}

/** An offer (§2.6). */
export const offerSchema = essential(
  z.looseObject({
    offerId: identifier(),
    publisherOfferId: z.string(),
    name: z.string(),
    displayName: z.string(),
    description: z.string(),
    type: z.string(),
    createdBy: z.string(),
    offerUi: mayBeMissing(offerUiSchema),
    dynamicOfferUi: mayBeMissing(dynamicOfferUiSchema),
    active: z.boolean(),
    segments: mayBeMissing(z.array(z.string())),
    productsSequence: mayBeMissing(z.array(offerStepSchema)),
    startOver: z.boolean(),
    priority: z.number(),
    showAfter: z.string(),
    triggers: mayBeMissing(z.array(offerTriggerSchema)),
    /** ISO 8601. */
    createdAt: dateTime(),
    /** ISO 8601. */
    updatedAt: dateTime(),
  }),
);

/** An offer (§2.6). */
export interface Offer extends z.output<typeof offerSchema> {
  /** Your id of the offer. */
  publisherOfferId: string;
  /** Appearance. */
  offerUi?: OfferUi | null | undefined;
  /** Badges and sale currently displayed. */
  dynamicOfferUi?: DynamicOfferUi | null | undefined;
  /** Steps of the offer, each with its products and price. */
  productsSequence?: OfferStep[] | null | undefined;
  /** Events that display the offer. */
  triggers?: OfferTrigger[] | null | undefined;
}

/** Response of the offer listing: one page of offers (§4.13). */
export const offerReportSchema = z.looseObject({
  result: essential(
    z.looseObject({
      /** Total number of matching offers. */
      totalCount: z.int(),
      offers: essential(z.array(offerSchema)),
    }),
  ),
  status: z.int(),
  message: z.string(),
});

/** Response of the offer listing: one page of offers (§4.13). */
export interface OfferReport extends z.output<typeof offerReportSchema> {}

/** Which offers to list (§4.13). */
export interface OfferQuery {
  /** Only offers of this type. */
  readonly offerType?: 'Bundle' | 'SpecialOffer' | 'Popup' | undefined;
  /** Offers per page, 0 to 500. The service's own default is 100. */
  readonly limit?: number | undefined;
  /** Number of offers to skip. @defaultValue `0` */
  readonly offset?: number | undefined;
  /** Only the offers with these ids. */
  readonly offerIds?: readonly string[] | undefined;
}

/** Query of the offer listing (§4.13, §8); ids are joined by commas. */
export const offerQuerySchema = inputObject(
  {
    offerType: z
      .enum(['Bundle', 'SpecialOffer', 'Popup'], {
        error: 'must be one of "Bundle", "SpecialOffer", "Popup"',
      })
      .optional(),
    limit: integerBetween(0, 500).optional(),
    offset: z
      .int({ error: 'must be an integer of at least 0' })
      .min(0, { error: 'must be an integer of at least 0' })
      .optional(),
    offerIds: arrayInput(
      stringInput('starter').regex(/^[^,]+$/, {
        error: 'must not be empty and must not contain a comma, which separates the ids',
      }),
      '"starter"',
    )
      .min(1, { error: 'must contain at least 1 element: omit it for all offers' })
      .optional(),
  },
  { example: '{ offerType: "Bundle", limit: 20 }', aliases: { pageSize: 'limit' } },
).transform(({ offerIds, ...rest }): WireQuery => ({ ...rest, offerIds: offerIds?.join(',') }));

/** Names of the query parameters of the offer listing, which are not documented. */
export interface OfferQueryNames {
  /** Name of the query parameter for `offerType`. */
  readonly offerType: string;
  /** Name of the query parameter for `limit`. */
  readonly limit: string;
  /** Name of the query parameter for `offset`. */
  readonly offset: string;
  /** Name of the query parameter for `offerIds`. */
  readonly offerIds: string;
}

/** Default names, from the public documentation of a similar service. */
export const defaultOfferQueryNames: OfferQueryNames = {
  offerType: 'offerType',
  limit: 'recordLimit',
  offset: 'offset',
  offerIds: 'publisherOfferId',
};

/** Returns the offer listing with the given query parameter names (§4.13). */
export function getOffersOperation(names: OfferQueryNames): Operation<OfferReport, { query?: OfferQuery }> {
  const onTheWire = (query: WireQuery): WireQuery => ({
    [names.offerType]: query['offerType'],
    [names.limit]: query['limit'],
    [names.offset]: query['offset'],
    [names.offerIds]: query['offerIds'],
  });
  return { ...getOffers, query: offerQuerySchema.transform(onTheWire) };
}

export const getOffers: Operation<OfferReport, { query?: OfferQuery }> = {
  name: 'offers.getPage',
  method: 'POST',
  path: '/offering/offer/get-offers',
  effect: 'read',
  section: '4.13',
  query: offerQuerySchema,
  output: offerReportSchema,
  errors: 'unknown',
};
