import { InvalidAmountError } from '../errors/index.ts';
import { currencyDigits } from './minor-unit-digits.ts';

/**
 * Turns an amount in major units into the smallest unit of its currency, exactly: `9.99` US dollars are 999.
 *
 * Nothing is rounded: decimals beyond the currency's digits are refused unless they are zeros. A number is read
 * as JavaScript prints it, so `9.99` is 9.99 and the outcome of `0.1 + 0.2` is refused.
 *
 * @param amount In major units: decimal text such as `'-9.99'`, or a number such as a localized `price` (§2.2).
 * @param currencyCode ISO 4217 code in capital letters.
 * @throws {@link InvalidAmountError} when the amount is not plain decimal text or a finite number, has more
 * decimals than the currency, or passes 2^53 - 1 smallest units; or when the code is not one of ISO 4217.
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
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainText(amount, digits)) ?? [];
  if (sign === undefined) refuse('must be decimal text such as 9.99, or a finite number');

  if (/[^0]/.test(fraction.slice(digits))) refuse(tooManyDecimals(digits));
  const units = (whole + fraction.slice(0, digits).padEnd(digits, '0')).replace(/^0+(?=\d)/, '');
  // The length is looked at first because a BigInt of a very long text takes very long to make.
  if (units.length > 16 || BigInt(units) > BigInt(Number.MAX_SAFE_INTEGER)) refuse(tooLarge);
  return Number(BigInt(sign + units));
}

const tooLarge = 'must not pass 2^53 - 1 smallest units';

function tooManyDecimals(digits: number): string {
  return digits === 0
    ? 'must be whole: the currency has no decimals'
    : `must have at most ${digits} decimals`;
}

/** A number's own text, but for those that JavaScript prints with an exponent: no currency holds them. */
function plainText(amount: unknown, digits: number): string {
  if (typeof amount === 'string') return amount;
  if (typeof amount !== 'number') return '';
  const text = String(amount);
  if (text.includes('e+')) refuse(tooLarge);
  if (text.includes('e-')) refuse(tooManyDecimals(digits));
  return text;
}

function refuse(message: string): never {
  throw new InvalidAmountError('toMinorUnits', [{ path: 'amount', message }]);
}
