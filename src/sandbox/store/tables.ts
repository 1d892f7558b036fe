import * as z from 'zod';

import { checkoutSessionCreateSchema } from '../../api/checkout.ts';
import { type ContentItem, contentItemSchema } from '../../api/content.ts';
import { ruleMessage } from '../../api/input.ts';
import { type Offer, offerSchema } from '../../api/offer.ts';
import type { PriceOverride } from '../../api/price-points.ts';
import { type PromoCode, promoCodeSchema } from '../../api/promo-codes.ts';
import { type Transaction, transactionSchema } from '../../api/transactions.ts';
import {
  type DynamicTranslation,
  dynamicTranslationSchema,
  type StaticTranslation,
  staticTranslationSchema,
} from '../../api/translations.ts';
import type { StoredSession } from './session.ts';

/** A price point, without its calculated prices. */
export interface StoredPricePoint {
  /** Base price in US cents. */
  readonly priceInUsdCents: number;
  /** When its localized prices were last calculated: UTC, ISO 8601. */
  readonly lastUpdate: string;
  /** In major units of each country's currency. */
  readonly priceOverrides: readonly PriceOverride[];
}

/** A promo code, with its coupon. */
export interface StoredPromoCode extends PromoCode {
  /** The coupon it belongs to. */
  readonly couponName: string;
}

/** Outcome of a callback to the publisher: the status, or why there was no response. */
export type Delivery = DeliveryResponse | DeliveryFailure;

/** A callback that received a response. */
export interface DeliveryResponse {
  /** HTTP status. */
  readonly status: number;
}

/** A callback that received no response. */
export interface DeliveryFailure {
  /** What failed. */
  readonly error: string;
}

/** A trigger of the Personalize Web Store Callback. */
export interface PersonalizationEvent {
  /** UTC, ISO 8601. */
  readonly date: string;
  /** The players to refresh; absent for all active players (§4.11). */
  readonly playerIds?: readonly string[];
  /** Outcome of the callback; absent without `personalizeUrl`, and while the callback is pending. */
  readonly delivery?: Delivery;
}

/** The tables of the state. Rows are plain JSON, so that they are the same when they are read from a file. */
export interface Tables {
  /** Offset of the clock in milliseconds. */
  readonly clock: number;
  readonly pricePoints: StoredPricePoint;
  readonly promoCodes: StoredPromoCode;
  readonly dynamicTranslations: DynamicTranslation;
  readonly staticTranslations: StaticTranslation;
  readonly content: ContentItem;
  readonly offers: Offer;
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
  'offers',
  'sessions',
  'transactions',
  'personalization',
] as const satisfies readonly TableName[];

/** Sets or removes the row of a key. */
export interface ChangeOf<Name extends TableName> {
  readonly table: Name;
  readonly key: string;
  /** The new row; `null` removes the row. */
  readonly row: Tables[Name] | null;
}

/** A change of one table. */
export type Change = { [Name in TableName]: ChangeOf<Name> }[TableName];

/** A time in the state. */
export const dateTimeSchema = z.iso.datetime({
  error: ruleMessage('a date and time in UTC, for example 2026-10-01T00:00:00Z'),
});

/** The schema of each table's rows: a file that is damaged or was edited by hand is detected when it is opened. */
export const rowSchemas: Readonly<Record<TableName, z.ZodType>> = {
  clock: z.number().min(0),
  pricePoints: z.object({
    priceInUsdCents: z.int(),
    lastUpdate: dateTimeSchema,
    priceOverrides: z.array(z.object({ countryCode2: z.string(), price: z.number() })),
  }),
  promoCodes: promoCodeSchema.extend({ couponName: z.string() }),
  dynamicTranslations: dynamicTranslationSchema,
  staticTranslations: staticTranslationSchema,
  content: contentItemSchema,
  offers: offerSchema,
  sessions: z.object({
    checkoutSessionToken: z.string(),
    purchaseId: z.string(),
    state: z.enum(['open', 'paid', 'cancelled', 'expired', 'refunded', 'disputed', 'reinstated']),
    createdAt: dateTimeSchema,
    declinedAt: dateTimeSchema.optional(),
    attempt: z.enum(['authentication_required', 'authentication_failed', 'card_expired']).optional(),
    request: checkoutSessionCreateSchema,
  }),
  transactions: transactionSchema,
  personalization: z.object({
    date: dateTimeSchema,
    playerIds: z.array(z.string()).optional(),
    delivery: z
      .union([z.object({ status: z.int() }), z.object({ error: z.string() })], {
        error: ruleMessage('{ "status": 200 } or { "error": "…" }'),
      })
      .optional(),
  }),
};

/** Whether a change in the file has a valid row for its table; `null` removes a row. */
export function isValidChange({
  table,
  row,
}: {
  readonly table: TableName;
  readonly row?: unknown;
}): boolean {
  return row === null || rowSchemas[table].safeParse(row).success;
}
