import * as z from 'zod';

import { essential, identifier, mayBeMissing, type OpenEnum, textLike } from './fields.ts';
import { pathText } from './input-fields.ts';
import type { Operation } from './operation.ts';

/** Largest body of a request that sets translations: 100 KB (§8), read as 102 400 bytes. */
export const maxTranslationBytes = 100 * 1024;

/** A translation of a field of something the publisher made (§2.3). */
export const dynamicTranslationSchema = essential(
  z.looseObject({
    type: textLike<'product' | 'offer_design'>(),
    externalId: identifier(),
    field: identifier(),
    /** Locale code: a language, or a language and a country. */
    locale: identifier(),
    value: z.string(),
  }),
);

/** A translation of a field of something the publisher made (§2.3). */
export interface DynamicTranslation extends z.output<typeof dynamicTranslationSchema> {}

/** A translation of a fixed text of the store (§2.3). */
export const staticTranslationSchema = essential(
  z.looseObject({
    key: identifier(),
    /** Locale code: a language, or a language and a country. */
    locale: identifier(),
    value: z.string(),
  }),
);

/** A translation of a fixed text of the store (§2.3). */
export interface StaticTranslation extends z.output<typeof staticTranslationSchema> {}

/** Translations of both kinds (§4.9, §4.6a). */
export const translationSetSchema = z.looseObject({
  dynamicTranslations: mayBeMissing(z.array(dynamicTranslationSchema)),
  staticTranslations: mayBeMissing(z.array(staticTranslationSchema)),
});

/** Translations of both kinds (§4.9, §4.6a). */
export interface TranslationSet extends z.output<typeof translationSetSchema> {
  /** Texts of what the publisher made: products, offer designs. */
  dynamicTranslations?: DynamicTranslation[] | null | undefined;
  /** Fixed texts of the store. */
  staticTranslations?: StaticTranslation[] | null | undefined;
}

/** A dynamic translation to set (§2.3). */
export interface DynamicTranslationInput {
  /** What the thing is. */
  readonly type: OpenEnum<'product' | 'offer_design'>;
  /** The publisher's id of the thing. */
  readonly externalId: string;
  /** The field of it that is translated. */
  readonly field: string;
  /** Locale code: a language, or a language and a country. */
  readonly locale: string;
  /** The text in that locale. */
  readonly value: string;
}

/** A static translation to set (§2.3). */
export interface StaticTranslationInput {
  /** Key of the text. */
  readonly key: string;
  /** Locale code: a language, or a language and a country. */
  readonly locale: string;
  /** The text in that locale. */
  readonly value: string;
}

/** Translations to set (§4.6a); whether both lists are required is not documented. */
export interface TranslationSetInput {
  /** Fixed texts of the store. */
  readonly staticTranslations?: readonly StaticTranslationInput[] | undefined;
  /** Texts of what the publisher made: products, offer designs. */
  readonly dynamicTranslations?: readonly DynamicTranslationInput[] | undefined;
}

const text = z.string({ error: 'must be a string' });

/** Translations to set (§4.6a). */
export const translationSetInputSchema = z.object({
  staticTranslations: z
    .array(z.object({ key: text, locale: text, value: text }))
    .readonly()
    .optional(),
  dynamicTranslations: z
    .array(z.object({ type: text, externalId: text, field: text, locale: text, value: text }))
    .readonly()
    .optional(),
}) satisfies z.ZodType<TranslationSetInput>;

/** Which translations to read (§4.9). */
export interface TranslationQuery {
  /** One locale, with English where it has no translation; without it, all translations. */
  readonly locale?: string | undefined;
}

export const getTranslations: Operation<TranslationSet, { query?: TranslationQuery }> = {
  name: 'translations.get',
  method: 'GET',
  path: '/v1/translations',
  effect: 'read',
  section: '4.9',
  query: z.strictObject({ locale: pathText.optional() }),
  output: translationSetSchema,
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
