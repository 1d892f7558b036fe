import type { CheckoutSessionCreate } from '../../client/api/checkout.ts';
import { InvalidAmountError, type Issue } from '../../client/errors/index.ts';
import { digitsFor, upperCaseCurrency } from '../../client/money/currency-digits.ts';
import { toMajorUnits, toMinorUnits } from '../../client/money/minor-units.ts';
import { findCountry } from '../market/countries.ts';
import { findCurrency } from '../market/currencies.ts';
import type { SandboxSettings } from '../options.ts';
import type { Store } from '../store/store.ts';
import { redirectProblem } from './redirect-url.ts';

/** Far above any price, and far below the limit of exact amounts. */
const highestPrice = 1_000_000_000_000;

/** How the prices of sessions are written. */
type Pricing = Pick<SandboxSettings, 'checkoutPriceUnit' | 'currencyDigits' | 'publicRules'>;

const inMinorUnits: Pricing = { checkoutPriceUnit: 'minor', currencyDigits: {}, publicRules: false };

/** The request as in transactions: its currency code in upper case, and its price in the smallest unit. */
export function asStored(
  request: CheckoutSessionCreate,
  { checkoutPriceUnit, currencyDigits }: Pricing = inMinorUnits,
): CheckoutSessionCreate {
  const { priceDetails } = request;
  const currency = upperCaseCurrency(priceDetails.currency);
  const isMajor = checkoutPriceUnit === 'major';
  const price = isMajor ? toMinorUnits(priceDetails.price, currency, { currencyDigits }) : priceDetails.price;
  return { ...request, priceDetails: { ...priceDetails, price, currency } };
}

/** Why the sandbox does not accept a price; `undefined` if it does. */
function priceProblem(
  price: number,
  currency: string,
  { checkoutPriceUnit: unit, currencyDigits, publicRules }: Pricing,
): string | undefined {
  const lowest = publicRules ? 1 : 0;
  try {
    const minor = unit === 'minor' ? price : toMinorUnits(price, currency, { currencyDigits });
    if (Number.isInteger(minor) && minor >= lowest && minor <= highestPrice) return undefined;
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error;
  }
  if (unit === 'minor')
    return `must be an integer number of the currency's smallest unit, from ${lowest} to ${highestPrice}`;
  const digits = digitsFor(currency, 'sandbox', { currencyDigits });
  const [least, most] = [lowest, highestPrice].map((one) => toMajorUnits(one, currency, { currencyDigits }));
  return `must be in major units with at most ${digits} decimals, from ${least} to ${most}`;
}

/** What the sandbox cannot sell, beyond what the API rejects; `undefined` if nothing. */
export function sessionProblem(
  { priceDetails, countryCode2, receiptMetadata, redirectUrl }: CheckoutSessionCreate,
  store: Store,
  locales: readonly string[],
  pricing: Pricing = inMinorUnits,
): Issue | undefined {
  const { price, currency } = priceDetails;
  const message = 'is not supported by the sandbox';
  if (!findCurrency(currency)) return { path: 'priceDetails.currency', message };
  const rule = priceProblem(price, currency, pricing);
  if (rule !== undefined) return { path: 'priceDetails.price', message: rule };
  if (countryCode2 !== undefined && !findCountry(countryCode2)) {
    return { path: 'countryCode2', message };
  }
  const locale = receiptMetadata?.locale;
  if (locale !== undefined && !locales.includes(locale) && !store.isTranslated(locale)) {
    return { path: 'receiptMetadata.locale', message: 'has no translations' };
  }
  const problem = redirectUrl === undefined ? undefined : redirectProblem(redirectUrl);
  return problem === undefined ? undefined : { path: 'redirectUrl', message: problem };
}
