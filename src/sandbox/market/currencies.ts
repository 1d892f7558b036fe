import { upperCaseCurrency } from '../../client/money/currency-digits.ts';
import { randomStream, scale } from '../random.ts';
import { countries, type Currency } from './countries.ts';

const currencies = new Map(countries.map(({ currency }) => [currency.code, currency]));

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
