import type { Country } from './countries.ts';

const microsPerUnit = 1_000_000n;
const wholeInBasisPoints = 10_000n;
const centsPerUsd = 100n;

/** A price with its tax, in both currencies. Smallest unit of the local currency, and US cents. */
export interface Amounts {
  readonly amount: number;
  readonly amountUsd: number;
  readonly totalTaxAmount: number;
  readonly totalTaxAmountUsd: number;
}

/** A quotient of whole numbers that are not negative, rounded to the nearest, halves up. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

function includedTax({ taxModel, taxBasisPoints }: Country): bigint {
  return taxModel === 'Included' ? BigInt(taxBasisPoints) : 0n;
}

/**
 * The price of a country in the smallest unit of its currency: US price × rate, plus tax where the price includes
 * it. All of it is one fraction of whole numbers, rounded once, halves up, to the smallest unit.
 *
 * @param rate Millionths of a unit for one US dollar.
 */
export function localPrice(priceInUsdCents: number, country: Country, rate: number): number {
  const minorUnits = 10n ** BigInt(country.digits);
  return Number(
    divideRounded(
      BigInt(priceInUsdCents) * BigInt(rate) * minorUnits * (wholeInBasisPoints + includedTax(country)),
      centsPerUsd * microsPerUnit * wholeInBasisPoints,
    ),
  );
}

/** A price in the smallest unit of a country's currency, turned into major units: the nearest number. */
export function inMajorUnits(minorUnits: number, { digits }: Country): number {
  return minorUnits / 10 ** digits;
}

/**
 * What a sale at a price comes to. Where prices include tax, the tax is the part of the price that the country's rate
 * makes of it; where they exclude it, it is added to the price. Each figure is rounded once, halves up.
 *
 * @param price Smallest unit of the local currency.
 * @param rate Millionths of a unit for one US dollar.
 */
export function amountsOf(price: number, country: Country, rate: number): Amounts {
  const local = BigInt(price);
  const tax = BigInt(country.taxBasisPoints);
  const included = country.taxModel === 'Included';
  const taxed = included ? wholeInBasisPoints + tax : wholeInBasisPoints;
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
