import { UsageError } from '../command-error.ts';
import { readEnvironment, readInteger, readRange } from '../flags.ts';
import { formatByExtension, type LedgerFormat, ledgerFormats } from '../read/read-ledger.ts';
import { pathOf } from './export-files.ts';
import type { ExportSettings } from './export-settings.ts';

/** The flags of `export` as commander returns them. */
export interface ExportFlags {
  readonly out?: string;
  readonly format?: string;
  readonly start?: string;
  readonly end?: string;
  readonly month?: string;
  readonly limit?: string;
  readonly windows?: string;
  readonly resume?: true;
  readonly force?: true;
  readonly drop?: string[];
  readonly hash?: string[];
  readonly quarantine?: string;
  readonly receipt?: string;
  readonly bom?: true;
  readonly json?: true;
  readonly quiet?: true;
  readonly environment?: string;
  readonly demo?: true;
  readonly transactions?: string;
  readonly envFile?: string;
}

/** The settings that the command line gives; a missing flag is `undefined`. */
export type GivenSettings = {
  readonly [Name in Exclude<keyof ExportSettings, 'hashKey' | 'origin'>]: ExportSettings[Name] | undefined;
};

/**
 * Reads the flags that decide what an export writes.
 *
 * @throws UsageError naming the flag that is invalid.
 */
export function readGivenSettings(flags: ExportFlags, now: Date): GivenSettings {
  const range = readRange(flags, now);
  return {
    startDate: range?.startDate,
    endDate: range?.endDate,
    limit: within('limit', flags.limit, 10_000),
    windows: within('windows', flags.windows, 64),
    format: readFormat(flags.format),
    drop: flags.drop && sorted(flags.drop),
    hash: flags.hash && sorted(flags.hash),
    bom: flags.bom,
    quarantine: flags.quarantine === undefined ? undefined : pathOf('quarantine', flags.quarantine),
    receipt: flags.receipt === undefined ? undefined : pathOf('receipt', flags.receipt),
    environment: environmentOf(flags),
    transactions: readTransactions(flags),
  };
}

function within(flag: string, value: string | undefined, max: number): number | undefined {
  const number = value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
  if (value === undefined || (number !== undefined && number >= 1 && number <= max)) return number;
  throw new UsageError(`--${flag}: must be an integer from 1 to ${max}`);
}

function environmentOf({ environment, demo }: ExportFlags): ExportSettings['environment'] | undefined {
  if (demo && environment !== undefined) {
    throw new UsageError('--environment: must not be combined with --demo, which needs no service');
  }
  return readEnvironment(environment);
}

/** Rows of the built-in sandbox. */
const defaultTransactions = 1000;

function readTransactions({ demo, transactions }: ExportFlags): number | undefined {
  const given = readInteger('transactions', transactions);
  if (given !== undefined && !demo) throw new UsageError('--transactions: works with --demo only');
  if (given !== undefined && given > 1_000_000_000) {
    throw new UsageError('--transactions: must be an integer from 0 to 1000000000');
  }
  return demo && (given ?? defaultTransactions);
}

/** The order and repetitions of columns do not matter. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/**
 * Returns the format of `--format`; `undefined` if it is missing.
 *
 * @throws UsageError if it is unknown.
 */
function readFormat(given: string | undefined): LedgerFormat | undefined {
  if (given === undefined) return undefined;
  const format = ledgerFormats.find((one) => one === given);
  if (format === undefined) throw new UsageError('--format: must be jsonl, csv or parquet');
  return format;
}

/**
 * Returns the format of a file by its extension.
 *
 * @throws UsageError if the extension is none of a format.
 */
export function formatOf(out: string): LedgerFormat {
  const format = formatByExtension(out);
  if (format !== undefined) return format;
  if (out === '-') throw new UsageError('--format: is required with --out -: jsonl or csv');
  throw new UsageError('--out: must end in .jsonl, .csv or .parquet; otherwise add --format');
}
