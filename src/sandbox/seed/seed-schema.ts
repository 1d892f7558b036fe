import * as z from 'zod';

import { checkoutSessionCreateSchema } from '../../client/api/checkout.ts';
import { contentItemSchema } from '../../client/api/content.ts';
import { inputObject } from '../../client/api/input-object.ts';
import { arrayInput, ruleMessage, stringInput, usdCentsInput } from '../../client/api/input.ts';
import { offerSchema } from '../../client/api/offer.ts';
import { promoCodeSchema } from '../../client/api/promo-codes.ts';
import { transactionSchema } from '../../client/api/transactions.ts';
import { dynamicTranslationSchema, staticTranslationSchema } from '../../client/api/translations.ts';
import { findCountry } from '../market/countries.ts';
import { clockStep } from '../store/clock.ts';
import { dateTimeSchema, localeSchema } from '../store/tables.ts';

/** A part of an object, also of the objects in it. */
export type Partially<T> = T extends readonly (infer Element)[]
  ? readonly Partially<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Partially<T[Key]> | undefined }
    : T;

const notAnId = 'must be an id that a URL can hold: not empty, not "." or "..", and well-formed Unicode';

/** Ids are parts of a URL: a row with an id that cannot be one could never be read or paid. */
const id = z
  .string()
  .refine((value) => !['', '.', '..'].includes(value) && value.isWellFormed(), { error: notAnId });
const country = z.string().refine(findCountry, { error: 'is not supported by the sandbox' });
const priceRule = ruleMessage('a price in major units that is not negative, for example 9.49');
const override = '{ "countryCode2": "DE", "price": 9.49 }';
const pricePoint = inputObject('{ "priceInUsdCents": 999 }', {
  priceInUsdCents: usdCentsInput,
  lastUpdate: dateTimeSchema.optional(),
  priceOverrides: arrayInput(
    inputObject(override, {
      countryCode2: country,
      price: z.number({ error: priceRule }).min(0, { error: priceRule }),
    }),
    override,
  ).optional(),
});
const session = z.object({
  checkoutSessionToken: z.string(),
  purchaseId: z.string(),
  state: z.enum(['open', 'paid', 'cancelled', 'expired', 'refunded', 'disputed', 'reinstated']),
  createdAt: dateTimeSchema,
  declinedAt: dateTimeSchema,
  attempt: z.enum(['authentication_required', 'authentication_failed', 'card_expired']),
  request: checkoutSessionCreateSchema,
});
const delivery = z.union([z.object({ status: z.int() }), z.object({ error: z.string() })], {
  error: ruleMessage('{ "status": 200 } or { "error": "…" }'),
});
const personalization = z.object({ date: dateTimeSchema, playerIds: z.array(z.string()), delivery });
const product = 'productsSequence.products.product';

/** The schema of a seed file, built from those of the API. */
export const seedSchema = inputObject(
  { example: '{ "pricePoints": [{ "priceInUsdCents": 999 }] }', unknown: 'unknown section' },
  {
    $schema: stringInput('./node_modules/publisher-commerce/dist/seed-file.schema.json').optional(),
    clock: inputObject('{ "advance": 86400000 }', { advance: clockStep }).optional(),
    coupons: rows(z.object({ name: id }), ['name']),
    pricePoints: arrayInput(pricePoint, '{ "priceInUsdCents": 999 }').optional(),
    promoCodes: rows(promoCodeSchema.extend({ couponName: id }), [
      'couponName',
      'name',
      'maxRedemptions',
      'active',
    ]),
    offers: rows(offerSchema.extend({ offerId: id }), [
      'offerId',
      'name',
      'productsSequence.priceInUsdCents',
      ...[product, `${product}.publisherProductId`, `${product}.name`],
    ]),
    content: rows(contentItemSchema.extend({ id }), [
      'id',
      'title',
      'translations.isoCode',
      ...['pages.id', 'pages.pageName'],
    ]),
    translations: inputObject('{ "staticTranslations": [] }', {
      dynamicTranslations: rows(dynamicTranslationSchema.extend({ locale: localeSchema }), [
        'type',
        ...['externalId', 'field', 'locale', 'value'],
      ]),
      staticTranslations: rows(staticTranslationSchema.extend({ locale: localeSchema }), [
        'key',
        'locale',
        'value',
      ]),
    }).optional(),
    sessions: rows(session.extend({ checkoutSessionToken: id, purchaseId: id }), ['request']),
    transactions: z.array(transactionSchema).optional(),
    personalization: rows(personalization, ['date']),
  },
);

/** The content of a seed file; a missing section keeps its default. */
export type Seed = z.output<typeof seedSchema>;

function rows<Row>(
  schema: z.ZodType<Row>,
  required: readonly string[],
): z.ZodOptional<z.ZodArray<z.ZodType<Partially<Row>>>> {
  return z.array(partialInput(schema, required) as z.ZodType<Partially<Row>>).optional(); // made from that of the row
}

/**
 * Returns the schema of what a person writes for a shape of the API: every field but those listed is optional, and
 * unknown fields are rejected, with a suggestion.
 *
 * A required field is a path without indexes: `productsSequence.priceInUsdCents`.
 */
function partialInput(schema: z.ZodType, required: readonly string[], path = ''): z.ZodType {
  if (schema instanceof z.ZodArray) {
    return z.array(partialInput(schema.element as z.ZodType, required, path)); // of zod's core, which this zod made
  }
  if (schema instanceof z.ZodNullable) {
    return partialInput(schema.unwrap() as z.ZodType, required, path).nullable(); // as above
  }
  if (schema instanceof z.ZodOptional) return partialInput(schema.unwrap() as z.ZodType, required, path); // as above
  // A schema of input is strict, and has its own rules for what may be missing.
  if (!(schema instanceof z.ZodObject) || schema._zod.def.catchall?._zod.def.type === 'never') return schema;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, field]) => {
    const inside = path === '' ? key : `${path}.${key}`;
    const input = partialInput(field, required, inside);
    return [key, required.includes(inside) ? input : input.optional()] as const;
  });
  const [first = 'id'] = required.map((field) => field.slice(path.length).replace(/^\./, ''));
  return inputObject(`{ "${first}": … }`, Object.fromEntries(fields));
}
