import type { LedgerShape } from './row-times.ts';

/** The generated ledger of a sandbox: the same values generate the same rows. */
export interface SandboxLedger {
  /** Seed of all generated data. */
  readonly seed: number;
  /** Number of generated rows; rows of purchases are not counted. */
  readonly transactions: number;
  /** Period of the generated rows. */
  readonly period: SandboxPeriod;
}

/** A period in UTC, ISO 8601 with milliseconds. */
export interface SandboxPeriod {
  /** Start of the period, included. */
  readonly start: string;
  /** End of the period, excluded. */
  readonly end: string;
}

/** Describes a ledger in terms of the options of the sandbox. */
export function describeLedger({ seed, size, start, end }: LedgerShape): SandboxLedger {
  return {
    seed,
    transactions: size,
    period: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  };
}
