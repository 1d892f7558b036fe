import { serviceAddress } from '../service-address.ts';
import { UsageError } from '../usage-error.ts';
import { checkColumnChoice } from './column-choice.ts';
import { formatOf } from './export-format.ts';
import type { ExportSettings } from './export-settings.ts';
import type { GivenSettings } from './given-settings.ts';
import { createHashValue, fingerprintOf } from './hash-key.ts';

const missingVariable = 'set it, or use --env-file; or --sandbox to try it without an account';

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
