import { ConfigurationError } from '../client/errors/index.ts';
import {
  allCurrencyDigits,
  type CurrencyDigits,
  formatCurrencyDigits,
} from '../client/money/currency-digits.ts';
import type { Database, Queries } from './database/open-database.ts';

/** Whose ledger is read, and where. */
interface SourceOptions {
  /** Name of the source. @defaultValue the host of the base URL */
  readonly source?: string | undefined;
  readonly client: { readonly baseUrl: string };
}

/** A source, as the tables have it or will have it. */
export interface Source {
  readonly name: string;
  readonly baseUrl: string;
  /** Decimals of all its currencies; `undefined` before its first load. */
  readonly currencyDigits: CurrencyDigits | undefined;
}

/**
 * Returns a source. The loads of one are of one service; and a source that was not named must be known, or the first one:
 * another address by mistake must not begin a second ledger beside the first.
 *
 * @throws {@link ConfigurationError} naming both
 */
export async function resolveSource(
  { query, tables }: Database,
  { source, client }: SourceOptions,
): Promise<Source> {
  const baseUrl = new URL(client.baseUrl).href.replace(/\/$/, '');
  const name = source ?? new URL(baseUrl).hostname;
  const known = await query<{ source: string; base_url: string; currency_digits: CurrencyDigits }>(
    `SELECT source, base_url, currency_digits FROM ${tables.sources} ORDER BY source`,
  );
  const same = known.find((other) => other.source === name);
  if (same && same.base_url !== baseUrl)
    throw new ConfigurationError('baseUrl', `loads of ${name} are of ${same.base_url}, not of ${baseUrl}`);
  const [first] = known;
  if (first && !same && source === undefined) {
    throw new ConfigurationError(
      'source',
      `is required: the loads are of ${first.source}, not of ${name}. A name adds a second ledger`,
    );
  }
  return { name, baseUrl, currencyDigits: same?.currency_digits };
}

/** Decimals of currencies for the loads of a source. */
export interface DigitsOptions {
  /** Decimals of currencies that the service counts otherwise than ISO 4217. @defaultValue those of the source */
  readonly currencyDigits?: CurrencyDigits | undefined;
  /** Whether they replace those of earlier loads: the table has minor units, only its view changes. @defaultValue `false` */
  readonly changeCurrencyDigits?: boolean | undefined;
}

/**
 * Stores a source, or the new decimals of its currencies.
 *
 * @throws {@link ConfigurationError} when it has other decimals, and they are not to be changed
 */
export async function saveSource(
  { query, tables }: Queries & Pick<Database, 'tables'>,
  { name, baseUrl, currencyDigits: stored }: Source,
  { currencyDigits: given, changeCurrencyDigits = false }: DigitsOptions,
): Promise<void> {
  const own = formatCurrencyDigits(stored ?? {});
  if (stored && (given === undefined || formatCurrencyDigits(given) === own)) return;
  if (stored && !changeCurrencyDigits) {
    const rule = `must be those of earlier loads, ${own || 'those of ISO 4217'}; changeCurrencyDigits of a plan replaces them`;
    throw new ConfigurationError('currencyDigits', rule);
  }
  await query(
    `INSERT INTO ${tables.sources} VALUES ($1, $2, $3)
     ON CONFLICT (source) DO UPDATE SET currency_digits = excluded.currency_digits`,
    [name, baseUrl, JSON.stringify(allCurrencyDigits(given ?? {}))],
  );
}
