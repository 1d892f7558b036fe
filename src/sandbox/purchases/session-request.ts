import type { CheckoutSessionCreate } from '../../api/checkout.ts';
import type { Issue } from '../../errors/index.ts';
import { upperCaseCurrency } from '../../money/minor-units.ts';
import { countries } from '../market/countries.ts';
import { findCurrency } from '../market/currencies.ts';
import { redirectProblem } from './session-urls.ts';

/** Far above any price, and far below the limit of exact amounts. */
const highestPrice = 1_000_000_000_000;

/** The request with its currency code in upper case, as in transactions. */
export function withStoredCurrency(request: CheckoutSessionCreate): CheckoutSessionCreate {
  const { priceDetails } = request;
  const currency = upperCaseCurrency(priceDetails.currency);
  return { ...request, priceDetails: { ...priceDetails, currency } };
}

/** The locales that a receipt can have. */
export interface ReceiptLocales {
  readonly enabled: readonly string[];
  /** Whether the state has a translation into a locale. */
  readonly isTranslated: (locale: string) => boolean;
}

/** What the sandbox cannot sell, beyond what the API rejects; `undefined` if nothing. */
export function sessionProblem(
  { priceDetails, countryCode2, receiptMetadata, redirectUrl }: CheckoutSessionCreate,
  locales: ReceiptLocales,
): Issue | undefined {
  const { price, currency } = priceDetails;
  if (!Number.isInteger(price) || price < 0 || price > highestPrice) {
    const message = `must be an integer number of the currency's smallest unit, from 0 to ${highestPrice}`;
    return { path: 'priceDetails.price', message };
  }
  const message = 'is not supported by the sandbox';
  if (!findCurrency(currency)) return { path: 'priceDetails.currency', message };
  if (countryCode2 !== undefined && !countries.some(({ code }) => code === countryCode2)) {
    return { path: 'countryCode2', message };
  }
  const locale = receiptMetadata?.locale;
  if (locale !== undefined && !locales.enabled.includes(locale) && !locales.isTranslated(locale)) {
    return { path: 'receiptMetadata.locale', message: 'has no translations' };
  }
  const problem = redirectUrl === undefined ? undefined : redirectProblem(redirectUrl);
  return problem === undefined ? undefined : { path: 'redirectUrl', message: problem };
}
