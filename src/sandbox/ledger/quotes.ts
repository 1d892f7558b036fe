import { type Amounts, amountsOf, localPrice } from '../market/amounts.ts';
import type { Country } from '../market/countries.ts';

/** What a payment comes to, its costs included. Costs are in US cents. */
export interface Quote extends Amounts {
  readonly transactionFeeUsd: number;
  readonly currencyExchangeCostUsd: number;
}

/** Of the amount in US cents, halves up. */
const transactionFeePercent = 5;
const currencyExchangePercent = 1;

/** Quotes each price in each country once: a ledger has far fewer prices than rows. */
export function createQuotes(): (priceInUsdCents: number, country: Country) => Quote {
  const known = new Map<Country, Map<number, Quote>>();
  return (priceInUsdCents, country) => {
    const ofCountry = known.get(country) ?? new Map<number, Quote>();
    const quote = ofCountry.get(priceInUsdCents) ?? quotePayment(priceInUsdCents, country);
    known.set(country, ofCountry.set(priceInUsdCents, quote));
    return quote;
  };
}

function quotePayment(priceInUsdCents: number, country: Country): Quote {
  return quoteSale(localPrice(priceInUsdCents, country, country.currency.microsPerUsd), country);
}

/** Quotes a sale at a price in the smallest unit of the currency that the country has here. */
export function quoteSale(price: number, country: Country): Quote {
  const { code, microsPerUsd } = country.currency;
  const amounts = amountsOf(price, country, microsPerUsd);
  return {
    ...amounts,
    transactionFeeUsd: percentOf(amounts.amountUsd, transactionFeePercent),
    currencyExchangeCostUsd: code === 'USD' ? 0 : percentOf(amounts.amountUsd, currencyExchangePercent),
  };
}

function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}
