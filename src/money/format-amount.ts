import { InvalidAmountError } from '../errors/index.ts';
import { currencyDigits } from './minor-unit-digits.ts';
import { decimalText } from './to-major-units.ts';

/** How {@link formatAmount} writes an amount. */
export interface FormatAmountOptions {
  /** BCP 47 language tag, for example `de-DE`. @defaultValue the runtime's own locale */
  readonly locale?: string | undefined;
}

/**
 * Writes an amount in the smallest unit of its currency for people to read: 999 US cents are `$9.99`.
 *
 * The digits are exact at any size, and the decimals are those of ISO 4217 whatever the locale.
 *
 * @param amount In the smallest unit of the currency, as in a transaction's `amount` (§2.1).
 * @param currencyCode ISO 4217 code in capital letters.
 * @throws {@link InvalidAmountError} when the amount is not a safe integer, the code is not one of ISO 4217, or
 * the locale is not a language tag.
 *
 * @example
 * ```ts
 * import { formatAmount } from 'publisher-commerce';
 *
 * console.log(formatAmount(123456, 'USD', { locale: 'en-US' })); // $1,234.56
 * ```
 */
export function formatAmount(
  amount: number,
  currencyCode: string,
  options: FormatAmountOptions = {},
): string {
  const digits = currencyDigits(currencyCode, 'formatAmount');
  const text = decimalText(amount, digits, 'formatAmount');
  const format = new Intl.NumberFormat(knownLocale(options.locale), {
    style: 'currency',
    currency: currencyCode,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // `format` takes the exact text of a number, which `decimalText` makes and the compiler cannot see.
  return format.format(text as `${number}`);
}

function knownLocale(locale: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    throw new InvalidAmountError('formatAmount', [
      { path: 'locale', message: 'must be a BCP 47 language tag, for example en-US' },
    ]);
  }
}
