import type { PricePointRead } from '../../client/api/price-points.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { CommandError } from '../terminal/command-error.ts';
import { ifExists, type ServiceAccess } from './service-access.ts';

/** A price in a country, as the service returns it. */
export type Price = PricePointRead['priceByCountry'][number];

/**
 * Reads price points with their localized prices, in order of price: all, or these, of which some may not exist.
 *
 * @throws CommandError if a listed one cannot be found, or if a price does not say whether it is an override
 */
export async function readPricePoints(
  { connection: { client }, signal, progress }: ServiceAccess,
  items?: readonly string[],
): Promise<readonly PricePointRead[]> {
  const list = async (): Promise<readonly number[]> =>
    (await client.pricePoints.list({ signal })).pricePoints.map(({ priceInUsdCents }) => priceInUsdCents);
  const prices = items?.map(Number) ?? (await list());
  let read = 0;
  const points = await Promise.all(
    prices.map(async (price) => {
      const point = await ifExists(client.pricePoints.get(price, { signal }));
      if (items === undefined) progress((read += 1), prices.length);
      return point;
    }),
  );
  const missing = prices.filter((_, index) => points[index] === undefined);
  if (items === undefined && missing.length > 0) await checkDeleted(missing, list);
  const existing = points.filter((point) => point !== undefined);
  existing.forEach(checkIsClear);
  return existing.toSorted((left, right) => left.priceInUsdCents - right.priceInUsdCents);
}

/** One may be deleted after it was listed; taken for deleted, the others would be created again. */
async function checkDeleted(
  missing: readonly number[],
  list: () => Promise<readonly number[]>,
): Promise<void> {
  const listed = await list();
  const broken = missing.find((price) => listed.includes(price));
  if (broken === undefined) return;
  throw new CommandError(
    'not_found',
    `price point ${broken}: the service lists it, and cannot find it (404)`,
  );
}

/** Its type is that of the specification; taken for `false`, an override would be lost. */
function checkIsClear({ priceInUsdCents, priceByCountry }: PricePointRead): void {
  const unclear = priceByCountry.find(({ isOverridden }) => typeof isOverridden !== 'boolean');
  if (!unclear) return;
  const problem = `the service does not say whether ${unclear.countryCode2} is overridden`;
  throw new CommandError('unclear_override', `price point ${priceInUsdCents}: ${problem}`);
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
