import { findMinorUnitDigits } from '../../../client/money/currency-digits.ts';
import { type Base, exactly, itemCell, itemExists, type State } from '../../changes/change.ts';
import type { Pulled } from '../../changes/pulled-column.ts';
import { type ReadSheet, type SheetCell, stateOfSheet } from '../../changes/read-sheet.ts';
import type { SheetReading } from '../../changes/sheet-subject.ts';
import { currenciesOf } from '../../service/price-points.ts';
import { FaultError } from '../../tables/faults.ts';
import { invalidCell, type NamedRow } from '../../tables/named-rows.ts';
import { textOf } from '../../tables/table.ts';
import { withPoint } from '../../terminal/format.ts';
import { readOverrideAmount, trimmedText, unreadablePrice } from './sheet-amounts.ts';
import { checkShownPrices, isRoundedOverride, type ShownReading } from './shown-prices.ts';

/** The columns of `prices pull`, besides its base. */
export const sheetColumns = [
  'price_usd_cents',
  'country_code',
  'currency_code',
  'override',
  'current_price',
  'real_time_price',
  'tax_model',
] as const;

/** Returns the key of a price in the column of what was pulled. */
export function keyOfPrice(item: string, country: string): string {
  return `${item}/${country}`;
}

/** Returns the key of a row, as far as it has one. */
export function keyOfRow(row: NamedRow): string {
  return keyOfPrice(trimmedText(row, 'price_usd_cents'), trimmedText(row, 'country_code'));
}

/** How the overrides of a sheet are read. */
export interface OverrideReading extends ShownReading {
  readonly pulled: Pulled;
  /** Their overrides. */
  readonly state: State;
  /** Whether the command line says which separator is the decimal one. */
  readonly isDecimalGiven: boolean;
}

/** Returns the overrides that a sheet names; an empty one is none. What is wrong is added to its faults. */
export function readSheet(
  { table: { columns, rows }, faults, base, isBase }: Omit<SheetReading, 'connection' | 'earlierOf'>,
  reading: OverrideReading,
): ReadSheet {
  const { state, pulled } = reading;
  const currencies = currenciesOf(reading.points);
  const points = new Map<string, SheetCell>();
  const cells: SheetCell[] = [];
  const places = new Map<string, string>();
  const baseState = base && stateOfSheet(base);
  // A column that was deleted by mistake must not remove every override.
  const missing = ['country_code', 'override'].filter((column) => !columns.includes(column));
  if (missing.length === 1) {
    const message = `the column ${missing.join()} is missing: an override needs its country, and a country its override`;
    throw new FaultError({ where: rows[0]?.where ?? 'the sheet', message });
  }
  for (const row of rows) {
    const item = faults.collect(() => readPrice(row));
    if (item === undefined) continue;
    const was = pulled.cellsOf(keyOfRow(row));
    // It existed when one of its rows was pulled.
    const existed = was ? itemExists : null;
    if (was || !points.has(item))
      points.set(item, {
        item,
        cell: itemCell,
        value: itemExists,
        pulled: pulled.isPulled ? exactly(existed) : undefined,
      });
    const country = faults.collect(() => readCountry(row, currencies));
    if (country === undefined || country === '') continue;
    const earlier = places.get(keyOfPrice(item, country));
    if (earlier !== undefined) {
      const message = `${country} of ${item} is in ${earlier} too`;
      faults.add(invalidCell(row, 'country_code', message).fault);
    }
    places.set(keyOfPrice(item, country), row.where);
    if (!isBase)
      faults.collect(() => checkShownPrices(row, columns, { item, country, pulled: was }, reading));
    const currency = currencies.get(country) ?? '';
    // What the service, the base or the pull has is valid, whatever its decimals.
    const known = [...[state, baseState].map((one) => one?.get(item)?.get(country)), was?.get('override')];
    const value = faults.collect(() =>
      row.cell('override') === '' ? null : readOverride(row, currency, known, reading, isBase),
    );
    if (value === undefined) continue;
    const isRounded = was !== undefined && isRoundedOverride(row, columns, was, currency, reading);
    const base = { ...baseOf(was), ...(isRounded && { isAlike: (other: string | null) => other === value }) };
    cells.push({ item, cell: country, value, pulled: pulled.isPulled ? base : undefined });
  }
  const inOrder = [...points.values(), ...cells].toSorted(
    (one, other) => Number(one.item) - Number(other.item) || (one.cell < other.cell ? -1 : 1),
  );
  return { items: new Set(inOrder.map(({ item }) => item)), cells: inOrder, pulled };
}

/** What the override was when the row was pulled; of a row that was not, there was none. */
function baseOf(cells: ReadonlyMap<string, string> | undefined): Base {
  // Somebody has replaced its points, too.
  const override = cells?.get('override')?.replace(',', '.') ?? '';
  return exactly(override === '' ? null : String(Number(override)));
}

function readPrice(row: NamedRow): string {
  const text = trimmedText(row, 'price_usd_cents');
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  const message = `must be a positive integer number of US cents, such as 999, not ${JSON.stringify(text)}`;
  throw invalidCell(row, 'price_usd_cents', message);
}

/** Returns the country of a row, which is empty where a price point has no override. */
function readCountry(row: NamedRow, currencies: ReadonlyMap<string, string>): string {
  const code = trimmedText(row, 'country_code');
  if (code === '' && row.cell('override') === '') return code;
  if (code === '') throw invalidCell(row, 'country_code', 'is required for an override');
  if (!/^[A-Z]{2}$/.test(code)) {
    const message = `must be two uppercase letters, such as DE, not ${JSON.stringify(code)}`;
    throw invalidCell(row, 'country_code', message);
  }
  if (currencies.size === 0) return code;
  const currency = currencies.get(code);
  if (currency === undefined)
    throw invalidCell(row, 'country_code', `no price point of the service has the country ${code}`);
  const given = trimmedText(row, 'currency_code');
  if (given === '' || given === currency) return code;
  throw invalidCell(row, 'currency_code', `is ${given}, and the currency of ${code} is ${currency}`);
}

function readOverride(
  row: NamedRow,
  currency: string,
  known: readonly (string | undefined)[],
  reading: OverrideReading,
  isBase: boolean,
): string {
  const cell = row.cell('override');
  const text = textOf(cell).trim();
  const isDecimal = /^\d+(?:\.\d+)?$/.test(text);
  if (isDecimal && known.some((value) => value !== undefined && Number(value) === Number(text))) {
    return String(Number(text));
  }
  const digits = findMinorUnitDigits(currency, reading.currencyDigits);
  if (
    digits === undefined &&
    !reading.isDecimalGiven &&
    typeof cell === 'string' &&
    /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
  ) {
    const message = `${JSON.stringify(text)} may have three decimals or be thousands: say --decimal . or --thousands . --decimal ,`;
    throw invalidCell(row, 'override', message);
  }
  const amount = readOverrideAmount(cell, currency, reading);
  // The service may have had it with more decimals when the base was written.
  if (typeof amount !== 'number' && isBase && isDecimal) return String(Number(text));
  if (typeof amount !== 'number') throw unreadablePrice(row, 'override', amount, reading);
  if (amount <= 0) throw invalidCell(row, 'override', 'must be more than 0');
  // The nearest number to a decimal is what JSON makes of the same digits.
  return String(Number(withPoint(BigInt(amount), digits ?? 4)));
}
