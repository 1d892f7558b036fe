import { readEnvironment } from '../read-environment.ts';
import { readInteger } from '../read-integer.ts';
import { UsageError } from '../usage-error.ts';
import type { ExportFlags } from './export-flags.ts';
import { readFormat } from './export-format.ts';
import { pathOf } from './export-paths.ts';
import type { ExportSettings } from './export-settings.ts';
import { readRange } from '../range.ts';

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

function environmentOf({ environment, sandbox }: ExportFlags): ExportSettings['environment'] | undefined {
  if (sandbox && environment !== undefined) {
    throw new UsageError('--environment: must not be combined with --sandbox, which needs no service');
  }
  return readEnvironment(environment);
}

/** Rows of the built-in sandbox. */
const defaultTransactions = 1000;

function readTransactions({ sandbox, transactions }: ExportFlags): number | undefined {
  const given = readInteger('transactions', transactions);
  if (given !== undefined && !sandbox) throw new UsageError('--transactions: works with --sandbox only');
  if (given !== undefined && given > 1_000_000_000) {
    throw new UsageError('--transactions: must be an integer from 0 to 1000000000');
  }
  return sandbox && (given ?? defaultTransactions);
}

/** The order and repetitions of columns do not matter. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
