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
  /** Title; its language is not documented. */
  title: string(),
  /** Font size; its unit is not documented. */
  fontSize: number(),
  /** Font weight; its values are not documented. */
  fontWeight: string(),
  /** Color of the text: two colors and the direction of a gradient. */
  fontColor: mayBeMissing(withTypeName<OfferColor>(colorSchema)),
  /** Color of the background: two colors and the direction of a gradient. */
  backgroundColor: mayBeMissing(withTypeName<OfferColor>(colorSchema)),
});

/** The appearance of a special offer (§2.6). */
export interface SpecialOffer extends z.output<typeof specialOfferSchema> {}

const offerUiSchema = responseObject({
  /** The service's id of the appearance. */
  offerUiId: string(),
  /** Id of the appearance in another system; in which is not documented. */
  externalId: string(),
  /** Whether the appearance is active. */
  active: boolean(),
  /** Type of the appearance; its values are not documented. */
  offerUiType: string(),
  /** Name of the appearance, not of the offer. */
  name: string(),
  /** Description of the appearance, not of the offer. */
  description: string(),
  /** Background image; whether it is a URL is not documented. */
  backgroundImage: string(),
  /** Template, timer, title and colors, for a special offer. */
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
  /** Sale in percent; whether 20 or 0.2 stands for 20 % is not documented. */
  salePercentage: number(),
  /** How the sale is displayed, for example `percentage`. */
  salePercentageDisplayType: mayBeMissing(stringLike<'percentage'>()),
});

/** Badges and sale currently displayed on an offer (§2.6). */
export interface DynamicOfferUi extends z.output<typeof dynamicOfferUiSchema> {}

const imageSchema = responseObject({
  /** Type of the image; its values are not documented. */
  type: string(),
  /** URL of the image; whether it expires is not documented. */
  url: string(),
});

/** An image of a product (§2.6). */
export interface ProductImage extends z.output<typeof imageSchema> {}

const productSchema = responseObject({
  /** Your id of the product; `productId` is that of the service. */
  publisherProductId: string(),
  /** Name of the product; its language is not documented. */
  name: string(),
  /** Text color, hexadecimal; whether with `#` is not documented. */
  textFontColorHex: string(),
  /** Type of the product; its values are not documented. */
  type: string(),
  /** String before the name or the quantity; before which is not documented. */
  prefix: string(),
  /** String after the name or the quantity; after which is not documented. */
  suffix: string(),
  /** Priority, a string; its order is not documented. */
  priority: string(),
  /** Images of the product; their order is not documented. */
  images: mayBeMissing(z.array(withTypeName<ProductImage>(imageSchema))),
  /** Time of creation, ISO 8601. */
  createdAt: dateTime(),
  /** Time of the last update, ISO 8601. */
  updatedAt: dateTime(),
  /** The service's id of the product; `publisherProductId` is yours. */
  productId: string(),
});

/** A product of the catalog (§2.6). */
export interface CatalogProduct extends z.output<typeof productSchema> {}

const offerProductSchema = responseObject({
  /** How many of the product a purchase of the step contains. */
  quantity: number(),
  /** The product, with your id, its name and its images. */
  product: mayBeMissing(withTypeName<CatalogProduct>(productSchema)),
});

/** A product in an offer, and its quantity (§2.6). */
export interface OfferProduct extends z.output<typeof offerProductSchema> {}

const offerStepSchema = essentialObject({
  /** Index of the step; whether it starts at 0 or 1 is not documented. */
  index: number(),
  /** Availability for the player, a number; its meaning is not documented. */
  playerAvailability: number(),
  /** Price of the step in US cents: 999 for 9.99 USD. */
  priceInUsdCents: minorUnits(),
  /** Products that the player receives. */
  products: mayBeMissing(z.array(withTypeName<OfferProduct>(offerProductSchema))),
});

/** One step in an offer's sequence of products (§2.6). */
export interface OfferStep extends z.output<typeof offerStepSchema> {}

const offerTriggerSchema = responseObject({
  /** Type of the trigger; its values are not documented. */
  type: string(),
  /** Name of the event; its values are not documented. */
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
  /** The service's id of the offer; `publisherOfferId` is yours. */
  offerId: identifier(),
  /** Your id of the offer; `offerId` is that of the service. */
  publisherOfferId: string(),
  /** Name of the offer; how it differs from `displayName` is not documented. */
  name: string(),
  /** Name as displayed to the player. */
  displayName: string(),
  /** Description of the offer; where it is shown is not documented. */
  description: string(),
  /** Offer type; its values in responses are not documented. */
  type: string(),
  /** Who created the offer. */
  createdBy: string(),
  /** How the store shows the offer. */
  offerUi: mayBeMissing(withTypeName<OfferUi>(offerUiSchema)),
  /** Badges and sale currently displayed. */
  dynamicOfferUi: mayBeMissing(withTypeName<DynamicOfferUi>(dynamicOfferUiSchema)),
  /** Whether the offer is active. */
  active: boolean(),
  /** Player segments; whether by id or name is not documented. */
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
