import * as z from 'zod';

import { contentItemSchema } from '../../api/content.ts';
import { fieldRules } from '../../api/fields.ts';
import { inputObject } from '../../api/input-object.ts';
import { arrayInput, countryCodeInput, ruleMessage, stringInput, usdCentsInput } from '../../api/input.ts';
import { offerSchema } from '../../api/offer.ts';
import { transactionSchema } from '../../api/transactions.ts';
import { translationSetInputSchema } from '../../api/translations.ts';
import { dateTimeSchema, rowSchemas, type Tables } from '../store/tables.ts';

/** A part of an object, also of the objects in it. */
export type Partially<T> = T extends readonly (infer Element)[]
  ? readonly Partially<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Partially<T[Key]> | undefined }
    : T;

/** The content of a seed file; a missing section keeps its default. */
export interface Seed {
  readonly $schema?: string | undefined;
  /** How far the clock is ahead. */
  readonly clock?: { readonly advance: number } | undefined;
  readonly pricePoints?: readonly Partially<Tables['pricePoints']>[] | undefined;
  readonly promoCodes?: readonly Partially<Tables['promoCodes']>[] | undefined;
  readonly offers?: readonly Partially<Tables['offers']>[] | undefined;
  readonly content?: readonly Partially<Tables['content']>[] | undefined;
  readonly translations?:
    | {
        readonly dynamicTranslations?: readonly Tables['dynamicTranslations'][] | undefined;
        readonly staticTranslations?: readonly Tables['staticTranslations'][] | undefined;
      }
    | undefined;
  readonly sessions?:
    readonly (Partial<Tables['sessions']> & Pick<Tables['sessions'], 'request'>)[] | undefined;
  readonly transactions?: readonly Tables['transactions'][] | undefined;
  readonly personalization?: readonly Tables['personalization'][] | undefined;
}

const priceRule = ruleMessage('a price in major units that is not negative, for example 9.49');

const pricePoint = inputObject('{ "priceInUsdCents": 999 }', {
  priceInUsdCents: usdCentsInput,
  lastUpdate: dateTimeSchema.optional(),
  priceOverrides: arrayInput(
    inputObject('{ "countryCode2": "DE", "price": 9.49 }', {
      countryCode2: countryCodeInput,
      price: z.number({ error: priceRule }).min(0, { error: priceRule }),
    }),
    '{ "countryCode2": "DE", "price": 9.49 }',
  ).optional(),
});

const product = 'productsSequence.products.product';
const wanted = {
  promoCodes: ['couponName', 'name', 'maxRedemptions', 'active'],
  offers: [
    'offerId',
    'name',
    'productsSequence.priceInUsdCents',
    ...[product, `${product}.publisherProductId`, `${product}.name`],
  ],
  content: ['id', 'title', 'translations.isoCode', 'pages.id', 'pages.pageName'],
  sessions: ['request'],
  personalization: ['date'],
};

const advanceRule = { error: ruleMessage('a number of milliseconds, 0 or more') };

/** The schema of a seed file, built from those of the API and of the data file. */
export const seedSchema = inputObject(
  { example: '{ "pricePoints": [{ "priceInUsdCents": 999 }] }', unknown: 'unknown section' },
  {
    $schema: stringInput('./node_modules/publisher-commerce/dist/seed-file.schema.json').optional(),
    clock: inputObject('{ "advance": 86400000 }', {
      advance: z.number(advanceRule).min(0, advanceRule),
    }).optional(),
    pricePoints: arrayInput(pricePoint, '{ "priceInUsdCents": 999 }').optional(),
    promoCodes: z.array(partialInput(rowSchemas.promoCodes, wanted.promoCodes)).optional(),
    offers: z.array(partialInput(offerSchema, wanted.offers)).optional(),
    content: z.array(partialInput(contentItemSchema, wanted.content)).optional(),
    translations: translationSetInputSchema.optional(),
    sessions: z.array(partialInput(rowSchemas.sessions, wanted.sessions)).optional(),
    transactions: z.array(transactionSchema).optional(),
    personalization: z.array(partialInput(rowSchemas.personalization, wanted.personalization)).optional(),
  },
);

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
  const { compilable } = fieldRules.of(schema);
  // Another value is possible in a response; in a file, it is a typo.
  if (compilable instanceof z.ZodEnum) return compilable;
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

const nouns: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a finite number',
  object: 'an object',
  string: 'a string',
};

/** The messages for what the API's schemas of responses reject, which are for programs only. */
export function ruleOf({ code, expected, values, maximum, input }: z.core.$ZodRawIssue): string | undefined {
  if (Array.isArray(values))
    return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (code === 'too_big') return `must be at most ${String(maximum)}`;
  const noun = code === 'invalid_type' ? nouns[String(expected)] : undefined;
  if (noun === undefined) return undefined;
  return input === undefined ? `is required, and must be ${noun}` : `must be ${noun}`;
}
