import * as z from 'zod';

import type { ContentItem } from '../../client/api/content.ts';
import { ruleMessage } from '../../client/api/input.ts';
import type { Offer } from '../../client/api/offer.ts';
import type { PriceOverride } from '../../client/api/price-points.ts';
import type { PromoCode } from '../../client/api/promo-codes.ts';
import type { Transaction } from '../../client/api/transactions.ts';
import type { DynamicTranslation, StaticTranslation } from '../../client/api/translations.ts';
import { isLocale } from '../../shared/locale.ts';
import type { StoredSession } from './session.ts';

/** A coupon that promo codes belong to. */
export type StoredCoupon = {
  /** Its name in the path of the operation (§4.10). */
  readonly name: string;
};

/** A price point, without its calculated prices. */
export type StoredPricePoint = {
  /** Base price in US cents. */
  readonly priceInUsdCents: number;
  /** When its localized prices were last calculated: UTC, ISO 8601. */
  readonly lastUpdate: string;
  /** In major units of each country's currency. */
  readonly priceOverrides: readonly PriceOverride[];
};

/** A promo code, with its coupon. */
export type StoredPromoCode = PromoCode & {
  /** The coupon it belongs to. */
  readonly couponName: string;
};

/** Outcome of a callback to the publisher: the HTTP status, or why there was no response. */
export type Delivery =
  | {
      /** HTTP status. */
      readonly status: number;
    }
  | {
      /** What failed. */
      readonly error: string;
    };

/** A trigger of the Personalize Web Store Callback. */
export type PersonalizationEvent = {
  /** UTC, ISO 8601. */
  readonly date: string;
  /** The players to refresh; absent for all active players (§4.11). */
  readonly playerIds?: readonly string[];
  /** Outcome of the callback; absent without `personalizeUrl`, and while the callback is pending. */
  readonly delivery?: Delivery;
};

/** How far the sandbox's clock is ahead of that of the option `now`. */
export interface StoredClock {
  /** Milliseconds. */
  readonly advance: number;
}

/** The tables of the state. Rows are plain JSON, so that they are the same when they are read from a file. */
export interface StoreTables {
  /** Empty if the clock was not moved. */
  readonly clock: StoredClock;
  /** The coupons that promo codes can belong to; if there are none, any coupon exists. */
  readonly coupons: StoredCoupon;
  /** All price points. */
  readonly pricePoints: StoredPricePoint;
  /** All promo codes. */
  readonly promoCodes: StoredPromoCode;
  /** The offers of the web store. */
  readonly offers: Offer;
  /** The portal's content, with its translations. */
  readonly content: ContentItem;
  readonly dynamicTranslations: DynamicTranslation;
  readonly staticTranslations: StaticTranslation;
  /** Checkout sessions, with the requests that created them and their states. */
  readonly sessions: StoredSession;
  /** The report's rows of purchases, without the generated rows. */
  readonly transactions: Transaction;
  /** Triggers of the Personalize Web Store Callback, with the outcome of each delivery. */
  readonly personalization: PersonalizationEvent;
}

/** The tables that are a section of the state by themselves. */
export type Section = Exclude<keyof StoreTables, 'clock' | 'dynamicTranslations' | 'staticTranslations'>;

export type TableName = keyof StoreTables;

/** What makes a row of each table unique; `index` is its place in the table. */
export const keysOfRows = {
  clock: () => '',
  coupons: ({ name }: StoredCoupon) => name,
  pricePoints: ({ priceInUsdCents }: Pick<StoredPricePoint, 'priceInUsdCents'>) => String(priceInUsdCents),
  promoCodes: ({ couponName, name }: Pick<StoredPromoCode, 'couponName' | 'name'>) =>
    JSON.stringify([couponName, name]),
  offers: ({ offerId }: Offer) => offerId,
  content: ({ id }: ContentItem) => id,
  dynamicTranslations: ({ type, externalId, field, locale }: Omit<DynamicTranslation, 'value'>) =>
    JSON.stringify([type, externalId, field, locale]),
  staticTranslations: ({ key, locale }: Omit<StaticTranslation, 'value'>) => JSON.stringify([key, locale]),
  sessions: ({ checkoutSessionToken }: StoredSession) => checkoutSessionToken,
  transactions: ({ transactionDetails }: Transaction) => transactionDetails.id,
  personalization: (_event: PersonalizationEvent, index: number) => String(index),
} as const satisfies { readonly [Name in TableName]: (row: StoreTables[Name], index: number) => string };

// `Object.keys` returns `string[]` for any object.
/** The names of all tables. */
export const tableNames = Object.keys(keysOfRows) as TableName[];

/** Sets or removes the row of a key. */
interface ChangeOf<Name extends TableName> {
  readonly table: Name;
  readonly key: string;
  /** The new row; `null` removes the row. */
  readonly row: StoreTables[Name] | null;
}

/** A change of one table. */
export type StoreChange = { [Name in TableName]: ChangeOf<Name> }[TableName];

/** Returns the change that sets a row. */
export function put<Name extends TableName>(table: Name, row: StoreTables[Name], index = 0): StoreChange {
  // The compiler does not relate the entry of a name in `keyOf` to its row, which `satisfies` has checked.
  const keyOf = keysOfRows[table] as (row: StoreTables[Name], index: number) => string;
  return { table, key: keyOf(row, index), row } as StoreChange;
}

/** A time in the state. */
export const dateTimeSchema = z.iso.datetime({
  error: ruleMessage('a date and time in UTC, for example 2026-10-01T00:00:00Z'),
});

/** A locale of translations. */
export const localeSchema = z
  .string({ error: 'must be a string' })
  .refine(isLocale, { error: 'must be a locale code, for example "de" or "pt-BR"' });
