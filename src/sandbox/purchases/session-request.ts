import type { CheckoutSessionCreate } from '../../api/checkout.ts';
import { InvalidAmountError, type Issue } from '../../errors/index.ts';
import { minorUnitDigits, toMajorUnits, toMinorUnits, upperCaseCurrency } from '../../money/minor-units.ts';
import { countries } from '../market/countries.ts';
import { findCurrency } from '../market/currencies.ts';
import type { CheckoutPriceUnit } from '../options.ts';
import { redirectProblem } from './session-urls.ts';

/** Far above any price, and far below the limit of exact amounts. */
const highestPrice = 1_000_000_000_000;

/** The request as in transactions: its currency code in upper case, and its price in the smallest unit. */
export function asStored(
  request: CheckoutSessionCreate,
  unit: CheckoutPriceUnit = 'minor',
): CheckoutSessionCreate {
  const { priceDetails } = request;
  const currency = upperCaseCurrency(priceDetails.currency);
  const price = unit === 'major' ? toMinorUnits(priceDetails.price, currency) : priceDetails.price;
  return { ...request, priceDetails: { ...priceDetails, price, currency } };
}

/** Why the sandbox does not accept a price; `undefined` if it does. */
function priceProblem(price: number, currency: string, unit: CheckoutPriceUnit): string | undefined {
  if (unit === 'minor') {
    if (Number.isInteger(price) && price >= 0 && price <= highestPrice) return undefined;
    return `must be an integer number of the currency's smallest unit, from 0 to ${highestPrice}`;
  }
  try {
    const minor = toMinorUnits(price, currency);
    if (minor >= 0 && minor <= highestPrice) return undefined;
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error;
  }
  const digits = minorUnitDigits(currency);
  return `must be in major units with at most ${digits} decimals, from 0 to ${toMajorUnits(highestPrice, currency)}`;
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
  unit: CheckoutPriceUnit = 'minor',
): Issue | undefined {
  const { price, currency } = priceDetails;
  const message = 'is not supported by the sandbox';
  if (!findCurrency(currency)) return { path: 'priceDetails.currency', message };
  const rule = priceProblem(price, currency, unit);
  if (rule !== undefined) return { path: 'priceDetails.price', message: rule };
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
