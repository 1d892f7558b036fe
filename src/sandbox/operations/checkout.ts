import { type CheckoutSessionCreate, createCheckoutSession } from '../../contract/checkout.ts';
import { route, type Route } from '../call.ts';
import { errorAnswer, type Place, Refusal } from '../error-answers.ts';
import { countries } from '../market/countries.ts';
import { currencies } from '../market/currencies.ts';
import type { StoredSession } from '../state/tables.ts';
import type { World } from '../world.ts';

const checkoutPage = 'https://checkout.publisher-commerce.invalid';
/** Far above any price, and far below where amounts stop being exact. */
const highestPrice = 1_000_000_000_000;

/**
 * Checkout sessions (§4.15). Each request opens another one, as two purchases of one player do.
 *
 * The unit of `priceDetails.price` is not documented: the sandbox reads it as the smallest unit of the currency, as
 * the amounts of transactions are (§2.1).
 */
export function checkoutRoutes({ settings, store, ids, now }: World): Route[] {
  const hasTranslations = (wanted: string): boolean =>
    [...store.list('dynamicTranslations'), ...store.list('staticTranslations')].some(
      ({ locale }) => locale === wanted,
    );

  const problemOf = ({
    priceDetails,
    countryCode2,
    receiptMetadata,
  }: CheckoutSessionCreate): string | undefined => {
    const { price, currency } = priceDetails;
    if (!Number.isInteger(price) || price < 0 || price > highestPrice) {
      return `priceDetails.price must be a whole number of the currency's smallest unit, from 0 to ${highestPrice}`;
    }
    if (!currencies.has(currency)) return 'priceDetails.currency is not a currency of the sandbox';
    if (countryCode2 !== undefined && !countries.some(({ code }) => code === countryCode2)) {
      return 'countryCode2 is not a country that the sandbox sells in';
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
      ({ body, place }) => {
        const problem = problemOf(body);
        if (problem !== undefined) throw new Refusal(invalidBody(place, body, problem));
        const number = store.count('sessions');
        const checkoutSessionToken = ids('session-', 2 * number);
        const session: StoredSession = {
          checkoutSessionToken,
          purchaseId: ids('purchase-', 2 * number + 1),
          state: 'open',
          createdAt: now().toISOString(),
          request: body,
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

function invalidBody(place: Place, _body: unknown, problem: string): ReturnType<typeof errorAnswer> {
  return errorAnswer(place, 400, `Invalid request body: ${problem}`);
}
