import { ledgerColumns, type Receipt } from '../../../ledger/index.ts';
import type { LedgerFormat } from '../../../ledger/ledger-format.ts';
import { fingerprintOf } from '../../../shared/hash-value.ts';
import { flagOf, rangeOf } from '../../flags/flags.ts';
import {
  checkColumns,
  createHashValue,
  type ExportSettings,
  exportSettingsSchema,
  type GivenSettings,
} from '../../ledger-files/export-settings.ts';
import { extensions, formatByExtension, formatNames, formats } from '../../ledger-files/formats/formats.ts';
import { checkSameCurrencyDigits } from '../../ledger-files/receipt-file.ts';
import { checkOrigin, serviceAddress } from '../../service/service-address.ts';
import { UsageError } from '../../terminal/command-error.ts';
import type { ExportFlags } from './flags.ts';

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
    columns: flags.columns && [...flags.columns],
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
  if (out === '-')
    throw new UsageError(
      `--format: is required with --out -: ${formatNames(({ streams }) => streams, 'or')}`,
    );
  throw new UsageError(`--out: must end in ${extensions}; otherwise add --format`);
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
  if (given.bom && !formats[format].takesMark)
    throw new UsageError(`--bom: works with ${formatNames(({ takesMark }) => takesMark)} only`);
  const columns = { columns: given.columns ?? null, drop: given.drop ?? [], hash: given.hash ?? [] };
  checkColumns(columns, format);
  const hashKey = columns.hash.length === 0 ? null : fingerprintOf(createHashValue(env));
  const service =
    given.transactions === undefined
      ? serviceAddress(given.environment, env, missingVariable)
      : { environment: 'sandbox', origin: null };
  return exportSettingsSchema.parse({ ...given, ...service, format, hashKey });
}

/** The settings that a file was exported with, as far as they are known. */
type KnownSettings = GivenSettings & Pick<ExportSettings, 'hashKey' | 'origin'>;

/** Returns the first setting that the command line gives, and that differs from a known one. */
function findDifferent(known: KnownSettings, given: GivenSettings): keyof ExportSettings | undefined {
  return exportSettingsSchema.keyof().options.find((name) => {
    const value = given[name] ?? (isFile(name) ? null : undefined);
    return value !== undefined && name in known && JSON.stringify(value) !== JSON.stringify(known[name]);
  });
}

/** The names of files come from the command line, so that no file of progress can name one to replace. */
function isFile(name: keyof ExportSettings): boolean {
  return name === 'quarantine' || name === 'receipt';
}

/** What sets a setting, for people. */
function namesOf(name: keyof ExportSettings, { transactions }: KnownSettings): string {
  if (name === 'startDate' || name === 'endDate') return 'the range';
  const own = name === 'currencyDigits' ? ' or PUBLISHER_CURRENCY_DIGITS' : '';
  return `${flagOf(name === 'transactions' && transactions === null ? 'demo' : name)}${own}`;
}

/**
 * Validates that an export is continued with the settings that it began with: what is in its file depends on them.
 *
 * @throws UsageError naming the flag, or the variable, that differs.
 */
export function checkResumed(stored: ExportSettings, given: GivenSettings, env: NodeJS.ProcessEnv): void {
  const name = findDifferent(stored, given);
  if (name !== undefined) {
    const advice = isFile(name) ? 'give it as before' : 'leave it out';
    throw new UsageError(
      `${namesOf(name, stored)}: differs from the stored export; ${advice} to continue, or start again with --force`,
    );
  }
  checkVariables(stored, 'the stored export', env);
}

/**
 * Validates that a finished file is the export that is asked for, so that nobody takes it for another one.
 *
 * @throws UsageError naming the flag, or the variable, that differs.
 */
export function checkFinished(
  out: string,
  receipt: Receipt,
  hasBom: boolean,
  given: GivenSettings,
  env: NodeJS.ProcessEnv,
): void {
  const { startDate, endDate, timeZone, columns, hashedColumns, hashKeyId, source, origin, file } = receipt;
  const known = {
    ...{ startDate, endDate, timeZone, source, origin, bom: hasBom },
    format: file?.format,
    columns: [...columns],
    drop: sorted(ledgerColumns.map(({ name }) => name).filter((name) => !columns.includes(name))),
    hash: sorted(hashedColumns),
    // Nothing is hashed any more.
    hashKey: env['PUBLISHER_HASH_KEY'] ? hashKeyId : null,
    environment: receipt.environment ?? undefined,
    // A receipt does not say how many rows were asked for.
    transactions: origin === null ? given.transactions : null,
  };
  const name = findDifferent(known, given);
  if (name !== undefined) {
    const names = namesOf(name, known);
    const is =
      names === 'the range'
        ? `is an export of ${startDate} to ${endDate}`
        : `was exported with another ${names}`;
    throw new UsageError(`--resume: ${out} ${is}: choose another file, or use --force to replace it`);
  }
  checkSameCurrencyDigits(out, receipt, given.currencyDigits);
  checkVariables(known, out, env);
}

/** The token is sent to the address of the environment only, never to one from a file. */
function checkVariables(
  { hashKey, origin, environment, transactions }: KnownSettings,
  what: string,
  env: NodeJS.ProcessEnv,
): void {
  if (hashKey !== null && fingerprintOf(createHashValue(env)) !== hashKey)
    throw new UsageError(`PUBLISHER_HASH_KEY: differs from the key of ${what}`);
  if (transactions === null) checkOrigin({ environment: environment ?? null, origin }, what, env);
}
