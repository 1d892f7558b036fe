import { type CurrencyDigits, findMinorUnitDigits } from '../../../client/money/currency-digits.ts';
import type { AmountReader } from '../../tables/amounts.ts';
import type { FaultError } from '../../tables/faults.ts';
import { invalidCell, type NamedRow } from '../../tables/named-rows.ts';
import { type CellValue, textOf } from '../../tables/table.ts';

/** How amounts are read. */
export interface AmountReading {
  readonly currencyDigits: CurrencyDigits;
  readonly readAmount: AmountReader;
  /** The decimal separator of the sheet. */
  readonly decimal: '.' | ',';
}

/** Reads an override. Of a currency that is not known, as many decimals as any in ISO 4217 has: the service decides. */
export function readOverrideAmount(
  cell: CellValue,
  currency: string,
  { currencyDigits, readAmount }: AmountReading,
): ReturnType<AmountReader> {
  const digits = findMinorUnitDigits(currency, currencyDigits);
  return readAmount(cell, digits === undefined ? 'CLF' : currency);
}

/** A spreadsheet shows no spaces around a value. */
export function trimmedText(row: NamedRow, column: string): string {
  return textOf(row.cell(column)).trim();
}

/** The error for a price in another format than the sheet is said to have. */
export function unreadablePrice(
  row: NamedRow,
  column: string,
  { message }: { readonly message: string },
  { decimal }: Pick<AmountReading, 'decimal'>,
): FaultError {
  const text = trimmedText(row, column);
  const [, separator, decimals = ''] = /^\d+([.,])(\d+)$/.exec(text) ?? [];
  // A workbook has numbers, whatever the separator of its text.
  const isRead = separator === decimal || typeof row.cell(column) === 'number';
  const hints = [
    ...(separator !== undefined && !isRead ? [`is it --decimal ${separator}?`] : []),
    ...(/\p{Sc}/u.test(text) ? ['type it without its symbol'] : []),
    ...(isRead && decimals.length > 2 ? ['round a formula with ROUND, such as =ROUND(E2*0.8, 2)'] : []),
  ];
  return invalidCell(row, column, [message, ...hints].join('; '));
}
