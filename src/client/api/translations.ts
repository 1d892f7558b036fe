import * as z from 'zod';

import {
  essential,
  essentialObject,
  identifier,
  mayBeMissing,
  type OpenEnum,
  responseObject,
  string,
  stringLike,
  withTypeName,
} from './fields.ts';
import { pathSegment, stringInput } from './input.ts';
import { inputObject, optionalObjects } from './input-object.ts';
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

/** A dynamic translation to set (§2.3). */
export interface DynamicTranslationInput {
  /** What `externalId` identifies. */
  readonly type: OpenEnum<'product' | 'offer_design'>;
  /** Your id of the content. */
  readonly externalId: string;
  /** Name of the translated field. */
  readonly field: string;
  /** Locale code: a language, or a language and a country. */
  readonly locale: string;
  /** The translated string. */
  readonly value: string;
}

/** A static translation to set (§2.3). */
export interface StaticTranslationInput {
  /** Key of the string; which keys there are is not documented. */
  readonly key: string;
  /** Locale code: a language, or a language and a country. */
  readonly locale: string;
  /** The translated string. */
  readonly value: string;
}

/** Translations to set (§4.6a); whether both lists are required is not documented. */
export interface TranslationSetInput {
  /** Translations of fixed strings of the store. */
  readonly staticTranslations?: readonly StaticTranslationInput[] | undefined;
  /** Translations of your own content: products, offer designs. */
  readonly dynamicTranslations?: readonly DynamicTranslationInput[] | undefined;
}

const locale = stringInput('de');
const staticExample = '{ key: "buy", locale: "de", value: "Kaufen" }';
const dynamicExample =
  '{ type: "product", externalId: "gems-100", field: "name", locale: "de", value: "100 Edelsteine" }';

/** Translations to set (§4.6a). */
export const translationSetInputSchema = inputObject(`{ staticTranslations: [${staticExample}] }`, {
  staticTranslations: optionalObjects(staticExample, {
    key: stringInput('buy'),
    locale,
    value: stringInput('Kaufen'),
  }),
  dynamicTranslations: optionalObjects(dynamicExample, {
    type: stringInput('product'),
    externalId: stringInput('gems-100'),
    field: stringInput('name'),
    locale,
    value: stringInput('100 Edelsteine'),
  }),
}) satisfies z.ZodType<TranslationSetInput>;

/** Which translations to read (§4.9). */
export interface TranslationQuery {
  /** Only this locale, with English where a translation is missing. @defaultValue all locales */
  readonly locale?: string | undefined;
}

export const getTranslations: Operation<TranslationSetRead, { query?: TranslationQuery }> = {
  name: 'translations.get',
  method: 'GET',
  path: '/v1/translations',
  effect: 'read',
  section: '4.9',
  query: inputObject('{ locale: "de" }', { locale: pathSegment('de').optional() }),
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
};
