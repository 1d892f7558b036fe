import { type CheckoutSessionCreate, createCheckoutSession } from '../../contract/checkout.ts';
import { upperCaseCurrency } from '../../money/minor-unit-digits.ts';
import type { Context } from '../context.ts';
import { type ErrorResponse, errorResponse, type ErrorSource, Rejection } from '../http/error-responses.ts';
import { countries } from '../market/countries.ts';
import { findCurrency } from '../market/currencies.ts';
import type { StoredSession } from '../state/tables.ts';
import { route, type Route } from './route.ts';

const checkoutPage = 'https://checkout.publisher-commerce.invalid';
/** Far above any price, and far below the limit of exact amounts. */
const highestPrice = 1_000_000_000_000;

/**
 * Checkout sessions (§4.15). Each request creates another session.
 *
 * The unit of `priceDetails.price` is not documented. The sandbox uses the smallest unit of the currency, like the
 * amounts of transactions (§2.1).
 */
export function checkoutRoutes({ settings, store, ids, clock }: Context): Route[] {
  const hasTranslations = (requested: string): boolean =>
    [...store.list('dynamicTranslations'), ...store.list('staticTranslations')].some(
      ({ locale }) => locale === requested,
    );

  const problemOf = ({
    priceDetails,
    countryCode2,
    receiptMetadata,
  }: CheckoutSessionCreate): string | undefined => {
    const { price, currency } = priceDetails;
    if (!Number.isInteger(price) || price < 0 || price > highestPrice) {
      return `priceDetails.price must be an integer number of the currency's smallest unit, from 0 to ${highestPrice}`;
    }
    if (!findCurrency(currency)) return 'priceDetails.currency is not supported by the sandbox';
    if (countryCode2 !== undefined && !countries.some(({ code }) => code === countryCode2)) {
      return 'countryCode2 is not supported by the sandbox';
    }
    const locale = receiptMetadata?.locale;
    if (locale !== undefined && !settings.locales.includes(locale) && !hasTranslations(locale)) {
      return 'receiptMetadata.locale has no translations';
    }
    return undefined;
  };

  return [
    route(
      createCheckoutSession,
      ({ body, source }) => {
        const problem = problemOf(body);
        if (problem !== undefined) throw new Rejection(invalidBody(source, body, problem));
        const number = store.count('sessions');
        const checkoutSessionToken = ids('session-', 2 * number);
        const session: StoredSession = {
          checkoutSessionToken,
          purchaseId: ids('purchase-', 2 * number + 1),
          state: 'open',
          createdAt: clock.now().toISOString(),
          request: withStoredCurrency(body),
        };
        store.write({ table: 'sessions', key: checkoutSessionToken, row: session });
        return {
          checkoutSessionToken,
          purchaseId: session.purchaseId,
          url: `${checkoutPage}/?session=${checkoutSessionToken}`,
          parsedUrl: `${checkoutPage}/session/${checkoutSessionToken}`,
        };
      },
      invalidBody,
    ),
  ];
}

/** The request with its currency code in upper case, as in transactions. */
function withStoredCurrency(request: CheckoutSessionCreate): CheckoutSessionCreate {
  const { priceDetails } = request;
  const currency = upperCaseCurrency(priceDetails.currency);
  return { ...request, priceDetails: { ...priceDetails, currency } };
}

function invalidBody(source: ErrorSource, _body: unknown, problem: string): ErrorResponse {
  return errorResponse(source, 400, `Invalid request body: ${problem}`);
}
