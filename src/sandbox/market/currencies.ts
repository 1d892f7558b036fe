import { upperCaseCurrency } from '../../money/minor-units.ts';
import { randomStream, scale } from '../random.ts';

/** A currency that the sandbox supports. */
export interface Currency {
  /** ISO 4217. */
  readonly code: string;
  readonly symbol: string;
  /** Millionths of a unit for one US dollar; daily rates vary around it. */
  readonly microsPerUsd: number;
}

// Approximate and fixed, so that tests can rely on prices.
const table: readonly (readonly [code: string, symbol: string, unitsPerUsd: number])[] = [
  ['AED', 'د.إ', 3.6725],
  ['ARS', '$', 1420],
  ['AUD', 'A$', 1.52],
  ['BHD', 'BD', 0.376],
  ['BRL', 'R$', 5.4],
  ['CAD', 'CA$', 1.39],
  ['CHF', 'CHF', 0.8],
  ['CLP', 'CLP$', 950],
  ['COP', 'COL$', 3950],
  ['CRC', '₡', 505],
  ['CZK', 'Kč', 20.9],
  ['DKK', 'kr', 6.43],
  ['EGP', 'E£', 47.5],
  ['EUR', '€', 0.862],
  ['GBP', '£', 0.752],
  ['HKD', 'HK$', 7.78],
  ['HUF', 'Ft', 335],
  ['IDR', 'Rp', 16600],
  ['ILS', '₪', 3.27],
  ['INR', '₹', 88.2],
  ['ISK', 'kr', 123],
  ['JOD', 'JD', 0.709],
  ['JPY', '¥', 150],
  ['KES', 'KSh', 129],
  ['KRW', '₩', 1420],
  ['KWD', 'KD', 0.307],
  ['MAD', 'DH', 9.2],
  ['MXN', 'MX$', 18.5],
  ['MYR', 'RM', 4.2],
  ['NGN', '₦', 1460],
  ['NOK', 'kr', 10.1],
  ['NZD', 'NZ$', 1.74],
  ['OMR', 'RO', 0.3845],
  ['PEN', 'S/', 3.4],
  ['PHP', '₱', 58.5],
  ['PLN', 'zł', 3.66],
  ['PYG', '₲', 7080],
  ['QAR', 'QR', 3.64],
  ['RON', 'lei', 4.39],
  ['SAR', 'SR', 3.75],
  ['SEK', 'kr', 9.45],
  ['SGD', 'S$', 1.3],
  ['THB', '฿', 32.5],
  ['TND', 'DT', 2.93],
  ['TRY', '₺', 41.9],
  ['TWD', 'NT$', 30.7],
  ['UAH', '₴', 41.7],
  ['USD', '$', 1],
  ['UYU', '$U', 39.9],
  ['VND', '₫', 26350],
  ['ZAR', 'R', 17.3],
];

/** All supported currencies by ISO 4217 code. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  table.map(([code, symbol, unitsPerUsd]) => [
    code,
    { code, symbol, microsPerUsd: Math.round(unitsPerUsd * 1_000_000) },
  ]),
);

/** The currency of a code in a request, which may be in any case; `undefined` if the sandbox does not support it. */
export function findCurrency(code: string): Currency | undefined {
  return currencies.get(upperCaseCurrency(code));
}

const dayMs = 86_400_000;
/** Largest deviation of a rate from its table value, in basis points. */
const largestSwing = 250;

/** Returns a currency's rate at a time: millionths of a unit for one US dollar, an integer. */
export type ExchangeRates = (currency: Currency, time: number) => number;

/**
 * Rates that vary around those of the table: each day has a random deviation at midnight UTC, and the rate is
 * interpolated in between. That of the US dollar is constant.
 */
export function createExchangeRates(seed: number): ExchangeRates {
  const swingAt = (code: string, day: number): number =>
    scale(randomStream(seed, `rate ${code}`)(day), 2 * largestSwing + 1) - largestSwing;

  return ({ code, microsPerUsd }, time) => {
    if (code === 'USD') return microsPerUsd;
    const day = Math.floor(time / dayMs);
    const passed = (time - day * dayMs) / dayMs;
    const swing = swingAt(code, day) * (1 - passed) + swingAt(code, day + 1) * passed;
    return Math.round(microsPerUsd * (1 + swing / 10_000));
  };
}

/** The relative change of a rate in the service's format: `+1.25%`. */
export function formatDrift(then: number, now: number): string {
  const percent = ((now - then) / then) * 100;
  const digits = Math.abs(percent).toFixed(2);
  return `${percent < 0 && Number(digits) > 0 ? '-' : '+'}${digits}%`;
}
