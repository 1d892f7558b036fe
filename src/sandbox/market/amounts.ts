import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { toDecimalString } from '../../client/money/minor-units.ts';
import type { CountedCountry } from './countries.ts';

const microsPerUnit = 1_000_000n;
const fullBasisPoints = 10_000n;
const centsPerUsd = 100n;

/** An amount with its tax: in the smallest unit of the local currency, and in US cents. */
export interface PaymentAmounts {
  readonly amount: number;
  readonly amountUsd: number;
  readonly totalTaxAmount: number;
  readonly totalTaxAmountUsd: number;
}

/** Divides non-negative integers and rounds to the nearest integer, halves up. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * The price in a country in the smallest unit of its currency: US price × rate, plus tax if the price includes it.
 * It is calculated as one fraction of integers and rounded once, halves up.
 *
 * @param rate Millionths of a unit for one US dollar.
 */
export function localPrice(priceInUsdCents: number, country: CountedCountry, rate: number): number {
  const minorUnits = 10n ** BigInt(country.digits);
  const tax = country.taxModel === 'Included' ? BigInt(country.taxBasisPoints) : 0n;
  return Number(
    divideRounded(
      BigInt(priceInUsdCents) * BigInt(rate) * minorUnits * (fullBasisPoints + tax),
      centsPerUsd * microsPerUnit * fullBasisPoints,
    ),
  );
}

/** Converts a price from the smallest unit of a country's currency to major units, as the nearest number. */
export function inMajorUnits(minorUnits: number, { digits }: CountedCountry): number {
  return minorUnits / 10 ** digits;
}

/** An amount in the smallest unit as a decimal with its digits in groups, and its currency: `1,234.50 USD`. */
export function formatWithCode(amount: number, currencyCode: string, currencyDigits: CurrencyDigits): string {
  const digits = findMinorUnitDigits(currencyCode, currencyDigits);
  const decimal = digits === undefined ? String(amount) : toDecimalString(amount, digits, 'sandbox');
  return `${decimal.replace(/\d+/, (integer) => integer.replaceAll(/\B(?=(?:\d{3})+$)/g, ','))} ${currencyCode}`;
}

/**
 * The amounts of a sale. If prices include tax, the tax is a part of the price; otherwise it is added to the price.
 * Each amount is rounded once, halves up.
 *
 * @param price Smallest unit of the local currency.
 * @param rate Millionths of a unit for one US dollar.
 */
export function paymentAmounts(price: number, country: CountedCountry, rate: number): PaymentAmounts {
  const local = BigInt(price);
  const tax = BigInt(country.taxBasisPoints);
  const included = country.taxModel === 'Included';
  const taxed = included ? fullBasisPoints + tax : fullBasisPoints;
  const totalTax = divideRounded(local * tax, taxed);
  const amount = included ? local : local + totalTax;
  const unitsPerUsd = BigInt(rate) * 10n ** BigInt(country.digits);
  const cents = centsPerUsd * microsPerUnit;
  return {
    amount: Number(amount),
    amountUsd: Number(divideRounded(amount * cents, unitsPerUsd)),
    totalTaxAmount: Number(totalTax),
    totalTaxAmountUsd: Number(divideRounded(local * tax * cents, taxed * unitsPerUsd)),
  };
}
