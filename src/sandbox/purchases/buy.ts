import type { Transaction } from '../../client/api/transactions.ts';
import { invalidOption } from '../../client/errors/index.ts';
import { toMinorUnits } from '../../client/money/minor-units.ts';
import { localPrice } from '../market/amounts.ts';
import { type CountedCountry, countedWith, findCountry } from '../market/countries.ts';
import type { Context } from '../operations/route.ts';
import { openSession } from './open-session.ts';
import { takeStep } from './payment-steps.ts';

/** Who buys what, and where. */
interface Order {
  /** @defaultValue `'player-1'` */
  readonly player?: string | undefined;
  /** `publisherOfferId` of an offer. @defaultValue the first offer */
  readonly offer?: string | undefined;
  /** @defaultValue `'US'` */
  readonly country?: string | undefined;
}

/**
 * Opens a checkout session for an offer, at its price in a country, and pays it.
 *
 * @throws ConfigurationError naming the field that the sandbox does not have
 */
export function buy(context: Context, { player = 'player-1', offer, country = 'US' }: Order): Transaction {
  const offers = context.store.list('offers');
  const found = offers.find(({ publisherOfferId }) => publisherOfferId === (offer ?? publisherOfferId));
  if (!found) {
    const known = offers.map(({ publisherOfferId }) => publisherOfferId).join(', ');
    throw invalidOption('offer', `must be one of ${known || 'the offers, of which there are none'}`);
  }
  const place = findCountry(country.toUpperCase());
  if (!place) throw invalidOption('country', 'must be a country of the sandbox, such as DE');
  const { name, publisherOfferId: sku, productsSequence } = found;
  const { priceInUsdCents: cents, products } = productsSequence?.[0] ?? {};
  // A seed file may leave them out.
  if (cents == null || name == null || sku == null) {
    throw invalidOption('offer', 'must be an offer with a name, a publisherOfferId and a price');
  }
  const counted = countedWith(context.settings.currencyDigits, place);
  const { checkoutSessionToken } = openSession(context, {
    priceDetails: { price: priceIn(context, cents, counted), currency: place.currency.code },
    offer: { name, sku, pricePointMetadata: cents },
    customer: { id: player },
    items: (products ?? []).map(({ quantity, product }) => ({
      name: product?.name ?? '',
      sku: product?.publisherProductId ?? '',
      quantity: quantity ?? 1,
    })),
    countryCode2: place.code,
  });
  return takeStep(context, 'pay', checkoutSessionToken) as Transaction; // paying adds a row
}

/** The override of the price point, or the price at today's exchange rate, in the smallest unit. */
function priceIn({ store, rates, clock, settings }: Context, cents: number, country: CountedCountry): number {
  const override = store
    .get('pricePoints', String(cents))
    ?.priceOverrides.findLast(({ countryCode2 }) => countryCode2 === country.code);
  return override
    ? toMinorUnits(override.price, country.currency.code, { currencyDigits: settings.currencyDigits })
    : localPrice(cents, country, rates(country.currency, clock.now().getTime()));
}
