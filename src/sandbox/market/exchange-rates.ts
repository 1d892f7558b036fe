import { randomStream, scale } from '../random.ts';
import type { Currency } from './currencies.ts';

const dayMs = 86_400_000;
/** A rate never leaves its table value by more than this, in basis points. */
const widestSwing = 250;

/** Gives a currency's rate at a moment: millionths of a unit for one US dollar, a whole number. */
export type ExchangeRates = (currency: Currency, time: number) => number;

/**
 * Rates that wander around those of the table: a swing is drawn for midnight UTC of each day, and between two
 * midnights the rate moves in a straight line. The US dollar stands still.
 */
export function createExchangeRates(seed: number): ExchangeRates {
  const swingAt = (code: string, day: number): number =>
    scale(randomStream(seed, `rate ${code}`)(day), 2 * widestSwing + 1) - widestSwing;

  return ({ code, microsPerUsd }, time) => {
    if (code === 'USD') return microsPerUsd;
    const day = Math.floor(time / dayMs);
    const passed = (time - day * dayMs) / dayMs;
    const swing = swingAt(code, day) * (1 - passed) + swingAt(code, day + 1) * passed;
    return Math.round(microsPerUsd * (1 + swing / 10_000));
  };
}

/** How far a rate moved, as the service writes it: `+1.25%`. */
export function driftText(then: number, now: number): string {
  const percent = ((now - then) / then) * 100;
  const text = Math.abs(percent).toFixed(2);
  return `${percent < 0 && Number(text) > 0 ? '-' : '+'}${text}%`;
}
