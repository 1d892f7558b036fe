import { formatAmount, type PriceOverride, type PricePointRead, toMinorUnits } from 'publisher-commerce';

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
    const location = `${path}, record ${index + 1}`;
    if (!/^[1-9]\d*$/.test(priceInUsdCents)) {
      throw new InputError(`${location}: priceInUsdCents must be an integer number of US cents`);
    }
    const own = overrides.get(Number(priceInUsdCents)) ?? [];
    overrides.set(Number(priceInUsdCents), own);
    if (countryCode2 === '' && price === '') continue;
    if (!/^\d+(\.\d+)?$/.test(price))
      throw new InputError(`${location}: price must be a decimal such as 9.49`);
    if (own.some((override) => override.countryCode2 === countryCode2)) {
      throw new InputError(`${location}: ${priceInUsdCents} already has a price for ${countryCode2}`);
    }
    own.push({ countryCode2, price: Number(price) });
  }
  return [...overrides].map(([priceInUsdCents, priceOverrides]) => ({ priceInUsdCents, priceOverrides }));
}

/** Returns the changes to a price point, a line for each country; empty if it matches the file. */
export function changesOf(wanted: WantedPricePoint, { priceByCountry }: PricePointRead): string[] {
  const prices = new Map(wanted.priceOverrides.map(({ countryCode2, price }) => [countryCode2, price]));
  const missing = [...prices.keys()].filter(
    (code) => !priceByCountry.some((row) => row.countryCode2 === code),
  );
  return [
    ...missing.map((code) => `${code}: not sold in this country`),
    ...priceByCountry.flatMap(({ countryCode2, currencyCode, isOverridden, price }) => {
      const units = toMinorUnits(price, currencyCode);
      const own = prices.get(countryCode2);
      const ownUnits = own === undefined ? undefined : toMinorUnits(own, currencyCode);
      // Equal prices diverge with the next exchange rate, unless both are overrides.
      if (isOverridden ? units === ownUnits : ownUnits === undefined) return [];
      const show = (amount: number): string => formatAmount(amount, currencyCode, { locale: 'en' });
      const now = isOverridden ? show(units) : `${show(units)} (calculated)`;
      return [`${countryCode2}: ${now} -> ${ownUnits === undefined ? 'calculated' : show(ownUnits)}`];
    }),
  ];
}
