import { formatAmount, type PriceOverride, type PricePoint, toMinorUnits } from 'publisher-commerce';

import { InputError } from '../support/input-error.ts';
import { readCsv } from '../support/read-csv.ts';

export interface WantedPricePoint {
  readonly priceInUsdCents: number;
  readonly priceOverrides: readonly PriceOverride[];
}

/**
 * Reads price points from a CSV: a line for each country with a price of its own, in major units of its currency, or
 * one line without country and price.
 */
export function readWanted(path: string): WantedPricePoint[] {
  const records = readCsv(path);
  const overrides = new Map<number, PriceOverride[]>();
  for (const [index, record] of records.entries()) {
    const { priceInUsdCents = '', countryCode2 = '', price = '' } = record;
    const place = `${path}, record ${index + 1}`;
    if (!/^[1-9]\d*$/.test(priceInUsdCents)) {
      throw new InputError(`${place}: priceInUsdCents must be whole US cents`);
    }
    const own = overrides.get(Number(priceInUsdCents)) ?? [];
    overrides.set(Number(priceInUsdCents), own);
    if (countryCode2 === '' && price === '') continue;
    if (!/^\d+(\.\d+)?$/.test(price)) throw new InputError(`${place}: price must be a decimal such as 9.49`);
    if (own.some((override) => override.countryCode2 === countryCode2)) {
      throw new InputError(`${place}: ${priceInUsdCents} has a price for ${countryCode2} already`);
    }
    own.push({ countryCode2, price: Number(price) });
  }
  return [...overrides].map(([priceInUsdCents, priceOverrides]) => ({ priceInUsdCents, priceOverrides }));
}

/** What would change at a price point, a line for each country; nothing when it is as wanted. */
export function changesOf(wanted: WantedPricePoint, pricePoint: PricePoint): string[] {
  const priceByCountry = pricePoint.priceByCountry ?? [];
  const prices = new Map(wanted.priceOverrides.map(({ countryCode2, price }) => [countryCode2, price]));
  const missing = [...prices.keys()].filter(
    (code) => !priceByCountry.some((row) => row.countryCode2 === code),
  );
  return [
    ...missing.map((code) => `${code}: a country that is not sold in`),
    ...priceByCountry.flatMap(({ countryCode2, currencyCode, isOverridden, price }) => {
      const units = toMinorUnits(price, currencyCode);
      const own = prices.get(countryCode2);
      const ownUnits = own === undefined ? undefined : toMinorUnits(own, currencyCode);
      // Prices that are the same today part with the next exchange rate, unless both are overrides.
      if (isOverridden ? units === ownUnits : ownUnits === undefined) return [];
      const show = (amount: number): string => formatAmount(amount, currencyCode, { locale: 'en' });
      const now = isOverridden ? show(units) : `${show(units)} (calculated)`;
      return [`${countryCode2}: ${now} -> ${ownUnits === undefined ? 'calculated' : show(ownUnits)}`];
    }),
  ];
}
