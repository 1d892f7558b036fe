import * as z from 'zod';

import { checkoutSessionCreateSchema } from '../../api/checkout.ts';
import { contentItemSchema } from '../../api/content.ts';
import { ruleMessage } from '../../api/input.ts';
import { offerSchema } from '../../api/offer.ts';
import { promoCodeSchema } from '../../api/promo-codes.ts';
import { transactionSchema } from '../../api/transactions.ts';
import { dynamicTranslationSchema, staticTranslationSchema } from '../../api/translations.ts';
import type { TableName } from './tables.ts';

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
