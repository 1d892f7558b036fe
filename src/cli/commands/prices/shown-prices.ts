import type { PricePointRead } from '../../../client/api/price-points.ts';
import { findMinorUnitDigits } from '../../../client/money/currency-digits.ts';
import { pulledColumn } from '../../changes/pulled-column.ts';
import type { SheetCell } from '../../changes/read-sheet.ts';
import { decimalOf, type Price } from '../../service/price-points.ts';
import { invalidCell, type NamedRow } from '../../tables/named-rows.ts';
import { textOf } from '../../tables/table.ts';
import { withPoint } from '../../terminal/format.ts';
import { type AmountReading, trimmedText, unreadablePrice } from './sheet-amounts.ts';

/** The columns that only show what the service has. */
const shownColumns = ['current_price', 'real_time_price'] as const;
type ShownColumn = (typeof shownColumns)[number];

/** Where a price stands, and what its row had when it was pulled. */
interface PricePlace {
  readonly item: string;
  readonly country: string;
  readonly pulled: ReadonlyMap<string, string> | undefined;
}

/** What these columns are compared with. */
export interface ShownReading extends AmountReading {
  readonly points: readonly PricePointRead[];
  /** Returns the prices that a cell had before runs of this sheet. */
  readonly priceBefore: (place: Pick<SheetCell, 'item' | 'cell'>) => readonly string[];
}

/** A price typed into a column beside the right one would change nothing, and nobody would notice. */
export function checkShownPrices(
  row: NamedRow,
  columns: readonly string[],
  { item, country, pulled }: PricePlace,
  { points, priceBefore, ...reading }: ShownReading,
): void {
  const found = points
    .find(({ priceInUsdCents }) => String(priceInUsdCents) === item)
    ?.priceByCountry.find(({ countryCode2 }) => countryCode2 === country);
  const currency = found?.currencyCode ?? trimmedText(row, 'currency_code');
  const isWas = (column: ShownColumn, decimal: string): boolean =>
    comparePrice(row.cell(column), decimal, currency, reading) !== 'other';
  for (const column of shownColumns.filter((name) => columns.includes(name) && row.cell(name) !== '')) {
    const was = pulled ? pulled.get(column) : servicePrice(row, column, found, reading);
    // A sheet of an earlier version says nothing of this column.
    if (was === undefined || isWas(column, was)) continue;
    if (!pulled && priceBefore({ item, cell: country }).some((one) => isWas(column, one))) continue;
    const amount = reading.readAmount(row.cell(column), currency);
    if (found && typeof amount !== 'number') throw unreadablePrice(row, column, amount, reading);
    const has =
      was === '' ? 'the service has no such price' : `${pulled ? 'it was' : 'the service has'} ${was}`;
    const message = `is ${JSON.stringify(textOf(row.cell(column)))}, and ${has}: is it meant for the column override?`;
    throw invalidCell(row, column, message);
  }
}

/**
 * Returns what a row without a base must have, if it asks for nothing else: which of two prices was edited is not known. Real-time
 * prices are others every day.
 */
function servicePrice(
  row: NamedRow,
  column: ShownColumn,
  found: Price | undefined,
  reading: AmountReading,
): string | undefined {
  // A row that was copied has the price of another one.
  if (column !== 'current_price' || row.cell(pulledColumn) !== '') return undefined;
  const override = row.cell('override');
  if (found === undefined) return override === '' ? '' : undefined;
  const isWanted =
    override === ''
      ? found.isOverridden
      : comparePrice(override, String(found.price), found.currencyCode, reading) === 'other';
  return isWanted ? undefined : decimalOf(found.price, found.currencyCode);
}

/**
 * Whether a spreadsheet has rounded the override of a row, which nobody has edited then: it has rounded a price beside it, too,
 * that only shows what the service has.
 */
export function isRoundedOverride(
  row: NamedRow,
  columns: readonly string[],
  pulled: ReadonlyMap<string, string>,
  currency: string,
  reading: AmountReading,
): boolean {
  const isRoundedIn = (column: string): boolean =>
    columns.includes(column) &&
    comparePrice(row.cell(column), pulled.get(column) ?? '', currency, reading) === 'rounded';
  return isRoundedIn('override') && shownColumns.some(isRoundedIn);
}

/** Compares a cell with a decimal, in the format of the sheet or in that of pull: a spreadsheet may have rounded it. */
function comparePrice(
  cell: ReturnType<NamedRow['cell']>,
  decimal: string,
  currency: string,
  { readAmount, currencyDigits }: AmountReading,
): 'same' | 'rounded' | 'other' {
  const text = textOf(cell).trim();
  // Somebody has replaced the points of the column of what was pulled, too.
  if (!/^\d+(?:\.\d+)?$/.test(decimal)) return text === decimal ? 'same' : 'other';
  if (text !== '' && Number(text) === Number(decimal)) return 'same';
  const amount = readAmount(cell, currency);
  if (typeof amount !== 'number') return 'other';
  const digits = findMinorUnitDigits(currency, currencyDigits) ?? 0;
  const shown = /[.,](\d+)\D*$/.exec(text)?.[1]?.length ?? 0;
  return compareDecimals(withPoint(BigInt(amount), digits), decimal, shown);
}

/** Compares decimals, of which the first may be rounded to as many decimals as are shown: two at least, as prices are. */
function compareDecimals(decimal: string, other: string, shown: number): 'same' | 'rounded' | 'other' {
  const decimals = (one: string): number => one.split('.')[1]?.length ?? 0;
  const most = Math.max(decimals(decimal), decimals(other), shown);
  const scaled = (one: string): bigint => BigInt(one.replace('.', '') + '0'.repeat(most - decimals(one)));
  const difference = scaled(decimal) - scaled(other);
  if (difference === 0n) return 'same';
  if (shown < 2 || shown === most) return 'other';
  const isRounded = 2n * (difference < 0n ? -difference : difference) <= 10n ** BigInt(most - shown);
  return isRounded ? 'rounded' : 'other';
}
