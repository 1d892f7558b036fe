import * as z from 'zod';

import { contentItemSchema } from '../../contract/content.ts';
import { checkoutSessionCreateSchema } from '../../contract/checkout.ts';
import { promoCodeSchema } from '../../contract/promo-codes.ts';
import { transactionSchema } from '../../contract/transactions.ts';
import { dynamicTranslationSchema, staticTranslationSchema } from '../../contract/translations.ts';
import type { TableName } from './tables.ts';

const dateTime = z.iso.datetime();

/** What each row must have to be served: a file that was edited by hand, or damaged, is noticed when it is opened. */
const rowSchemas: Readonly<Record<TableName, z.ZodType>> = {
  clock: z.number().min(0),
  pricePoints: z.object({
    priceInUsdCents: z.int(),
    lastUpdate: dateTime,
    priceOverrides: z.array(z.object({ countryCode2: z.string(), price: z.number() })),
  }),
  promoCodes: z.intersection(promoCodeSchema, z.looseObject({ couponName: z.string() })),
  dynamicTranslations: dynamicTranslationSchema,
  staticTranslations: staticTranslationSchema,
  content: contentItemSchema,
  sessions: z.object({
    checkoutSessionToken: z.string(),
    purchaseId: z.string(),
    state: z.enum(['open', 'paid', 'cancelled', 'refunded', 'disputed', 'reinstated']),
    createdAt: dateTime,
    request: checkoutSessionCreateSchema,
  }),
  transactions: transactionSchema,
  personalization: z.object({
    date: dateTime,
    playerIds: z.array(z.string()).optional(),
    delivery: z.union([z.object({ status: z.int() }), z.object({ error: z.string() })]).optional(),
  }),
};

/** Whether a row of the file is one of its table; `null` removes the one that is there. */
export function isSound({ table, row }: { readonly table: TableName; readonly row?: unknown }): boolean {
  return row === null || rowSchemas[table].safeParse(row).success;
}
