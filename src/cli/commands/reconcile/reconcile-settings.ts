import { didYouMean } from '../../../client/api/input-object.ts';
import { flagOf } from '../../flags/flags.ts';
import { negativeForms, triangles } from '../../tables/amounts.ts';
import { checkTableFormat } from '../../tables/table-flags.ts';
import { UsageError } from '../../terminal/command-error.ts';
import { type Config, configSchema, type FinanceFormat, idColumns } from './config-file.ts';
import { readCondition } from './finance/columns.ts';
import type { ReconcileFlags } from './flags.ts';
import { Ids } from './ids/ids.ts';

/** What to reconcile. */
export type ReconcileSettings = ReturnType<typeof readSettings>;

/**
 * Merges the flags with the settings of `--config`, over which they take precedence, and validates the result.
 *
 * @throws UsageError naming the flag
 */
export function readSettings(files: readonly string[], flags: ReconcileFlags, saved: Config) {
  const config = mergeConfig(flags, saved);
  for (const path of flags.against) checkTableFormat(path, config);
  validate(config);
  if (flags.out === '-') throw new UsageError('--out: must be a file; --json prints all differences');
  const settings = configSchema.parse({ version: 1, ...config });
  const ids = new Ids(settings);
  const { match, ourAmount } = settings;
  return {
    files,
    // Of the command line: for a file without a receipt.
    currencyDigits: flags.currencyDigits,
    match,
    // The ledger column of that field.
    idColumn: idColumns[match],
    // The ledger column to add up, in major units.
    amountColumn: ourAmount,
    // How the files of finance are read.
    finance: settings,
    // Each file, which is read in the same way.
    financeFiles: flags.against.map((path): FinanceFormat => ({ ...settings, path })),
    ids,
    // File for the differences.
    out: flags.out,
    // File for the settings, and what is written there.
    saveConfig: flags.saveConfig,
    config,
    json: flags.json ?? false,
  };
}

/** The settings of the config file, each replaced by its flag, in the order of the schema. */
function mergeConfig(flags: ReconcileFlags, saved: Config): Config {
  // Commander sets `header` to true if it is not negated, which would replace the one of the config file.
  const given: Record<string, unknown> = { ...flags, header: flags.header ? undefined : false };
  const names = Object.keys(configSchema.shape).filter((name) => name !== 'version') as (keyof Config)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name] ?? saved[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function validate(config: Config): void {
  const reject: Reject = (names, reason) => {
    const found = names.find((name) => config[name] !== undefined);
    if (found !== undefined) throw new UsageError(`${flagOf(found)}: ${reason}`);
  };
  if (config.unit === 'minor') {
    reject(['decimal'], 'must not be combined with --unit minor, which has no decimals');
  }
  if (config.thousands === (config.decimal ?? '.')) {
    throw new UsageError(`--thousands: must differ from the decimal separator; set --decimal too`);
  }
  if (/[\d,\s()-]/.test(config.symbol ?? '')) {
    throw new UsageError('--symbol: must be a currency symbol or code, for example € or EUR');
  }
  if (!/^\d{1,9}(?:\.\d{1,4})?$/.test(config.tolerance ?? '0')) {
    throw new UsageError('--tolerance: must be a decimal of at most 4 places, such as 0.01');
  }
  validateAmountColumns(config, reject);
  validateSigns(config, reject);
  validateCurrency(config, reject);
  if (config.dateColumn === undefined) reject(['dateFormat', 'timeZone'], 'needs --date-column');
  for (const condition of config.where ?? []) readCondition(condition);
}

/** Throws if one of these settings is set. */
type Reject = (names: readonly (keyof Config)[], reason: string) => void;

/** An amount has its currency from one place. */
function validateCurrency({ currencyColumn, currencyInAmount }: Config, reject: Reject): void {
  const also = 'must not be combined with';
  if (currencyColumn !== undefined) reject(['currencyInAmount'], `${also} --currency-column`);
  if (currencyInAmount) reject(['symbol'], `${also} --currency-in-amount`);
}

function validateAmountColumns({ debitColumn, creditColumn }: Config, reject: Reject): void {
  if (debitColumn === undefined) reject(['creditColumn'], 'needs --debit-column');
  if (creditColumn === undefined) reject(['debitColumn'], 'needs --credit-column');
  if (debitColumn !== undefined)
    reject(['amountColumn', 'signColumn'], 'must not be combined with --debit-column and --credit-column');
}

const signRule = `must be ${negativeForms.join(', ')}, or a word beside amounts such as DR; or what --sign-column has`;

/** Signs are values of a column; without it, forms of amounts or words beside them. */
function validateSigns({ signColumn, negative, positive, symbol }: Config, reject: Reject): void {
  if (negative === undefined) {
    reject(['signColumn'], 'needs --negative, what it has for a negative amount');
    reject(['positive'], 'needs --negative');
    return;
  }
  const both = negative.find((word) => positive?.includes(word) === true || word === symbol);
  if (both !== undefined) reject(['negative'], `must not have ${JSON.stringify(both)}, as another flag does`);
  if (signColumn !== undefined) return;
  const isForm = (word: string): boolean => negativeForms.some((form) => form === word);
  const words = negative.filter((word) => !isForm(word));
  for (const [name, value] of [
    ...words.map((word) => ['negative', word] as const),
    ...(positive ?? []).map((word) => ['positive', word] as const),
  ]) {
    const meant = didYouMean(value, negativeForms);
    const isTriangle = triangles.some((one) => one === value);
    if (meant !== undefined || !(isTriangle || /^\p{L}+\.?$/u.test(value)))
      reject([name], meant === undefined ? signRule : `did you mean ${meant}?`);
  }
}
