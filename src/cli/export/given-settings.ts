import type { Environment } from '../../client/options/environment.ts';
import { UsageError } from '../command-error.ts';
import { readInteger } from '../flags.ts';
import { formatByExtension, type LedgerFormat } from '../read/ledger-format.ts';
import { readRange } from '../read-time.ts';
import { checkOrigin, serviceAddress } from '../service.ts';
import { pathOf } from './export-files.ts';
import { checkColumnChoice, createHashValue, type ExportSettings, fingerprintOf } from './export-settings.ts';

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
function formatOf(out: string): LedgerFormat {
  const format = formatByExtension(out);
  if (format !== undefined) return format;
  if (out === '-') throw new UsageError('--format: is required with --out -: jsonl or csv');
  throw new UsageError('--out: must end in .jsonl, .csv or .parquet; otherwise add --format');
}

const missingVariable = 'set it, or use --env-file; or --demo to try it without an account';

/**
 * Returns the settings of a new export: what the command line gives, and the defaults.
 *
 * @throws UsageError if the range is missing, or a variable of the environment is missing or invalid.
 */
export function newSettings(given: GivenSettings, out: string, env: NodeJS.ProcessEnv): ExportSettings {
  const { startDate, endDate } = given;
  const format = given.format ?? formatOf(out);
  if (startDate === undefined || endDate === undefined) {
    throw new UsageError('--month, or --start and --end, are required: they select what to export');
  }
  if (given.bom && format !== 'csv') throw new UsageError('--bom: works with csv only');
  const columns = { drop: given.drop ?? [], hash: given.hash ?? [] };
  checkColumnChoice(columns, format);
  const transactions = given.transactions ?? null;
  return {
    startDate,
    endDate,
    format,
    limit: given.limit ?? 10_000,
    windows: given.windows ?? 1,
    ...columns,
    hashKey: columns.hash.length === 0 ? null : fingerprintOf(createHashValue(env)),
    bom: given.bom ?? false,
    quarantine: given.quarantine ?? null,
    receipt: given.receipt ?? null,
    ...(transactions === null
      ? serviceAddress(given.environment, env, missingVariable)
      : { environment: 'sandbox', origin: null }),
    transactions,
  };
}

/** What sets each of them. */
const flags = {
  startDate: 'the range',
  endDate: 'the range',
  limit: '--limit',
  windows: '--windows',
  format: '--format',
  drop: '--drop',
  hash: '--hash',
  bom: '--bom',
  quarantine: '--quarantine',
  receipt: '--receipt',
  transactions: '--transactions',
  environment: '--environment',
} as const satisfies Record<keyof GivenSettings, string>;

/**
 * Validates that an export is continued with the settings that it began with: what is in its file depends on them.
 *
 * @throws UsageError naming the flag, or the variable, that differs.
 */
export function checkResumed(stored: ExportSettings, given: GivenSettings, env: NodeJS.ProcessEnv): void {
  // Its keys are those.
  for (const name of Object.keys(flags) as (keyof GivenSettings)[]) {
    // The names of files come from the command line, so that no file of progress can name one to replace.
    const isFile = name === 'quarantine' || name === 'receipt';
    const value = given[name] ?? (isFile ? null : undefined);
    if (value === undefined || JSON.stringify(value) === JSON.stringify(stored[name])) continue;
    const isDemo = name === 'transactions' && stored.transactions === null;
    throw new UsageError(
      `${isDemo ? '--demo' : flags[name]}: differs from the stored export; ${isFile ? 'give it as before' : 'leave it out'} to continue, or start again with --force`,
    );
  }
  checkVariables(stored, env);
}

/** The token is sent to the address of the environment only, never to one from a file. */
function checkVariables(stored: ExportSettings, env: NodeJS.ProcessEnv): void {
  if (stored.hashKey !== null && fingerprintOf(createHashValue(env)) !== stored.hashKey) {
    throw new UsageError('PUBLISHER_HASH_KEY: differs from the key of the stored export');
  }
  if (stored.transactions !== null) return;
  checkOrigin(stored, 'the stored export', env);
}
