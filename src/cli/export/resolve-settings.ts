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

/** The flags of settings that must be the same as before. */
const fixed = {
  hash: '--hash',
  bom: '--bom',
  quarantine: '--quarantine',
  receipt: '--receipt',
  transactions: '--transactions',
  environment: '--environment',
} as const satisfies Partial<Record<keyof GivenSettings, string>>;

/** The flags of settings that are kept as stored, because what is in the file depends on them. */
const kept = {
  startDate: 'the range',
  endDate: 'the range',
  limit: '--limit',
  windows: '--windows',
  format: '--format',
  drop: '--drop',
} as const satisfies Partial<Record<keyof GivenSettings, string>>;

/** Settings to continue with. */
export interface ResumedSettings {
  readonly settings: ExportSettings;
  /** What the command line gives otherwise, and is not used. */
  readonly ignored: readonly string[];
}

/**
 * Returns the settings of an export that is continued: those stored win.
 *
 * @throws UsageError naming another flag, or a variable, that differs.
 */
export function resumedSettings(
  stored: ExportSettings,
  given: GivenSettings,
  env: NodeJS.ProcessEnv,
): ResumedSettings {
  for (const name of namesOf(fixed)) {
    // The names of files come from the command line, so that no file of progress can name one to replace.
    const isFile = name === 'quarantine' || name === 'receipt';
    if (!differs(given[name] ?? (isFile ? null : undefined), stored[name])) continue;
    const isDemo = name === 'transactions' && stored.transactions === null;
    const flag = isDemo ? '--demo' : fixed[name];
    throw new UsageError(
      `${flag}: differs from the stored export; ${isFile ? 'give it as before' : 'leave it out'} to continue, or start again with --force`,
    );
  }
  checkVariables(stored, env);
  const ignored = namesOf(kept).filter((name) => differs(given[name], stored[name]));
  return { settings: stored, ignored: [...new Set(ignored.map((name) => kept[name]))] };
}

/** The token is sent to the address of the environment only, never to one from a file. */
function checkVariables(stored: ExportSettings, env: NodeJS.ProcessEnv): void {
  if (stored.hashKey !== null && fingerprintOf(createHashValue(env)) !== stored.hashKey) {
    throw new UsageError('PUBLISHER_HASH_KEY: differs from the key of the stored export');
  }
  if (stored.transactions !== null) return;
  checkOrigin(stored, 'the stored export', env);
}

function differs(given: unknown, stored: unknown): boolean {
  return given !== undefined && JSON.stringify(given) !== JSON.stringify(stored);
}

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  // The records above have these keys only.
  return Object.keys(record) as Name[];
}
