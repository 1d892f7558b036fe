import { ConfigurationError } from '../../errors/index.ts';
import { resolveAddress } from '../../options/base-url.ts';
import { UsageError } from '../usage-error.ts';
import { checkColumnChoice } from './column-choice.ts';
import { formatOf } from './export-format.ts';
import type { ExportSettings } from './export-settings.ts';
import type { GivenSettings } from './given-settings.ts';
import { createHashValue, fingerprintOf } from './hash-key.ts';

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
    ...(transactions === null ? service(given, env) : { environment: 'sandbox', origin: null }),
    transactions,
  };
}

/** Environment and origin of the service that the environment variables name. */
export function service(
  given: Pick<GivenSettings, 'environment'>,
  env: NodeJS.ProcessEnv,
): Pick<ExportSettings, 'environment' | 'origin'> {
  try {
    const { baseUrl, environment } = resolveAddress({ environment: given.environment }, env);
    if (!env['PUBLISHER_TOKEN']) {
      throw new UsageError('PUBLISHER_TOKEN: is required; set it, or use --env-file or --sandbox');
    }
    return { environment, origin: new URL(baseUrl).origin };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UsageError(`${variableOf(error.option)}: ${error.rule}`);
  }
}

/** The variable that sets an option of the client. */
function variableOf(option: string): string {
  if (option === 'sandboxUrl') return 'PUBLISHER_SANDBOX_URL';
  return option === 'environment' ? 'PUBLISHER_ENVIRONMENT' : 'PUBLISHER_BASE_URL';
}
