import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { toDecimalString } from '../../client/money/minor-units.ts';
import { ledgerColumns, type LedgerRow } from '../../ledger/index.ts';
import { unreadableRow } from '../files/unreadable-file.ts';

/** A decimal in major units that is not the integer beside it. */
export interface WrongDecimal {
  readonly column: keyof LedgerRow;
  /** The column of the integer in the smallest unit. */
  readonly minor: keyof LedgerRow;
  /** The decimal by that integer; `null` if the decimals of the currency are not known. */
  readonly expected: string | null;
  readonly found: string | number | null;
}

/** Returns the amounts of a row whose two columns differ; as numbers, so that 14.2 is 14.20. */
export function wrongDecimalsOf(
  row: Partial<LedgerRow>,
  currencyDigits: CurrencyDigits,
): readonly WrongDecimal[] {
  const { currency_code: currency } = row;
  const localDigits = currency === undefined ? undefined : findMinorUnitDigits(currency, currencyDigits);
  return ledgerColumns.flatMap(({ name, minor, isUsd }): readonly WrongDecimal[] => {
    if (minor === null) return [];
    const amount = row[minor];
    const found = row[name];
    if (amount === undefined || found === undefined || (currency === undefined && !isUsd)) return [];
    const digits = isUsd ? 2 : localDigits;
    const expected = digits === undefined ? null : toDecimalString(amount, digits, 'verify');
    if (found === expected || withoutZeros(found) === withoutZeros(expected)) return [];
    return [{ column: name, minor, expected, found }];
  });
}

/** Parquet stores every amount with the same number of decimals. */
function withoutZeros(decimal: string | number | null): string | null {
  if (decimal === null) return null;
  const text = String(decimal);
  return text.includes('.') ? text.replace(/\.0+$|(?<!0)0+$/, '') : text;
}

/** @throws UnreadableFileError if two columns of an amount differ in a row of a file that no receipt verifies */
export function checkDecimals(
  row: Partial<LedgerRow>,
  position: number,
  currencyDigits: CurrencyDigits,
): void {
  const [wrong] = wrongDecimalsOf(row, currencyDigits);
  if (!wrong) return;
  const { column, minor, expected, found } = wrong;
  throw unreadableRow(
    position,
    `${column} is ${found ?? 'empty'}, and ${minor} is ${row[minor] ?? ''}, which is ${expected ?? 'of an unknown currency'}: one of ` +
      'them was edited, or the currency needs --currency-digits',
  );
}
