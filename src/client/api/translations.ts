import * as z from 'zod';

import {
  essential,
  essentialObject,
  identifier,
  mayBeMissing,
  responseObject,
  string,
  stringLike,
  withTypeName,
} from './fields.ts';
import { arrayInput, openStringInput, pathSegment, stringInput } from './input.ts';
import { inputObject, withInputName } from './input-object.ts';
import type { Operation } from './operation.ts';

/** Maximum body size of a request that sets translations: 100 KB, taken as 102 400 bytes (§8). */
const maxTranslationBytes = 100 * 1024;

/** A translation of a field of your own content, such as a product (§2.3). */
export const dynamicTranslationSchema = essentialObject({
  /** What `externalId` identifies. */
  type: mayBeMissing(stringLike<'product' | 'offer_design'>()),
  /** Your id of the content. */
  externalId: identifier(),
  /** Name of the translated field. */
  field: identifier(),
  /** Locale code: a language, or a language and a country. */
  locale: identifier(),
  /** The translated string. */
  value: string(),
});

/** A translation of a field of your own content, such as a product (§2.3). */
export interface DynamicTranslation extends z.output<typeof dynamicTranslationSchema> {}

/** A translation of a fixed string of the store (§2.3). */
export const staticTranslationSchema = essentialObject({
  /** Key of the string; which keys there are is not documented. */
  key: identifier(),
  /** Locale code: a language, or a language and a country. */
  locale: identifier(),
  /** The translated string. */
  value: string(),
});

/** A translation of a fixed string of the store (§2.3). */
export interface StaticTranslation extends z.output<typeof staticTranslationSchema> {}

/** Dynamic and static translations (§4.9, §4.6a). */
export const translationSetSchema = responseObject({
  /** Translations of your own content: products, offer designs. */
  dynamicTranslations: mayBeMissing(z.array(withTypeName<DynamicTranslation>(dynamicTranslationSchema))),
  /** Translations of fixed strings of the store. */
  staticTranslations: mayBeMissing(z.array(withTypeName<StaticTranslation>(staticTranslationSchema))),
});

/** Dynamic and static translations (§4.9, §4.6a). */
export interface TranslationSet extends z.output<typeof translationSetSchema> {}

/** Translations that were read: both lists are essential (§4.9). */
export const translationSetReadSchema = withTypeName<TranslationSetRead>(
  responseObject({
    dynamicTranslations: essential(z.array(withTypeName<DynamicTranslation>(dynamicTranslationSchema))),
    staticTranslations: essential(z.array(withTypeName<StaticTranslation>(staticTranslationSchema))),
  }),
);

/** Dynamic and static translations that were read (§4.9). */
export interface TranslationSetRead extends TranslationSet {
  /** Translations of your own content: products, offer designs. */
  dynamicTranslations: DynamicTranslation[];
  /** Translations of fixed strings of the store. */
  staticTranslations: StaticTranslation[];
}

const locale = stringInput('de');
const staticExample = '{ key: "buy", locale: "de", value: "Kaufen" }';
const dynamicExample =
  '{ type: "product", externalId: "gems-100", field: "name", locale: "de", value: "100 Edelsteine" }';

const staticInput = inputObject(staticExample, {
  /** Key of the string; which keys there are is not documented. */
  key: stringInput('buy'),
  /** Locale code: a language, or a language and a country. */
  locale,
  /** The translated string. */
  value: stringInput('Kaufen'),
});

/** A static translation to set (§2.3). */
export interface StaticTranslationInput extends z.input<typeof staticInput> {}

const dynamicInput = inputObject(dynamicExample, {
  /** What `externalId` identifies. */
  type: openStringInput<'product' | 'offer_design'>('product'),
  /** Your id of the content. */
  externalId: stringInput('gems-100'),
  /** Name of the translated field. */
  field: stringInput('name'),
  /** Locale code: a language, or a language and a country. */
  locale,
  /** The translated string. */
  value: stringInput('100 Edelsteine'),
});

/** A dynamic translation to set (§2.3). */
export interface DynamicTranslationInput extends z.input<typeof dynamicInput> {}

/** Translations to set (§4.6a). */
export const translationSetInputSchema = inputObject(`{ staticTranslations: [${staticExample}] }`, {
  /** Translations of fixed strings of the store. */
  staticTranslations: arrayInput(withInputName<StaticTranslationInput>(staticInput), staticExample)
    .readonly()
    .optional(),
  /** Translations of your own content: products, offer designs. */
  dynamicTranslations: arrayInput(withInputName<DynamicTranslationInput>(dynamicInput), dynamicExample)
    .readonly()
    .optional(),
});

/** Translations to set (§4.6a); whether both lists are required is not documented. */
export interface TranslationSetInput extends z.input<typeof translationSetInputSchema> {}

const translationQuerySchema = inputObject('{ locale: "de" }', {
  /** Only this locale, with English where a translation is missing. @defaultValue all locales */
  locale: pathSegment('de').optional(),
});

/** Which translations to read (§4.9). */
export interface TranslationQuery extends z.input<typeof translationQuerySchema> {}

export const getTranslations: Operation<TranslationSetRead, { query?: TranslationQuery }> = {
  name: 'translations.get',
  method: 'GET',
  path: '/v1/translations',
  effect: 'read',
  section: '4.9',
  query: translationQuerySchema,
  queryNames: ['locale'],
  output: translationSetReadSchema,
  errors: 'unknown',
};

export const setTranslations: Operation<TranslationSet, { body: TranslationSetInput }> = {
  name: 'translations.set',
  method: 'POST',
  path: '/v1/translations',
  effect: 'idempotent',
  section: '4.6a',
  body: translationSetInputSchema,
  output: translationSetSchema,
  errors: 'unknown',
  maxBodyBytes: maxTranslationBytes,
  largerBody: 'use setAll, which sends several requests',
};
