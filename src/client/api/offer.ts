import * as z from 'zod';
import {
  boolean,
  dateTime,
  essentialObject,
  identifier,
  mayBeMissing,
  minorUnits,
  number,
  responseObject,
  string,
  stringLike,
  withTypeName,
} from './fields.ts';

const colorSchema = responseObject({
  /** First color; its format is not documented. */
  colorOne: string(),
  /** Second color; its format is not documented. */
  colorTwo: string(),
  /** Direction of the gradient; its values are not documented. */
  direction: string(),
});

/** A font or background color of a special offer (§2.6). */
export interface OfferColor extends z.output<typeof colorSchema> {}

const specialOfferSchema = responseObject({
  /** Template; its values are not documented. */
  templateType: string(),
  /** Whether a timer shows the end of the offer. */
  presentOfferEndTimer: boolean(),
  /** Title. */
  title: string(),
  /** Font size; its unit is not documented. */
  fontSize: number(),
  /** Font weight; its values are not documented. */
  fontWeight: string(),
  /** Font color. */
  fontColor: mayBeMissing(withTypeName<OfferColor>(colorSchema)),
  /** Background color. */
  backgroundColor: mayBeMissing(withTypeName<OfferColor>(colorSchema)),
});

/** The appearance of a special offer (§2.6). */
export interface SpecialOffer extends z.output<typeof specialOfferSchema> {}

const offerUiSchema = responseObject({
  /** Id of the appearance. */
  offerUiId: string(),
  /** External id. */
  externalId: string(),
  /** Whether the appearance is active. */
  active: boolean(),
  /** Type of the appearance; its values are not documented. */
  offerUiType: string(),
  /** Name. */
  name: string(),
  /** Description. */
  description: string(),
  /** Background image. */
  backgroundImage: string(),
  /** Appearance of a special offer. */
  specialOffer: mayBeMissing(withTypeName<SpecialOffer>(specialOfferSchema)),
});

/** The appearance of an offer (§2.6). */
export interface OfferUi extends z.output<typeof offerUiSchema> {}

const badgeSchema = responseObject({
  /** Your id of the badge. */
  publisherBadgeId: string(),
  /** Position of the badge; its values are not documented. */
  position: string(),
});

/** A badge on an offer (§2.6). */
export interface OfferBadge extends z.output<typeof badgeSchema> {}

const dynamicOfferUiSchema = responseObject({
  /** Badges on the offer. */
  badges: mayBeMissing(z.array(withTypeName<OfferBadge>(badgeSchema))),
  /** Sale in percent. */
  salePercentage: number(),
  /** How the sale is displayed, for example `percentage`. */
  salePercentageDisplayType: mayBeMissing(stringLike<'percentage'>()),
});

/** Badges and sale currently displayed on an offer (§2.6). */
export interface DynamicOfferUi extends z.output<typeof dynamicOfferUiSchema> {}

const imageSchema = responseObject({
  /** Type of the image; its values are not documented. */
  type: string(),
  /** Image URL. */
  url: string(),
});

/** An image of a product (§2.6). */
export interface ProductImage extends z.output<typeof imageSchema> {}

const productSchema = responseObject({
  /** Your id of the product. */
  publisherProductId: string(),
  /** Name of the product. */
  name: string(),
  /** Text color, hexadecimal. */
  textFontColorHex: string(),
  /** Type of the product; its values are not documented. */
  type: string(),
  /** Prefix. */
  prefix: string(),
  /** Suffix. */
  suffix: string(),
  /** Priority, a string; its order is not documented. */
  priority: string(),
  /** Images of the product. */
  images: mayBeMissing(z.array(withTypeName<ProductImage>(imageSchema))),
  /** Time of creation, ISO 8601. */
  createdAt: dateTime(),
  /** Time of the last update, ISO 8601. */
  updatedAt: dateTime(),
  /** Product id. */
  productId: string(),
});

/** A product of the catalog (§2.6). */
export interface CatalogProduct extends z.output<typeof productSchema> {}

const offerProductSchema = responseObject({
  /** Quantity in the offer. */
  quantity: number(),
  /** The product. */
  product: mayBeMissing(withTypeName<CatalogProduct>(productSchema)),
});

/** A product in an offer, and its quantity (§2.6). */
export interface OfferProduct extends z.output<typeof offerProductSchema> {}

const offerStepSchema = essentialObject({
  /** Index of the step; whether it starts at 0 or 1 is not documented. */
  index: number(),
  /** Availability for the player, a number; its meaning is not documented. */
  playerAvailability: number(),
  /** Price in US cents. */
  priceInUsdCents: minorUnits(),
  /** Products that the player receives. */
  products: mayBeMissing(z.array(withTypeName<OfferProduct>(offerProductSchema))),
});

/** One step in an offer's sequence of products (§2.6). */
export interface OfferStep extends z.output<typeof offerStepSchema> {}

const offerTriggerSchema = responseObject({
  /** Type of the trigger; its values are not documented. */
  type: string(),
  /** Name of the event. */
  eventName: string(),
  /** Interval of the trigger, a number; its unit is not documented. */
  every: number(),
  /** Rules of the trigger: arbitrary values. */
  rules: mayBeMissing(z.array(z.unknown())),
});

/** An event that displays an offer (§2.6). */
export interface OfferTrigger extends z.output<typeof offerTriggerSchema> {}

/** An offer (§2.6). */
export const offerSchema = essentialObject({
  /** Offer id. */
  offerId: identifier(),
  /** Your id of the offer. */
  publisherOfferId: string(),
  /** Name of the offer. */
  name: string(),
  /** Name as displayed to the player. */
  displayName: string(),
  /** Description of the offer. */
  description: string(),
  /** Offer type; its values in responses are not documented. */
  type: string(),
  /** Who created the offer. */
  createdBy: string(),
  /** Appearance. */
  offerUi: mayBeMissing(withTypeName<OfferUi>(offerUiSchema)),
  /** Badges and sale currently displayed. */
  dynamicOfferUi: mayBeMissing(withTypeName<DynamicOfferUi>(dynamicOfferUiSchema)),
  /** Whether the offer is active. */
  active: boolean(),
  /** Player segments. */
  segments: mayBeMissing(z.array(z.string())),
  /** Steps of the offer, each with its products and price. */
  productsSequence: mayBeMissing(z.array(withTypeName<OfferStep>(offerStepSchema))),
  /** Whether the sequence starts over after its last step. */
  startOver: boolean(),
  /** Priority; its order is not documented. */
  priority: number(),
  /** When the offer is shown, a string; its format is not documented. */
  showAfter: string(),
  /** Events that display the offer. */
  triggers: mayBeMissing(z.array(withTypeName<OfferTrigger>(offerTriggerSchema))),
  /** Time of creation, ISO 8601. */
  createdAt: dateTime(),
  /** Time of the last update, ISO 8601. */
  updatedAt: dateTime(),
});

/** An offer (§2.6). */
export interface Offer extends z.output<typeof offerSchema> {}
