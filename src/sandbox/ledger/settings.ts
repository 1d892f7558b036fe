import { invalidOption } from '../../client/errors/index.ts';

/** Seed, size and period of a ledger. Times are milliseconds since 1970. */
export interface LedgerSettings {
  readonly seed: number;
  readonly size: number;
  readonly start: number;
  /** Excluded. */
  readonly end: number;
}

/** The generated ledger of a sandbox: the same values generate the same rows. */
export type SandboxLedger = {
  /** Seed of all generated data. */
  readonly seed: number;
  /** Number of generated rows; rows of purchases are not counted. */
  readonly transactions: number;
  /** Period of the generated rows, in UTC: ISO 8601 with milliseconds. */
  readonly period: {
    /** Start of the period, included. */
    readonly start: string;
    /** End of the period, excluded. */
    readonly end: string;
  };
};

/** Describes a ledger in terms of the options of the sandbox. */
export function describeLedger({ seed, size, start, end }: LedgerSettings): SandboxLedger {
  return {
    seed,
    transactions: size,
    period: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  };
}

/** Seed of a ledger without the option `seed`. */
export const defaultSeedNumber = 1;
/** Rows of a ledger without the option `transactions`: about a thousand a month. */
export const defaultSize = 13_000;

// A year and a month: a range of the past year has rows on any day of the current month.
const months = 13;

/**
 * Period of a ledger without the option `period`: the thirteen complete calendar months before a date, in UTC.
 *
 * @throws ConfigurationError if the date, which the option `now` returned, is invalid.
 */
export function defaultPeriod(now: Date): Pick<LedgerSettings, 'start' | 'end'> {
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) {
    throw invalidOption('now', 'must return a valid Date');
  }
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  return { start: Date.UTC(year, month - months), end: Date.UTC(year, month) };
}
