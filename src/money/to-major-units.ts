import { InvalidAmountError } from '../errors/index.ts';
import { currencyDigits } from './minor-unit-digits.ts';

/**
 * Converts an amount in the smallest unit of its currency to an exact decimal string in major units: 999 US cents are
 * `'9.99'`, 999 yen are `'999'`. The string has as many decimals as the currency.
 *
 * @param amount In the smallest unit of the currency, as in a transaction's `amount` (§2.1).
 * @param currencyCode ISO 4217 code in any case.
 * @throws {@link InvalidAmountError} when the amount is not a safe integer, or the currency code is not in ISO 4217.
 *
 * @example
 * ```ts
 * import { toMajorUnits } from 'publisher-commerce';
 *
 * console.log(toMajorUnits(999, 'USD'), toMajorUnits(-5, 'USD'), toMajorUnits(999, 'JPY')); // 9.99 -0.05 999
 * ```
 */
export function toMajorUnits(amount: number, currencyCode: string): string {
  return toDecimalString(amount, currencyDigits(currencyCode, 'toMajorUnits'), 'toMajorUnits');
}

/** The same for a number of decimals, with the name of the calling function for errors. */
export function toDecimalString(amount: number, digits: number, operation: string): string {
  if (!Number.isSafeInteger(amount)) {
    throw new InvalidAmountError(operation, [
      { path: 'amount', message: 'must be an integer number of smallest units, up to 2^53 - 1' },
    ]);
  }
  const sign = amount < 0 ? '-' : '';
  let units = String(Math.abs(amount));
  if (digits === 0) return sign + units;
  if (units.length <= digits) units = units.padStart(digits + 1, '0');
  const point = units.length - digits;
  return `${sign}${units.slice(0, point)}.${units.slice(point)}`;
}
