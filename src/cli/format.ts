import { findMinorUnitDigits } from '../money/minor-units.ts';

/** Returns an integer, or an exact decimal, with its digits in groups, for people: 10000 as `10,000`. */
export function grouped(value: number | bigint | string): string {
  return String(value).replace(/\d+/, (integer) => integer.replaceAll(/\B(?=(?:\d{3})+$)/g, ','));
}

/** Returns a number with its noun: `1 job`, `10,000 jobs`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a duration in seconds for people, in two units at most: 5025 as `1 h 23 min`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * Returns the exact decimal of an amount in the smallest unit; `undefined` if the currency code is not in ISO 4217.
 * Unlike `toMajorUnits` it has no upper limit, because sums of amounts have none.
 */
export function toDecimal(amount: bigint, currencyCode: string): string | undefined {
  const digits = findMinorUnitDigits(currencyCode);
  if (digits === undefined) return undefined;
  const units = String(amount < 0n ? -amount : amount).padStart(digits + 1, '0');
  const point = units.length - digits;
  const fraction = digits === 0 ? '' : `.${units.slice(point)}`;
  return `${amount < 0n ? '-' : ''}${units.slice(0, point)}${fraction}`;
}

/** Formats an amount with grouped digits: `-1,234.56`. The unit is added if the currency code is not in ISO 4217. */
export function formatMoney(amount: bigint, currencyCode: string): string {
  const decimal = toDecimal(amount, currencyCode);
  return decimal === undefined ? `${grouped(amount)} smallest units` : grouped(decimal);
}

/** Formats US cents: `-$1,234.56`. */
export function formatUsd(cents: bigint): string {
  return formatMoney(cents, 'USD').replace(/^(-?)/, '$1$$');
}

/** Formats US cents in whole dollars, rounded half away from zero and then marked as rounded: `≈$1,235`. */
export function formatRoundedUsd(cents: bigint): string {
  const mark = cents % 100n === 0n ? '' : '≈';
  return mark + formatUsd(divideRounded(cents, 100n) * 100n).replace(/\.00$/, '');
}

/** The two figures that a percentage divides. */
export interface Share {
  readonly numerator: bigint;
  /** At least 0; there is no percentage of 0. */
  readonly denominator: bigint;
}

/** Formats a share as a percentage with two decimals, rounded half away from zero; `n/a` if there is nothing to divide by. */
export function formatShare(share: Share): string {
  const hundredths = hundredthsOf(share);
  return hundredths === undefined ? 'n/a' : `${formatMoney(hundredths, 'USD')}%`;
}

/** Returns a share in hundredths of a percent, rounded half away from zero; `undefined` if there is nothing to divide by. */
export function hundredthsOf({ numerator, denominator }: Share): bigint | undefined {
  return denominator <= 0n ? undefined : divideRounded(numerator * 10_000n, denominator);
}

/** Divides by a positive number, and rounds half away from zero. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n;
  return (sign * (2n * sign * dividend + divisor)) / (2n * divisor);
}
