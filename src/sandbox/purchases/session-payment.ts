import type { Offer } from '../../client/api/offer.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { type Payment, quoteSale } from '../ledger/payments.ts';
import { placeIn } from '../ledger/players.ts';
import { type CountedCountry, countedWith, findCountry } from '../market/countries.ts';
import { findCurrency } from '../market/currencies.ts';
import { hashString } from '../random.ts';
import type { StoredSession } from '../store/session.ts';

/**
 * The payment of a checkout session for one of the offers, by the rules of the generated ledger. Its country is the United States by
 * default, since the sandbox has no IP address of the player to derive it from.
 */
export function paymentOfSession(
  { purchaseId, request }: StoredSession,
  currencyDigits: CurrencyDigits,
  offers: readonly Offer[] = [],
): Payment {
  const { customer, offer, priceDetails, countryCode2, items } = request;
  const country = countryWith(countryCode2 ?? 'US', priceDetails.currency, currencyDigits);
  const listed = offers.find(({ publisherOfferId }) => publisherOfferId === offer.sku);
  const id = idOf(purchaseId);
  return {
    player: {
      country,
      customerDetails: { id: customer.id, email: customer.email ?? '' },
      geolocation: placeIn(country, hashString(customer.id)),
      device: { osType: null, osVersion: null, browserType: null, browserVersion: null },
    },
    orderId: `order${id}`,
    purchaseId,
    publisherTransactionId: `publisher${id}`,
    offerDetails: {
      offerId: listed?.offerId ?? offer.sku,
      offerName: offer.name,
      type: listed?.type ?? 'Bundle',
      products: (items ?? [offer]).map((item) => ({
        name: item.name ?? '',
        sku: item.sku ?? '',
        quantity: 'quantity' in item ? (item.quantity ?? 1) : 1,
      })),
    },
    quote: quoteSale(priceDetails.price, country),
    paymentMethod: 'card',
  };
}

/** What follows the prefix of the other ids of a purchase: other than that of any other purchase. */
function idOf(purchaseId: string): string {
  const prefix = 'purchase-';
  // A seed file may have ids of any form. The colon keeps those of `purchase-1` and `1` apart.
  return purchaseId.startsWith(prefix) ? `-${purchaseId.slice(prefix.length)}` : `:${purchaseId}`;
}

/** The country with its tax, and the session's currency, which may differ from the country's. */
function countryWith(
  countryCode2: string,
  currencyCode: string,
  currencyDigits: CurrencyDigits,
): CountedCountry {
  const country = findCountry(countryCode2);
  const currency = findCurrency(currencyCode);
  if (!country || !currency) throw new Error('the session has an unsupported country or currency');
  return countedWith(currencyDigits, { ...country, currency });
}
