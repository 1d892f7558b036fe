import * as z from 'zod';

import {
  dateTime,
  essential,
  identifier,
  mayBeMissing,
  minorUnits,
  named,
  receivedObject,
} from './fields.ts';
import { type DynamicOfferUi, dynamicOfferUiSchema, type OfferUi, offerUiSchema } from './offer-ui.ts';

const imageSchema = receivedObject({
  /** Type of the image; its values are not documented. */
  type: z.string(),
  /** Image URL. */
  url: z.string(),
});

/** An image of a product (§2.6). */
export interface ProductImage extends z.output<typeof imageSchema> {}

const productSchema = receivedObject({
  /** Your id of the product. */
  publisherProductId: z.string(),
  /** Name of the product. */
  name: z.string(),
  /** Text color, hexadecimal. */
  textFontColorHex: z.string(),
  /** Type of the product; its values are not documented. */
  type: z.string(),
  /** Prefix. */
  prefix: z.string(),
  /** Suffix. */
  suffix: z.string(),
  /** Priority, a string; its order is not documented. */
  priority: z.string(),
  /** Images of the product. */
  images: mayBeMissing(z.array(named<ProductImage>(imageSchema))),
  /** Time of creation, ISO 8601. */
  createdAt: dateTime(),
  /** Time of the last update, ISO 8601. */
  updatedAt: dateTime(),
  /** Product id. */
  productId: z.string(),
});

/** A product of the catalog (§2.6). */
export interface CatalogProduct extends z.output<typeof productSchema> {}

const offerProductSchema = receivedObject({
  /** Quantity in the offer. */
  quantity: z.number(),
  /** The product. */
  product: mayBeMissing(named<CatalogProduct>(productSchema)),
});

/** A product in an offer, and its quantity (§2.6). */
export interface OfferProduct extends z.output<typeof offerProductSchema> {}

const offerStepSchema = essential(
  receivedObject({
    /** Index of the step; whether it starts at 0 or 1 is not documented. */
    index: z.number(),
    /** Availability for the player, a number; its meaning is not documented. */
    playerAvailability: z.number(),
    /** Price in US cents. */
    priceInUsdCents: minorUnits(),
    /** Products that the player receives. */
    products: mayBeMissing(z.array(named<OfferProduct>(offerProductSchema))),
  }),
);

/** One step in an offer's sequence of products (§2.6). */
export interface OfferStep extends z.output<typeof offerStepSchema> {}

const offerTriggerSchema = receivedObject({
  /** Type of the trigger; its values are not documented. */
  type: z.string(),
  /** Name of the event. */
  eventName: z.string(),
  /** Interval of the trigger, a number; its unit is not documented. */
  every: z.number(),
  /** Rules of the trigger: arbitrary values. */
  rules: mayBeMissing(z.array(z.unknown())),
});

/** An event that displays an offer (§2.6). */
export interface OfferTrigger extends z.output<typeof offerTriggerSchema> {}

/** An offer (§2.6). */
export const offerSchema = essential(
  receivedObject({
    /** Offer id. */
    offerId: identifier(),
    /** Your id of the offer. */
    publisherOfferId: z.string(),
    /** Name of the offer. */
    name: z.string(),
    /** Name as displayed to the player. */
    displayName: z.string(),
    /** Description of the offer. */
    description: z.string(),
    /** Offer type; its values in responses are not documented. */
    type: z.string(),
    /** Who created the offer. */
    createdBy: z.string(),
    /** Appearance. */
    offerUi: mayBeMissing(named<OfferUi>(offerUiSchema)),
    /** Badges and sale currently displayed. */
    dynamicOfferUi: mayBeMissing(named<DynamicOfferUi>(dynamicOfferUiSchema)),
    /** Whether the offer is active. */
    active: z.boolean(),
    /** Player segments. */
    segments: mayBeMissing(z.array(z.string())),
    /** Steps of the offer, each with its products and price. */
    productsSequence: mayBeMissing(z.array(named<OfferStep>(offerStepSchema))),
    /** Whether the sequence starts over after its last step. */
    startOver: z.boolean(),
    /** Priority; its order is not documented. */
    priority: z.number(),
    /** When the offer is shown, a string; its format is not documented. */
    showAfter: z.string(),
    /** Events that display the offer. */
    triggers: mayBeMissing(z.array(named<OfferTrigger>(offerTriggerSchema))),
    /** Time of creation, ISO 8601. */
    createdAt: dateTime(),
    /** Time of the last update, ISO 8601. */
    updatedAt: dateTime(),
  }),
);

/** An offer (§2.6). */
export interface Offer extends z.output<typeof offerSchema> {}
