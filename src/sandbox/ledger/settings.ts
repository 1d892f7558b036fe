import { invalidOption } from '../../client/errors/index.ts';

/** Seed, size and period of a ledger. Times are milliseconds since 1970. */
export interface LedgerSettings {
  readonly seed: number;
  /** Number of rows from `start` to `end`. */
  readonly size: number;
  readonly start: number;
  /** Excluded. */
  readonly end: number;
  /** Up to here, excluded, rows follow as close together as those before. @defaultValue `end` */
  readonly until?: number | undefined;
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

/** Describes a ledger with a number of rows in terms of the options of the sandbox. */
export function describeLedger(
  { seed, start, end, until = end }: LedgerSettings,
  rows: number,
): SandboxLedger {
  return {
    seed,
    transactions: rows,
    period: { start: new Date(start).toISOString(), end: new Date(until).toISOString() },
  };
}

/** Seed of a ledger without the option `seed`. */
export const defaultSeedNumber = 1;
/** Rows of the complete months of a ledger without the option `transactions`: a thousand a month. */
export const defaultSize = 13_000;

// A year and a month: a range of the past year has rows on any day of the current month.
const months = 13;

/**
 * Period of a ledger without the option `period`: the thirteen complete calendar months before a date, and the days of
 * its own month before it, in UTC. These follow the complete months, whose rows they do not change; a number of rows that
 * was asked for is the number of all.
 *
 * @throws ConfigurationError if the date, which the option `now` returned, is invalid.
 */
export function defaultPeriod(now: Date, isSized: boolean): Pick<LedgerSettings, 'start' | 'end' | 'until'> {
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) {
    throw invalidOption('now', 'must return a valid Date');
  }
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const start = Date.UTC(year, month - months);
  const today = Date.UTC(year, month, now.getUTCDate());
  return isSized ? { start, end: today } : { start, end: Date.UTC(year, month), until: today };
}
