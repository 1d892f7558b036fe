import * as z from 'zod';

import { mayBeMissing, named, receivedObject, stringLike } from './fields.ts';

const colorSchema = receivedObject({
  /** First color; its format is not documented. */
  colorOne: z.string(),
  /** Second color; its format is not documented. */
  colorTwo: z.string(),
  /** Direction of the gradient; its values are not documented. */
  direction: z.string(),
});

/** A font or background color of a special offer (§2.6). */
export interface OfferColor extends z.output<typeof colorSchema> {}

const specialOfferSchema = receivedObject({
  /** Template; its values are not documented. */
  templateType: z.string(),
  /** Whether a timer shows the end of the offer. */
  presentOfferEndTimer: z.boolean(),
  /** Title. */
  title: z.string(),
  /** Font size; its unit is not documented. */
  fontSize: z.number(),
  /** Font weight; its values are not documented. */
  fontWeight: z.string(),
  /** Font color. */
  fontColor: mayBeMissing(named<OfferColor>(colorSchema)),
  /** Background color. */
  backgroundColor: mayBeMissing(named<OfferColor>(colorSchema)),
});

/** The appearance of a special offer (§2.6). */
export interface SpecialOffer extends z.output<typeof specialOfferSchema> {}

/** The appearance of an offer (§2.6). */
export const offerUiSchema = receivedObject({
  /** Id of the appearance. */
  offerUiId: z.string(),
  /** External id. */
  externalId: z.string(),
  /** Whether the appearance is active. */
  active: z.boolean(),
  /** Type of the appearance; its values are not documented. */
  offerUiType: z.string(),
  /** Name. */
  name: z.string(),
  /** Description. */
  description: z.string(),
  /** Background image. */
  backgroundImage: z.string(),
  /** Appearance of a special offer. */
  specialOffer: mayBeMissing(named<SpecialOffer>(specialOfferSchema)),
});

/** The appearance of an offer (§2.6). */
export interface OfferUi extends z.output<typeof offerUiSchema> {}

const badgeSchema = receivedObject({
  /** Your id of the badge. */
  publisherBadgeId: z.string(),
  /** Position of the badge; its values are not documented. */
  position: z.string(),
});

/** A badge on an offer (§2.6). */
export interface OfferBadge extends z.output<typeof badgeSchema> {}

/** Badges and sale currently displayed on an offer (§2.6). */
export const dynamicOfferUiSchema = receivedObject({
  /** Badges on the offer. */
  badges: mayBeMissing(z.array(named<OfferBadge>(badgeSchema))),
  /** Sale in percent. */
  salePercentage: z.number(),
  /** How the sale is displayed, for example `percentage`. */
  salePercentageDisplayType: stringLike<'percentage'>(),
});

/** Badges and sale currently displayed on an offer (§2.6). */
export interface DynamicOfferUi extends z.output<typeof dynamicOfferUiSchema> {}
