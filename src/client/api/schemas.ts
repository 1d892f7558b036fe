/**
 * The zod schemas of all documented requests and responses.
 *
 * @module publisher-commerce/schemas
 */
export type { MayBeMissing, OpenEnum } from './fields.ts';
export {
  type CheckoutCustomer,
  type CheckoutItem,
  type CheckoutOffer,
  type CheckoutPriceDetails,
  type ReceiptMetadata,
  checkoutSessionCreateSchema,
  checkoutSessionSchema,
} from './checkout.ts';
export {
  type ContentPage,
  type ContentTranslation,
  contentItemSchema,
  contentTranslationInputSchema,
} from './content.ts';
export {
  personalizationErrorSchema,
  portalContentErrorSchema,
  pricePointErrorSchema,
  transactionReportErrorMessageSchema,
  transactionReportErrorSchema,
} from './error-bodies.ts';
export { gameAuthRequestSchema, gameAuthResponseSchema } from './game-auth.ts';
export {
  type CatalogProduct,
  type DynamicOfferUi,
  type Offer,
  type OfferBadge,
  type OfferColor,
  type OfferProduct,
  type OfferStep,
  type OfferTrigger,
  type OfferUi,
  type ProductImage,
  type SpecialOffer,
  offerSchema,
} from './offer.ts';
export { type OfferReportResult, offerQuerySchema, offerReportSchema } from './offers.ts';
export { personalizationTriggerSchema, playerIdsSchema } from './personalization.ts';
export {
  type PriceByCountry,
  type PriceByCountryRead,
  type PriceOverride,
  type PricePointRead,
  type PricePointSummary,
  priceByCountrySchema,
  priceOverrideSchema,
  pricePointCreateSchema,
  pricePointListSchema,
  pricePointReadSchema,
  pricePointSchema,
  pricePointSummarySchema,
  pricePointUpdateSchema,
} from './price-points.ts';
export {
  type PromoCode,
  type PromoCodeCreate,
  promoCodeListSchema,
  promoCodeSchema,
  promoCodesCreateSchema,
} from './promo-codes.ts';
export {
  type CustomerDetails,
  type OfferDetails,
  type Transaction,
  type TransactionDetails,
  type TransactionDevice,
  type TransactionGeolocation,
  type TransactionProduct,
  type TransactionType,
  transactionQuerySchema,
  transactionReportSchema,
  transactionSchema,
} from './transactions.ts';
export {
  type DynamicTranslation,
  type DynamicTranslationInput,
  type StaticTranslation,
  type StaticTranslationInput,
  type TranslationSetRead,
  dynamicTranslationSchema,
  staticTranslationSchema,
  translationSetInputSchema,
  translationSetReadSchema,
  translationSetSchema,
} from './translations.ts';
