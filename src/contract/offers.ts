import * as z from 'zod';

import { dateTime, essential, identifier, mayBeMissing, minorUnits, textLike } from './fields.ts';
import { integerBetween } from './input-fields.ts';
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

/** How an offer looks (§2.6). */
export interface OfferUi extends z.output<typeof offerUiSchema> {}

const dynamicOfferUiSchema = z.looseObject({
  badges: mayBeMissing(z.array(z.looseObject({ publisherBadgeId: z.string(), position: z.string() }))),
  /** Percentage. */
  salePercentage: z.number(),
  salePercentageDisplayType: textLike<'percentage'>(),
});

/** What is shown on an offer at the moment (§2.6). */
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

/** A product in an offer, and how many of it (§2.6). */
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
  /** US cents. */
  priceInUsdCents: number;
  /** What the player gets. */
  products?: OfferProduct[] | null | undefined;
}

const offerTriggerSchema = z.looseObject({
  type: z.string(),
  eventName: z.string(),
  every: z.number(),
  /** Arbitrary values. */
  rules: mayBeMissing(z.array(z.unknown())),
});

/** What makes an offer appear (§2.6). */
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
  /** The publisher's own id of the offer. */
  publisherOfferId: string;
  /** How it looks. */
  offerUi?: OfferUi | null | undefined;
  /** What is shown on it at the moment. */
  dynamicOfferUi?: DynamicOfferUi | null | undefined;
  /** Its products, step by step, each with its price. */
  productsSequence?: OfferStep[] | null | undefined;
  /** What makes it appear. */
  triggers?: OfferTrigger[] | null | undefined;
}

/** One page of offers, as the service sends it (§4.13). */
export const offerReportSchema = z.looseObject({
  result: essential(
    z.looseObject({
      /** All matching offers. */
      totalCount: z.int(),
      offers: essential(z.array(offerSchema)),
    }),
  ),
  status: z.int(),
  message: z.string(),
});

/** One page of offers, as the service sends it (§4.13). */
export interface OfferReport extends z.output<typeof offerReportSchema> {}

/** Which offers to list (§4.13). */
export interface OfferQuery {
  /** Only offers of this type. */
  readonly offerType?: 'Bundle' | 'SpecialOffer' | 'Popup' | undefined;
  /** Offers a page, 0 to 500. The service's own default is 100. */
  readonly limit?: number | undefined;
  /** How many offers to pass over. @defaultValue `0` */
  readonly offset?: number | undefined;
  /** Only the offers with these ids. */
  readonly offerIds?: readonly string[] | undefined;
}

/** The query of the offer listing, checked by the documented rules (§4.13, §8); ids are joined by commas. */
export const offerQuerySchema = z
  .strictObject({
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
    offerIds: z
      .array(
        z.string({ error: 'must be a string' }).regex(/^[^,]+$/, {
          error: 'must not be empty and must not contain a comma, which separates the ids',
        }),
      )
      .min(1, { error: 'must contain at least 1 element: leave it out for all offers' })
      .optional(),
  })
  .transform(({ offerIds, ...rest }): WireQuery => ({ ...rest, offerIds: offerIds?.join(',') }));

/** How the offer listing's query parameters are called on the wire; the specification does not show it. */
export interface OfferQueryNames {
  /** Name of the parameter that `offerType` is sent as. */
  readonly offerType: string;
  /** Name of the parameter that `limit` is sent as. */
  readonly limit: string;
  /** Name of the parameter that `offset` is sent as. */
  readonly offset: string;
  /** Name of the parameter that `offerIds` is sent as. */
  readonly offerIds: string;
}

/** The names that a public description of a service of this shape uses. */
export const defaultOfferQueryNames: OfferQueryNames = {
  offerType: 'offerType',
  limit: 'recordLimit',
  offset: 'offset',
  offerIds: 'publisherOfferId',
};

/** The offer listing, with its query parameters under the given names (§4.13). */
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
