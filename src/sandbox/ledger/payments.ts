import type { Transaction } from '../../client/api/transactions.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import { type PaymentAmounts, paymentAmounts, localPrice } from '../market/amounts.ts';
import { type CatalogOffer, catalogOffers } from '../market/catalog.ts';
import { type CountedCountry, countedWith, type Country } from '../market/countries.ts';
import { pick, randomStream, scale } from '../random.ts';
import { createPlayers, type Player } from './players.ts';

/** A payment; its refund or dispute repeats these fields. */
export interface Payment {
  readonly player: Player;
  readonly orderId: string;
  readonly purchaseId: string;
  readonly publisherTransactionId: string;
  readonly offerDetails: Transaction['offerDetails'];
  readonly quote: Quote;
  readonly paymentMethod: string;
}

const paymentMethods = ['card', 'card', 'card', 'paypal', 'apple_pay', 'google_pay'] as const;

/**
 * Returns the payments of a ledger by row number.
 *
 * @param idOf Returns the unique part of the ids of a payment.
 */
export function createPayments(
  seed: number,
  size: number,
  idOf: (row: number) => string,
  currencyDigits: CurrencyDigits,
): (row: number) => Payment {
  const playerOf = createPlayers(seed);
  const quoteOf = createQuotes(currencyDigits);
  const playerDraw = randomStream(seed, 'player');
  const offerDraw = randomStream(seed, 'offer');
  const methodDraw = randomStream(seed, 'payment method');
  // On average each player appears in four rows.
  const players = Math.max(1, Math.ceil(size / 4));

  return (row) => {
    const player = playerOf(scale(playerDraw(row), players));
    const offer = pick(catalogOffers, offerDraw(row));
    const id = idOf(row);
    return {
      player,
      orderId: `order-${id}`,
      purchaseId: `purchase-${id}`,
      publisherTransactionId: `publisher-${id}`,
      offerDetails: offerDetails(offer),
      quote: quoteOf(offer.priceInUsdCents, player.country),
      paymentMethod: pick(paymentMethods, methodDraw(row)),
    };
  };
}

function offerDetails({ offerId, name, type, products }: CatalogOffer): Transaction['offerDetails'] {
  return {
    offerId,
    offerName: name,
    type,
    products: products.map(({ product, quantity }) => ({ name: product.name, sku: product.sku, quantity })),
  };
}

/** The amounts and costs of a payment. Costs are in US cents. */
export interface Quote extends PaymentAmounts {
  readonly transactionFeeUsd: number;
  readonly currencyExchangeCostUsd: number;
}

/** Percent of the amount in US cents; halves are rounded up. */
const transactionFeePercent = 5;
const currencyExchangePercent = 1;

/** Returns the quotes of a ledger, cached by price and country: there are far fewer of these than rows. */
function createQuotes(currencyDigits: CurrencyDigits): (priceInUsdCents: number, country: Country) => Quote {
  const known = new Map<string, Quote>();
  return (priceInUsdCents, country) => {
    const key = `${priceInUsdCents} ${country.code}`;
    const found = known.get(key);
    if (found) return found;
    const counted = countedWith(currencyDigits, country);
    const price = localPrice(priceInUsdCents, counted, country.currency.microsPerUsd);
    const quote = quoteSale(price, counted);
    known.set(key, quote);
    return quote;
  };
}

/** The quote for a price in the smallest unit of the country's currency. */
export function quoteSale(price: number, country: CountedCountry): Quote {
  const { code, microsPerUsd } = country.currency;
  const amounts = paymentAmounts(price, country, microsPerUsd);
  return {
    ...amounts,
    transactionFeeUsd: percentOf(amounts.amountUsd, transactionFeePercent),
    currencyExchangeCostUsd: code === 'USD' ? 0 : percentOf(amounts.amountUsd, currencyExchangePercent),
  };
}

function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}
