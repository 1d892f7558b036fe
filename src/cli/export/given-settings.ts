import type { Environment } from '../../client/options/environment.ts';
import { UsageError } from '../command-error.ts';
import { readInteger } from '../flags.ts';
import { formatByExtension, type LedgerFormat } from '../read/ledger-format.ts';
import { readRange } from '../read-time.ts';
import { pathOf } from './export-files.ts';
import type { ExportSettings } from './export-settings.ts';

/** The flags of `export` as commander returns them. */
export interface ExportFlags {
  readonly out: string;
  readonly format?: LedgerFormat;
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
  readonly environment?: Environment;
  readonly rateLimit?: string;
  readonly maxConcurrency?: string;
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
export function readGivenSettings(flags: ExportFlags): GivenSettings {
  const range = readRange(flags);
  return {
    startDate: range?.startDate,
    endDate: range?.endDate,
    limit: readInteger('limit', flags.limit, { min: 1, max: 10_000 }),
    windows: readInteger('windows', flags.windows, { min: 1, max: 64 }),
    format: flags.format,
    drop: flags.drop && sorted(flags.drop),
    hash: flags.hash && sorted(flags.hash),
    bom: flags.bom,
    quarantine: flags.quarantine === undefined ? undefined : pathOf('quarantine', flags.quarantine),
    receipt: flags.receipt === undefined ? undefined : pathOf('receipt', flags.receipt),
    environment: flags.environment,
    transactions: readTransactions(flags),
  };
}

function readTransactions({ demo, transactions }: ExportFlags): number | 'default' | undefined {
  const given = readInteger('transactions', transactions, { max: 1_000_000_000 });
  if (given !== undefined && !demo) throw new UsageError('--transactions: works with --demo only');
  return demo && (given ?? 'default');
}

/** The order and repetitions of columns do not matter. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
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
