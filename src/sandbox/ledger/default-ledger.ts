import { ConfigurationError } from '../../errors/index.ts';
import type { LedgerShape } from './row-times.ts';

/** Seed of a ledger without the option `seed`. */
export const defaultSeed = 1;
/** Rows of a ledger without the option `transactions`: about a thousand a month. */
export const defaultSize = 13_000;

// A year and a month: a range of the past year has rows on any day of the current month.
const months = 13;

/**
 * Period of a ledger without the option `period`: the thirteen complete calendar months before a date, in UTC.
 *
 * @throws ConfigurationError if the date, which the option `now` returned, is invalid.
 */
export function defaultPeriod(now: Date): Pick<LedgerShape, 'start' | 'end'> {
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) {
    throw new ConfigurationError('now', 'must return a valid Date');
  }
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  return { start: Date.UTC(year, month - months), end: Date.UTC(year, month) };
}
