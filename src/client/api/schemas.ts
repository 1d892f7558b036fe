/**
 * The zod schemas of all documented requests and responses.
 *
 * @module publisher-commerce/schemas
 */
export type { MayBeMissing } from './fields.ts';
export { checkoutSessionCreateSchema, checkoutSessionSchema } from './checkout.ts';
export { contentItemSchema, contentTranslationInputSchema } from './content.ts';
export {
  personalizationErrorSchema,
  portalContentErrorSchema,
  pricePointErrorSchema,
  transactionReportErrorMessageSchema,
  transactionReportErrorSchema,
} from './error-bodies.ts';
export { gameAuthRequestSchema, gameAuthResponseSchema } from './game-auth.ts';
export { offerSchema } from './offer.ts';
export { type OfferReportResult, offerQuerySchema, offerReportSchema } from './offers.ts';
export { personalizationTriggerSchema, playerIdsSchema } from './personalization.ts';
export {
  priceByCountrySchema,
  priceOverrideSchema,
  pricePointCreateSchema,
  pricePointListSchema,
  pricePointReadSchema,
  pricePointSchema,
  pricePointSummarySchema,
  pricePointUpdateSchema,
} from './price-points.ts';
export { promoCodeListSchema, promoCodeSchema, promoCodesCreateSchema } from './promo-codes.ts';
export { transactionQuerySchema, transactionReportSchema, transactionSchema } from './transactions.ts';
export {
  dynamicTranslationSchema,
  staticTranslationSchema,
  translationSetInputSchema,
  translationSetReadSchema,
  translationSetSchema,
} from './translations.ts';
