import { invalidAmount } from '../errors/index.ts';
import { digitsFor, type MoneyOptions } from './currency-digits.ts';
import { toDecimalString } from './minor-units.ts';

/** Options of {@link formatAmount}. */
export interface FormatAmountOptions extends MoneyOptions {
  /** BCP 47 language tag, for example `de-DE`. @defaultValue the runtime's locale */
  readonly locale?: string | undefined;
}

/**
 * Formats an amount in the smallest unit of its currency for display: 999 US cents are `$9.99`.
 *
 * The digits are exact at any size, and the number of decimals follows ISO 4217, or `currencyDigits`, in every locale.
 *
 * @param amount In the smallest unit of the currency, as in a transaction's `amount` (§2.1).
 * @param currencyCode ISO 4217 code in any case.
 * @throws {@link InvalidAmountError} when the amount is not a safe integer, the currency code is not in ISO 4217, or
 * an option is invalid.
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
  const digits = digitsFor(currencyCode, 'formatAmount', options, ['locale', 'currencyDigits']);
  const decimal = toDecimalString(amount, digits, 'formatAmount');
  // `format` accepts a numeric string and keeps all its digits; the compiler cannot see that this is one.
  return formatterOf(validLocale(options.locale), currencyCode, digits).format(decimal as `${number}`);
}

/** Kept, because creating one takes much longer than formatting. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(locale: string | undefined, currency: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`;
  const kept = formatters.get(key);
  if (kept) return kept;
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formatters.set(key, formatter);
  return formatter;
}

function validLocale(locale: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    const message = 'must be a BCP 47 language tag, for example en-US';
    throw invalidAmount('formatAmount', [{ path: 'locale', message }]);
  }
}
