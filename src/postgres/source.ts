import { invalidOption } from '../client/errors/index.ts';
import {
  allCurrencyDigits,
  type CurrencyDigits,
  formatCurrencyDigits,
} from '../client/money/currency-digits.ts';
import { type ColumnChoice, columnChoiceProblem } from '../ledger/column-choice.ts';
import { fingerprintOf, type HashValue, hashWith } from '../shared/hash-value.ts';
import type { Database, Queries } from './database/open-database.ts';
import { createHide, type Hide } from '../ledger/hide-columns.ts';

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
  /** What is not stored of its rows; `undefined` before its first load. */
  readonly hidden: Hidden | undefined;
}

/** Columns that are not stored, or as hashes; and which key these have, `null` without any. */
interface Hidden extends ColumnChoice {
  readonly hashKey: string | null;
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
  const known = await readSources({ query, tables });
  const same = known.find((other) => other.name === name);
  if (same && same.baseUrl !== baseUrl)
    throw invalidOption('baseUrl', `loads of ${name} are of ${same.baseUrl}, not of ${baseUrl}`);
  const [first] = known;
  if (first && !same && source === undefined) {
    throw invalidOption(
      'source',
      `is required: the loads are of ${first.name}, not of ${name}. A name adds a second ledger`,
    );
  }
  return same ?? { name, baseUrl, currencyDigits: undefined, hidden: undefined };
}

/** Returns the source of a name, or the only one. @throws {@link ConfigurationError} */
export async function findSource(
  database: Pick<Database, 'query' | 'tables'>,
  name: string | undefined,
): Promise<Source> {
  const known = await readSources(database);
  const found = known.filter((source) => name === undefined || source.name === name);
  const [source] = found;
  if (source && found.length === 1) return source;
  const names = known.map((one) => one.name).join(', ') || 'none';
  const rule = name === undefined ? 'is required' : 'is not in the tables';
  throw invalidOption('source', `${rule}: their sources are ${names}`);
}

async function readSources({ query, tables }: Pick<Database, 'query' | 'tables'>): Promise<Source[]> {
  const rows = await query<{ source: string; base_url: string; currency_digits: CurrencyDigits } & HiddenRow>(
    `SELECT source, base_url, currency_digits, dropped_columns, hashed_columns, hash_key
     FROM ${tables.sources} ORDER BY source`,
  );
  return rows.map((row) => ({
    name: row.source,
    baseUrl: row.base_url,
    currencyDigits: row.currency_digits,
    hidden: { drop: row.dropped_columns, hash: row.hashed_columns, hashKey: row.hash_key },
  }));
}

interface HiddenRow {
  readonly dropped_columns: readonly string[];
  readonly hashed_columns: readonly string[];
  readonly hash_key: string | null;
}

/** Columns that a source does not store as received; they are those of its first load. */
export interface HiddenOptions {
  /** Columns to leave out, also of the row as received. @defaultValue those of the source */
  readonly drop?: readonly string[] | undefined;
  /** Columns to replace by HMAC-SHA256, also in the row as received. @defaultValue those of the source */
  readonly hash?: readonly string[] | undefined;
  /** The key of `hash`; required with it, and by each worker. */
  readonly hashKey?: string | undefined;
}

/** Returns what hides the columns of a source in a row. @throws {@link ConfigurationError} without its key */
export function hideOf(source: Source, hashKey: string | undefined): Hide {
  const { drop, hash } = source.hidden ?? nothing;
  const hashValue = hash.length === 0 ? String : hashOfSource(source, hashKey);
  return createHide({ drop, hash }, hashValue);
}

/** Returns the function that hashes the columns of a source. @throws {@link ConfigurationError} unless the key is its own */
export function hashOfSource({ hidden }: Pick<Source, 'hidden'>, hashKey: string | undefined): HashValue {
  if (hashKey === undefined) throw invalidOption('hashKey', 'is required: loads hash columns of this source');
  const hashValue = hashWith(hashKey);
  if (hidden && hidden.hashKey !== fingerprintOf(hashValue))
    throw invalidOption('hashKey', 'is another key than that of the first load');
  return hashValue;
}

const nothing: Hidden = { drop: [], hash: [], hashKey: null };

/** Returns what a source hides from its first load on. @throws {@link ConfigurationError} */
function resolveHidden({ hidden }: Source, { drop, hash, hashKey }: HiddenOptions): Hidden {
  const given = { drop: drop ?? hidden?.drop ?? [], hash: hash ?? hidden?.hash ?? [] };
  const problem = columnChoiceProblem(given);
  if (problem) throw invalidOption(problem.option, problem.rule);
  for (const option of ['drop', 'hash'] as const) {
    const own = hidden?.[option];
    if (own === undefined || own.toSorted().join() === given[option].toSorted().join()) continue;
    throw invalidOption(option, `must be as in the first load: ${own.join(', ') || 'no column'}`);
  }
  if (hidden) return hidden;
  const key = given.hash.length === 0 ? null : fingerprintOf(hashOfSource({ hidden: undefined }, hashKey));
  return { ...given, hashKey: key };
}

/** Decimals of currencies for the loads of a source. */
export interface DigitsOptions {
  /** Decimals of currencies that the service counts otherwise than ISO 4217. @defaultValue those of the source */
  readonly currencyDigits?: CurrencyDigits | undefined;
  /** Whether they replace those of earlier loads: the table has minor units, only its view changes. @defaultValue `false` */
  readonly changeCurrencyDigits?: boolean | undefined;
}

/**
 * Stores a source, or the new decimals of its currencies; returns what it hides.
 *
 * @throws {@link ConfigurationError} when it has other decimals, and they are not to be changed, or hides other columns
 */
export async function saveSource(
  { query, tables }: Queries & Pick<Database, 'tables'>,
  source: Source,
  { currencyDigits: given, changeCurrencyDigits = false, ...columns }: DigitsOptions & HiddenOptions,
): Promise<Hidden> {
  const { name, baseUrl, currencyDigits: stored } = source;
  const hidden = resolveHidden(source, columns);
  const own = formatCurrencyDigits(stored ?? {});
  if (stored && (given === undefined || formatCurrencyDigits(given) === own)) return hidden;
  if (stored && !changeCurrencyDigits) {
    const rule = `must be those of earlier loads, ${own || 'those of ISO 4217'}; changeCurrencyDigits of a plan replaces them`;
    throw invalidOption('currencyDigits', rule);
  }
  await query(
    `INSERT INTO ${tables.sources}
       (source, base_url, currency_digits, dropped_columns, hashed_columns, hash_key)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (source) DO UPDATE SET currency_digits = excluded.currency_digits`,
    [
      ...[name, baseUrl, JSON.stringify(allCurrencyDigits(given ?? {}))],
      ...[hidden.drop, hidden.hash, hidden.hashKey],
    ],
  );
  return hidden;
}
