import type { PriceOverride } from '../../client/api/price-points.ts';
import { UsageError } from '../command-error.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { withPoint } from '../format.ts';
import type { AmountReader } from '../table/amounts.ts';
import { invalidCell, type NamedRow, type NamedTable, readNamedRows } from '../table/named-rows.ts';
import { type TableFormat, textOf } from '../table/table.ts';
import { byCountry } from './price-points.ts';

/** The columns of `prices pull`. */
export const sheetColumns = [
  'price_usd_cents',
  'country_code',
  'currency_code',
  'override',
  'price',
  'real_time_price',
  'tax_model',
  'last_update',
] as const;

/** A price point with exactly the overrides that it should have. */
export interface WantedPricePoint {
  readonly priceInUsdCents: number;
  readonly overrides: readonly PriceOverride[];
}

/** Reads the rows of a sheet of prices. @throws UsageError if its columns are wrong */
export async function readSheet(format: TableFormat): Promise<NamedTable> {
  const [required, ...optional] = sheetColumns;
  const sheet = await readNamedRows(format, { required: [required], optional });
  if (sheet.columns.includes('override') && !sheet.columns.includes('country_code')) {
    throw new UsageError(`${format.path}: the column country_code is missing: an override needs its country`);
  }
  return sheet;
}

/**
 * Returns the price points that a sheet asks for, in order of price.
 *
 * @param currencies The currency of each country; empty if the service has no price point to learn from.
 * @throws UsageError naming row and column
 */
export function readWanted(
  { rows }: NamedTable,
  currencies: ReadonlyMap<string, string>,
  currencyDigits: CurrencyDigits,
  readAmount: AmountReader,
): readonly WantedPricePoint[] {
  const overrides = new Map<number, PriceOverride[]>();
  const places = new Map<string, string>();
  for (const row of rows) {
    const priceInUsdCents = readPrice(row);
    const own = overrides.get(priceInUsdCents) ?? [];
    overrides.set(priceInUsdCents, own);
    if (row.cell('override') === '') continue;
    const countryCode2 = readCountry(row, currencies);
    const earlier = places.get(`${priceInUsdCents} ${countryCode2}`);
    if (earlier !== undefined) {
      throw invalidCell(
        row,
        'country_code',
        `${countryCode2} has an override of ${priceInUsdCents} in ${earlier} too`,
      );
    }
    places.set(`${priceInUsdCents} ${countryCode2}`, row.where);
    const currency = currencies.get(countryCode2) ?? '';
    own.push({ countryCode2, price: readOverride(row, currency, currencyDigits, readAmount) });
  }
  return [...overrides]
    .map(([priceInUsdCents, own]) => ({ priceInUsdCents, overrides: byCountry(own) }))
    .toSorted((left, right) => left.priceInUsdCents - right.priceInUsdCents);
}

function readPrice(row: NamedRow): number {
  const text = textOf(row.cell('price_usd_cents'));
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  const message = `must be a positive integer number of US cents, such as 999, not ${JSON.stringify(text)}`;
  throw invalidCell(row, 'price_usd_cents', message);
}

function readCountry(row: NamedRow, currencies: ReadonlyMap<string, string>): string {
  const code = textOf(row.cell('country_code'));
  if (code === '') throw invalidCell(row, 'country_code', 'is required for an override');
  if (!/^[A-Z]{2}$/.test(code)) {
    throw invalidCell(
      row,
      'country_code',
      `must be two uppercase letters, such as DE, not ${JSON.stringify(code)}`,
    );
  }
  if (currencies.size === 0 || currencies.has(code)) return code;
  throw invalidCell(row, 'country_code', `no price point of the service has the country ${code}`);
}

function readOverride(
  row: NamedRow,
  currency: string,
  currencyDigits: CurrencyDigits,
  readAmount: AmountReader,
): number {
  const digits = findMinorUnitDigits(currency, currencyDigits);
  // Of a currency that is not known, as many decimals as any in ISO 4217 has: the service decides.
  const amount = readAmount(row.cell('override'), digits === undefined ? 'CLF' : currency);
  if (typeof amount !== 'number') throw invalidCell(row, 'override', amount.message);
  if (amount <= 0) throw invalidCell(row, 'override', 'must be more than 0');
  // The nearest number to a decimal is what JSON makes of the same digits.
  return Number(withPoint(BigInt(amount), digits ?? 4));
}
