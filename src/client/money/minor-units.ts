import { invalidAmount } from '../errors/index.ts';
import { digitsFor, type MoneyOptions } from './currency-digits.ts';

/**
 * Converts an amount in the smallest unit of its currency to an exact decimal string in major units: 999 US cents are
 * `'9.99'`, 999 yen are `'999'`. The string has as many decimals as the currency.
 *
 * @param amount In the smallest unit of the currency, as in a transaction's `amount` (§2.1).
 * @param currencyCode ISO 4217 code in any case.
 * @param options `currencyDigits`, if your service counts a currency otherwise than ISO 4217.
 * @throws {@link InvalidAmountError} when the amount is not a safe integer, the currency code is not in ISO 4217, or an
 * option is invalid.
 *
 * @example
 * ```ts
 * import { toMajorUnits } from 'publisher-commerce';
 *
 * console.log(toMajorUnits(999, 'USD'), toMajorUnits(-5, 'USD'), toMajorUnits(999, 'JPY')); // 9.99 -0.05 999
 * console.log(toMajorUnits(3490, 'HUF', { currencyDigits: { HUF: 0 } })); // 3490
 * ```
 */
export function toMajorUnits(amount: number, currencyCode: string, options?: MoneyOptions): string {
  return toDecimalString(amount, digitsFor(currencyCode, 'toMajorUnits', options), 'toMajorUnits');
}

/** The same for a number of decimals, with the name of the calling function for errors. */
export function toDecimalString(amount: number, digits: number, operation: string): string {
  if (!Number.isSafeInteger(amount)) {
    throw invalidAmount(operation, [
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

/**
 * Converts an amount in major units to the smallest unit of its currency, exactly: `9.99` US dollars are 999.
 *
 * Nothing is rounded: decimals that the currency does not have throw, unless they are zeros. A number is read
 * as JavaScript prints it, so `9.99` is 9.99, and the result of `0.1 + 0.2` throws; one with decimals has at most 15
 * digits. A string is exact.
 *
 * @param amount In major units: a decimal string such as `'-9.99'`, or a number such as a localized `price` (§2.2).
 * @param currencyCode ISO 4217 code in any case.
 * @param options `currencyDigits`, if your service counts a currency otherwise than ISO 4217.
 * @throws {@link InvalidAmountError} when the amount is not a plain decimal string or a finite number, has more
 * decimals than the currency, or exceeds 2^53 - 1 smallest units; when the currency code is not in ISO 4217; or when an
 * option is invalid.
 *
 * @example
 * ```ts
 * import { toMinorUnits } from 'publisher-commerce';
 *
 * console.log(toMinorUnits('9.99', 'USD'), toMinorUnits(9.99, 'USD'), toMinorUnits(999, 'JPY')); // 999 999 999
 * ```
 */
export function toMinorUnits(amount: string | number, currencyCode: string, options?: MoneyOptions): number {
  const digits = digitsFor(currencyCode, 'toMinorUnits', options);
  const [, sign, integer = '', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(printedAmount(amount, digits)) ?? [];
  if (sign === undefined) reject('must be a decimal string such as 9.99, or a finite number');

  if (/[^0]/.test(fraction.slice(digits))) reject(tooManyDecimals(digits));
  // Of more digits than these, the last one may be that of a neighbour. Safe integers are exact.
  if (typeof amount === 'number' && fraction && (integer + fraction).replace(/^0+/, '').length > 15)
    reject(inexact);
  const units = (integer + fraction.slice(0, digits).padEnd(digits, '0')).replace(/^0+(?=\d)/, '');
  // The length is checked first because converting a very long string to a BigInt is slow.
  if (units.length > 16 || BigInt(units) > BigInt(Number.MAX_SAFE_INTEGER)) reject(tooLarge);
  return Number(BigInt(sign + units));
}

const tooLarge = 'must not exceed 2^53 - 1 smallest units';
const inexact = 'must be a string if it has more than 15 digits: a number cannot hold them exactly';

function tooManyDecimals(digits: number): string {
  return digits === 0
    ? 'must be an integer: the currency has no decimals'
    : `must have at most ${digits} decimals`;
}

/** Prints a number. Numbers that JavaScript prints with an exponent throw: they do not fit any currency. */
function printedAmount(amount: unknown, digits: number): string {
  if (typeof amount === 'string') return amount;
  if (typeof amount !== 'number') return '';
  const printed = String(amount);
  if (printed.includes('e+')) reject(tooLarge);
  if (printed.includes('e-')) reject(tooManyDecimals(digits));
  return printed;
}

function reject(message: string): never {
  throw invalidAmount('toMinorUnits', [{ path: 'amount', message }]);
}
