import { type Amounts, amountsOf, localPrice } from '../market/amounts.ts';
import type { Country } from '../market/countries.ts';

/** The amounts and costs of a payment. Costs are in US cents. */
export interface Quote extends Amounts {
  readonly transactionFeeUsd: number;
  readonly currencyExchangeCostUsd: number;
}

/** Percent of the amount in US cents; halves are rounded up. */
const transactionFeePercent = 5;
const currencyExchangePercent = 1;

/** Returns the quotes of a ledger, cached by price and country: there are far fewer of these than rows. */
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

/** The quote for a price in the smallest unit of the country's currency. */
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
