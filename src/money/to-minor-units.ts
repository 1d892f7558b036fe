import { InvalidAmountError } from '../errors/index.ts';
import { currencyDigits } from './minor-unit-digits.ts';

/**
 * Converts an amount in major units to the smallest unit of its currency, exactly: `9.99` US dollars are 999.
 *
 * Nothing is rounded: decimals that the currency does not have throw, unless they are zeros. A number is read
 * as JavaScript prints it, so `9.99` is 9.99, and the result of `0.1 + 0.2` throws.
 *
 * @param amount In major units: a decimal string such as `'-9.99'`, or a number such as a localized `price` (§2.2).
 * @param currencyCode ISO 4217 code in any case.
 * @throws {@link InvalidAmountError} when the amount is not a plain decimal string or a finite number, has more
 * decimals than the currency, or exceeds 2^53 - 1 smallest units; or when the currency code is not in ISO 4217.
 *
 * @example
 * ```ts
 * import { toMinorUnits } from 'publisher-commerce';
 *
 * console.log(toMinorUnits('9.99', 'USD'), toMinorUnits(9.99, 'USD'), toMinorUnits(999, 'JPY')); // 999 999 999
 * ```
 */
export function toMinorUnits(amount: string | number, currencyCode: string): number {
  const digits = currencyDigits(currencyCode, 'toMinorUnits');
  const [, sign, integer = '', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(printedAmount(amount, digits)) ?? [];
  if (sign === undefined) reject('must be a decimal string such as 9.99, or a finite number');

  if (/[^0]/.test(fraction.slice(digits))) reject(tooManyDecimals(digits));
  const units = (integer + fraction.slice(0, digits).padEnd(digits, '0')).replace(/^0+(?=\d)/, '');
  // The length is checked first because converting a very long string to a BigInt is slow.
  if (units.length > 16 || BigInt(units) > BigInt(Number.MAX_SAFE_INTEGER)) reject(tooLarge);
  return Number(BigInt(sign + units));
}

const tooLarge = 'must not exceed 2^53 - 1 smallest units';

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
  throw new InvalidAmountError('toMinorUnits', [{ path: 'amount', message }]);
}
