import { fingerprintOf } from '../../shared/hash-value.ts';
import { UsageError } from '../command-error.ts';
import { flagOf, rangeOf } from '../flags.ts';
import { formatByExtension, type LedgerFormat } from '../read/ledger-format.ts';
import { checkOrigin, serviceAddress } from '../service.ts';
import type { ExportFlags } from './command.ts';
import {
  checkColumnChoice,
  createHashValue,
  type ExportSettings,
  exportSettingsSchema,
  type GivenSettings,
} from './export-settings.ts';

/**
 * Returns the settings among the flags.
 *
 * @throws UsageError naming the flag that does not fit the others.
 */
export function givenSettings(flags: ExportFlags): GivenSettings {
  const { demo, drop, hash, timeZone, transactions } = flags;
  if (transactions !== undefined && !demo) throw new UsageError('--transactions: works with --demo only');
  return {
    ...flags,
    ...rangeOf(flags),
    drop: drop && sorted(drop),
    hash: hash && sorted(hash),
    timeZone: timeZone?.name,
    transactions: demo && (transactions ?? 'default'),
  };
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
  const hashKey = columns.hash.length === 0 ? null : fingerprintOf(createHashValue(env));
  const service =
    given.transactions === undefined
      ? serviceAddress(given.environment, env, missingVariable)
      : { environment: 'sandbox', origin: null };
  return exportSettingsSchema.parse({ ...given, ...service, format, hashKey });
}

/**
 * Validates that an export is continued with the settings that it began with: what is in its file depends on them.
 *
 * @throws UsageError naming the flag, or the variable, that differs.
 */
export function checkResumed(stored: ExportSettings, given: GivenSettings, env: NodeJS.ProcessEnv): void {
  for (const name of exportSettingsSchema.keyof().options) {
    // The names of files come from the command line, so that no file of progress can name one to replace.
    const isFile = name === 'quarantine' || name === 'receipt';
    const value = given[name] ?? (isFile ? null : undefined);
    if (value === undefined || JSON.stringify(value) === JSON.stringify(stored[name])) continue;
    const isDemo = name === 'transactions' && stored.transactions === null;
    const isRange = name === 'startDate' || name === 'endDate';
    const own = name === 'currencyDigits' ? ' or PUBLISHER_CURRENCY_DIGITS' : '';
    const flag = isRange ? 'the range' : `${flagOf(isDemo ? 'demo' : name)}${own}`;
    throw new UsageError(
      `${flag}: differs from the stored export; ${isFile ? 'give it as before' : 'leave it out'} to continue, or start again with --force`,
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
