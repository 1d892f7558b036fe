import * as z from 'zod';

import {
  boolean,
  dateTime,
  essential,
  essentialObject,
  identifier,
  majorUnits,
  mayBeMissing,
  minorUnits,
  number,
  responseObject,
  string,
  stringLike,
  withTypeName,
} from './fields.ts';
import { arrayInput, countryCodeInput, ruleMessage, usdCentsInput } from './input.ts';
import { inputObject, withInputName } from './input-object.ts';
import type { NoInput, Operation } from './operation.ts';

/** The price in one country (§2.2). */
export const priceByCountrySchema = essentialObject({
  /** Price in major units of the local currency, for example 9.99. */
  price: majorUnits(),
  /** ISO 4217 currency code. */
  currencyCode: identifier(),
  /** Whether an override replaced the calculated price. */
  isOverridden: boolean(),
  /** Whether the price includes tax. */
  taxModel: mayBeMissing(stringLike<'Excluded' | 'Included'>()),
  /** Tax rate in percent. */
  taxRate: number(),
  /** Name of the country; its language is not documented. */
  country: string(),
  /** ISO 3166-1 alpha-2 country code. */
  countryCode2: identifier(),
  /** Exchange rate used when the price was calculated. */
  usdExchangeRateOnCalc: number(),
  /** Percentage as a string with a sign and `%`. */
  exchangeRateDrift: string(),
  /** Price at today's exchange rate, in major units of the local currency, or `null`; only returned by `pricePoints.get`. */
  realTimePrice: majorUnits().nullable().optional(),
});

/** The price in one country (§2.2). */
export interface PriceByCountry extends z.output<typeof priceByCountrySchema> {}

const priceByCountryReadSchema = essentialObject({
  ...priceByCountrySchema.shape,
  realTimePrice: majorUnits().nullable(),
});

/** The price in one country, as `pricePoints.get` returns it (§4.6). */
export interface PriceByCountryRead extends PriceByCountry {
  /** Price at today's exchange rate, in major units of the local currency; `null` if the service has none. */
  realTimePrice: number | null;
}

/** A price point: a base price and its localized prices (§2.2). */
export const pricePointSchema = responseObject({
  /** Base price in US cents; also the identifier of the price point. */
  priceInUsdCents: minorUnits(),
  /** Time of the last update, ISO 8601 in UTC. */
  lastUpdate: dateTime(),
  /** Prices in major units of each local currency, overrides included. */
  priceByCountry: mayBeMissing(z.array(withTypeName<PriceByCountry>(priceByCountrySchema))),
});

/** A price point: a base price and its localized prices (§2.2). */
export interface PricePoint extends z.output<typeof pricePointSchema> {}

/** A price point that was read: its localized prices are essential (§4.6). */
export const pricePointReadSchema = withTypeName<PricePointRead>(
  responseObject({
    ...pricePointSchema.shape,
    priceByCountry: essential(z.array(withTypeName<PriceByCountryRead>(priceByCountryReadSchema))),
  }),
);

/** A price point that was read: its localized prices have a `realTimePrice` (§4.6). */
export interface PricePointRead extends PricePoint {
  /** Prices in major units of each local currency, overrides included. */
  priceByCountry: PriceByCountryRead[];
}

/** A price point in a list, without its localized prices (§2.2). */
export const pricePointSummarySchema = essentialObject({
  /** Base price in US cents; also the identifier of the price point. */
  priceInUsdCents: minorUnits(),
  /** Time of the last update, ISO 8601 in UTC. */
  lastUpdate: dateTime(),
});

/** A price point in a list, without its localized prices (§2.2). */
export interface PricePointSummary extends z.output<typeof pricePointSummarySchema> {}

/** All price points (§4.5). */
export const pricePointListSchema = responseObject({
  /** All price points; there is only one page. */
  pricePoints: essential(z.array(withTypeName<PricePointSummary>(pricePointSummarySchema))),
});

