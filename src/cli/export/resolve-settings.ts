import { UsageError } from '../command-error.ts';
import { checkOrigin, serviceAddress } from '../service.ts';
import { checkColumnChoice, createHashValue, type ExportSettings, fingerprintOf } from './export-settings.ts';
import { formatOf, type GivenSettings } from './given-settings.ts';

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
