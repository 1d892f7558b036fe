import { InvalidAmountError } from '../../errors/index.ts';
import { toMinorUnits } from '../../money/minor-units.ts';
import type { FinanceFormat } from './reconcile-settings.ts';

/**
 * Reads an amount of the finance system as an integer in the smallest unit. Nothing is guessed: separators of thousands,
 * currency symbols, parentheses, a plus sign and spaces are rejected.
 *
 * @returns the amount, or what is wrong with it
 */
export function readAmount(
  cell: string,
  currencyCode: string,
  { unit, decimal }: Pick<FinanceFormat, 'unit' | 'decimal'>,
): number | string {
  const amount = `the amount ${JSON.stringify(cell)}`;
  if (unit === 'minor') {
    const units = Number(cell);
    if (!/^-?\d+$/.test(cell)) return `${amount} must be an integer in the smallest unit, such as -999`;
    return Number.isSafeInteger(units) ? units : `${amount} must not exceed 2^53 - 1 smallest units`;
  }
  const isDecimal = decimal === '.' ? /^-?\d+(\.\d+)?$/ : /^-?\d+(,\d+)?$/;
  if (!isDecimal.test(cell)) return `${amount} must be a plain decimal such as -1234${decimal}50`;
  try {
    return toMinorUnits(cell.replace(',', '.'), currencyCode);
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error;
    const [{ path, message } = { path: '', message: error.message }] = error.issues;
    return path === 'currencyCode'
      ? `the currency ${JSON.stringify(currencyCode)} is not in ISO 4217`
      : `${amount} ${message}`;
  }
}