/** All price points (§4.5). */
export interface PricePointList extends z.output<typeof pricePointListSchema> {}

const overrideExample = '{ countryCode2: "DE", price: 9.49 }';

/** A price for one country that replaces the calculated one (§2.2). */
export const priceOverrideSchema = inputObject(overrideExample, {
  /** ISO 3166-1 alpha-2 country code. */
  countryCode2: countryCodeInput,
  /** Price in major units of the local currency; includes tax if the country's tax model is `Included`. */
  price: z.number({ error: ruleMessage('a finite number in major units, for example 9.99') }),
});

/** A price for one country that replaces the calculated one (§2.2). */
export interface PriceOverride extends z.input<typeof priceOverrideSchema> {}

const priceOverrides = arrayInput(withInputName<PriceOverride>(priceOverrideSchema), overrideExample)
  .readonly()
  .optional();

/** A new price point (§4.4). */
export const pricePointCreateSchema = inputObject('{ priceInUsdCents: 999 }', {
  /** Base price in US cents. */
  priceInUsdCents: usdCentsInput,
  /** Prices in major units of the local currency, such as 9.49, that replace the calculated ones. */
  priceOverrides,
});

/** A new price point (§4.4). */
export interface PricePointCreate extends z.input<typeof pricePointCreateSchema> {}

/** A change of a price point (§4.7). */
export const pricePointUpdateSchema = inputObject('{ updatedPriceInUsdCents: 1099 }', {
  /** New base price in US cents; it is also the new identifier of the price point. */
  updatedPriceInUsdCents: usdCentsInput.optional(),
  /** Prices in major units of the local currency to set after the recalculation; other countries keep the calculated price. */
  priceOverrides,
}).refine((update) => (update.updatedPriceInUsdCents ?? update.priceOverrides) !== undefined, {
  error: 'must have updatedPriceInUsdCents, priceOverrides, or both',
  // An invalid field already has its own issue.
  when: ({ issues }) => issues.length === 0,
});

/** A change of a price point (§4.7); which of the two fields is required is not documented. */
export interface PricePointUpdate extends z.input<typeof pricePointUpdateSchema> {}

const path = '/v1/price-points/:priceInUsdCents';
const params = z.object({
  /** Base price in US cents, the identifier of the price point. */
  priceInUsdCents: usdCentsInput,
});

interface PricePointParams extends z.input<typeof params> {}

export const createPricePoint: Operation<PricePoint, { body: PricePointCreate }> = {
  name: 'pricePoints.create',
  method: 'POST',
  path: '/v1/price-points',
  effect: 'create',
  section: '4.4',
  body: pricePointCreateSchema,
  output: pricePointSchema,
  errors: 'pricePoint',
};

export const listPricePoints: Operation<PricePointList, NoInput> = {
  name: 'pricePoints.list',
  method: 'GET',
  path: '/v1/price-points',
  effect: 'read',
  section: '4.5',
  output: pricePointListSchema,
  errors: 'pricePoint',
};

export const getPricePoint: Operation<PricePointRead, { params: PricePointParams }> = {
  name: 'pricePoints.get',
  method: 'GET',
  path,
  effect: 'read',
  section: '4.6',
  params,
  output: pricePointReadSchema,
  errors: 'pricePoint',
};

export const updatePricePoint: Operation<PricePoint, { params: PricePointParams; body: PricePointUpdate }> = {
  name: 'pricePoints.update',
  method: 'PUT',
  path,
  effect: 'idempotent',
  section: '4.7',
  params,
  body: pricePointUpdateSchema,
  output: pricePointSchema,
  errors: 'pricePoint',
};

export const deletePricePoint: Operation<PricePoint, { params: PricePointParams }> = {
  name: 'pricePoints.delete',
  method: 'DELETE',
  path,
  effect: 'idempotent',
  section: '4.8',
  params,
  output: pricePointSchema,
  errors: 'pricePoint',
};
