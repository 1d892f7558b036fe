import type { PriceOverride, PricePointRead } from '../../client/api/price-points.ts';
import type { PublisherClient } from '../../client/client.ts';
import { NotFoundError } from '../../client/errors/index.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { CommandError } from '../command-error.ts';
import type { ProgressDisplay } from '../progress.ts';

/** A price in a country, as the service returns it. */
export type Price = PricePointRead['priceByCountry'][number];

/**
 * Reads all price points with their localized prices, in order of price.
 *
 * @throws CommandError if a price does not say whether it is an override
 */
export async function readPricePoints(
  { pricePoints }: PublisherClient,
  progress: ProgressDisplay,
  signal: AbortSignal,
): Promise<readonly PricePointRead[]> {
  const { pricePoints: summaries } = await pricePoints.list({ signal });
  let read = 0;
  const points = await Promise.all(
    summaries.map(async ({ priceInUsdCents }) => {
      const point = await ifExists(readPricePoint(pricePoints, priceInUsdCents, signal));
      read += 1;
      progress.update(read, summaries.length);
      return point;
    }),
  );
  progress.stop();
  // One may be deleted after it was listed.
  const existing = points.filter((point) => point !== undefined);
  return existing.toSorted((left, right) => left.priceInUsdCents - right.priceInUsdCents);
}

/** Reads a price point. @throws CommandError if a price does not say whether it is an override */
export async function readPricePoint(
  pricePoints: PublisherClient['pricePoints'],
  priceInUsdCents: number,
  signal?: AbortSignal,
): Promise<PricePointRead> {
  const point = await pricePoints.get(priceInUsdCents, { signal });
  // Its type is that of the specification; taken for `false`, an override would be lost.
  const unclear = point.priceByCountry.find(({ isOverridden }) => typeof isOverridden !== 'boolean');
  if (!unclear) return point;
  throw new CommandError(
    'unclear_override',
    `price point ${priceInUsdCents}: the service does not say whether ${unclear.countryCode2} is overridden`,
  );
}

/** Returns `undefined` for a price point that does not exist. */
export async function ifExists<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Returns the overrides of a price point, in order of country. */
export function overridesOf({ priceByCountry }: PricePointRead): readonly PriceOverride[] {
  const own = priceByCountry.filter(({ isOverridden }) => isOverridden);
  return byCountry(own.map(({ countryCode2, price }) => ({ countryCode2, price })));
}

/** Returns the currency of each country that any of these price points has. */
export function currenciesOf(points: readonly PricePointRead[]): ReadonlyMap<string, string> {
  const prices = points.flatMap(({ priceByCountry }) => priceByCountry);
  return new Map(prices.map(({ countryCode2, currencyCode }) => [countryCode2, currencyCode]));
}

/** Sorts by country. */
export function byCountry<Row extends { readonly countryCode2: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => (left.countryCode2 < right.countryCode2 ? -1 : 1));
}

/**
 * Returns the decimals of currencies: those of the command line or ISO 4217, and more where the service has a price with
 * more, which is said.
 */
export function learnDigits(
  points: readonly PricePointRead[],
  given: CurrencyDigits,
  say: (line: string) => void,
): CurrencyDigits {
  const learned = new Map(Object.entries(given));
  for (const { currencyCode: code, price } of points.flatMap(({ priceByCountry }) => priceByCountry)) {
    const found = String(price).split('.')[1]?.length ?? 0;
    const expected = learned.get(code) ?? findMinorUnitDigits(code, {}) ?? 4;
    // A service that rounds no price says nothing about decimals; US dollars are cents.
    if (found <= expected || found > 4 || !/^(?!USD)[A-Z]{3}$/.test(code)) continue;
    say(
      `${code}: the service has a price with ${found} decimals, not ${expected}: up to ${found} are accepted`,
    );
    learned.set(code, found);
  }
  return Object.fromEntries(learned);
}

/** Returns a price as a decimal with the digits of its currency, and with more only if the service has more: `39.90`. */
export function decimalOf(price: number, currencyCode: string): string {
  const digits = findMinorUnitDigits(currencyCode, {}) ?? 0;
  const [integer = '', fraction = ''] = String(price).split('.');
  return digits === 0 && fraction === '' ? integer : `${integer}.${fraction.padEnd(digits, '0')}`;
}
