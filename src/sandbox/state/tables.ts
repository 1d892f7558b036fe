import type { CheckoutSession, CheckoutSessionCreate } from '../../contract/checkout.ts';
import type { ContentItem } from '../../contract/content.ts';
import type { PriceOverride } from '../../contract/price-points.ts';
import type { PromoCode } from '../../contract/promo-codes.ts';
import type { Transaction } from '../../contract/transactions.ts';
import type { DynamicTranslation, StaticTranslation } from '../../contract/translations.ts';

/** A price point, without the prices that follow from it. */
export interface StoredPricePoint {
  /** Base price in US cents. */
  readonly priceInUsdCents: number;
  /** When its localized prices were calculated: UTC, ISO 8601. */
  readonly lastUpdate: string;
  /** In major units of each country's currency. */
  readonly priceOverrides: readonly PriceOverride[];
}

/** A promo code, and the coupon that it is of. */
export interface StoredPromoCode extends PromoCode {
  /** The coupon that it was created under. */
  readonly couponName: string;
}

/** What has become of a checkout session and the purchase that it is for. */
export type PurchaseState = 'open' | 'paid' | 'cancelled' | 'refunded' | 'disputed' | 'reinstated';

/** A checkout session, what it was created with and what has become of it. */
export interface StoredSession extends Pick<CheckoutSession, 'checkoutSessionToken' | 'purchaseId'> {
  /** What has become of it. */
  readonly state: PurchaseState;
  /** UTC, ISO 8601. */
  readonly createdAt: string;
  /** What it was created with. */
  readonly request: CheckoutSessionCreate;
}

/** How a call of the publisher ended: with a status, or without an answer. */
export type Delivery = { readonly status: number } | { readonly error: string };

/** A trigger of the Personalize Web Store Callback. */
export interface PersonalizationEvent {
  /** UTC, ISO 8601. */
  readonly date: string;
  /** The players to refresh; all that are active where it is absent (§4.11). */
  readonly playerIds?: readonly string[];
  /** How the callback ended; absent without `personalizeUrl`, and while it is under way. */
  readonly delivery?: Delivery;
}

/** Everything that changes, by table and key. The rows are plain JSON: what is written is what is read again. */
export interface Tables {
  /** Milliseconds that the clock is ahead. */
  readonly clock: number;
  readonly pricePoints: StoredPricePoint;
  readonly promoCodes: StoredPromoCode;
  readonly dynamicTranslations: DynamicTranslation;
  readonly staticTranslations: StaticTranslation;
  readonly content: ContentItem;
  readonly sessions: StoredSession;
  readonly transactions: Transaction;
  readonly personalization: PersonalizationEvent;
}

export type TableName = keyof Tables;

/** The names of all tables. */
export const tableNames = [
  'clock',
  'pricePoints',
  'promoCodes',
  'dynamicTranslations',
  'staticTranslations',
  'content',
  'sessions',
  'transactions',
  'personalization',
] as const satisfies readonly TableName[];

/** Puts a row in the place of the key, or removes the one that is there. */
export interface ChangeOf<Name extends TableName> {
  readonly table: Name;
  readonly key: string;
  /** `null` removes. */
  readonly row: Tables[Name] | null;
}

/** A change of one table. */
export type Change = { [Name in TableName]: ChangeOf<Name> }[TableName];
