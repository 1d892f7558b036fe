import { InvalidAmountError } from '../../client/errors/index.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { toMinorUnits } from '../../client/money/minor-units.ts';
import { CellError, type CellValue, textOf } from './table.ts';

/** Why a cell cannot be read. */
export interface Problem {
  /** What problems of one cause have in common, such as `amounts`. */
  readonly reason: string;
  readonly message: string;
}

/** How amounts are written. */
export interface AmountFormat {
  /** Of the currency: `major` for 9.99, `minor` for 999. */
  readonly unit: 'major' | 'minor';
  readonly decimal: '.' | ',';
  /** @defaultValue none */
  readonly thousands?: (typeof thousandsSeparators)[number] | undefined;
  /** @defaultValue a minus before the number */
  readonly negative?: (typeof negativeForms)[number] | undefined;
  /** Currency symbol or code before or after the number. @defaultValue none */
  readonly symbol?: string | undefined;
}

/** The separators of thousands; a space may be one that does not break, and the apostrophe a typographic one. */
export const thousandsSeparators = ['.', ',', 'space', "'"] as const;
/** The forms of negative amounts besides a minus before the number. */
export const negativeForms = ['trailing', 'parentheses'] as const;

/** Reads an amount as an integer in the smallest unit. */
export type AmountReader = (cell: CellValue, currencyCode: string) => number | Problem;

/** The separators of thousands, as patterns. */
export const thousandsPatterns = {
  '.': '\\.',
  ',': ',',
  space: '[ \\u00A0\\u2009\\u202F]',
  "'": "['\\u2019]",
} as const;
const minus = '[-\\u2212]';
/** An accounting format shows 0 as a dash. */
const zero = /^[-\u2010-\u2015\u2212]$/;

/**
 * Returns a reader of amounts in this format, and in no other: nothing is guessed or rounded. Numbers of a workbook are
 * read as their shortest decimal, whatever the format.
 */
export function createAmountReader(format: AmountFormat, currencyDigits: CurrencyDigits): AmountReader {
  const { unit, decimal, thousands, symbol } = format;
  const separator = thousands === undefined ? undefined : thousandsPatterns[thousands];
  const pattern = new RegExp(`^(?:${formsOf(format, separator).join('|')})$`);
  const separators = new RegExp(separator ?? '(?!)', 'g');
  const example = exampleOf(format);
  const convert = (amount: string | number, currencyCode: string, quoted: string): number | Problem =>
    unit === 'minor' ? readMinor(amount, quoted) : readMajor(amount, currencyCode, currencyDigits, quoted);
  return (cell, currencyCode) => {
    const quoted = `the amount ${JSON.stringify(textOf(cell))}`;
    if (cell instanceof CellError) return { reason: 'cells', message: `the amount: ${cell.message}` };
    if (typeof cell === 'number') return convert(cell, currencyCode, quoted);
    const text = textOf(cell).trim();
    if (zero.test(symbol === undefined ? text : text.replace(symbol, '').trim()))
      return convert(0, currencyCode, quoted);
    const [, sign = '', number, negative] = pattern.exec(text) ?? [];
    const found = number ?? negative;
    if (typeof cell !== 'string' || found === undefined) {
      return { reason: 'amounts', message: `${quoted} must be a decimal such as ${example}` };
    }
    const plain = found.replace(separators, '').replace(decimal, '.');
    const signed = /^\+?$/.test(sign) && negative === undefined ? plain : `-${plain}`;
    const amount = convert(signed, currencyCode, quoted);
    const digits = findMinorUnitDigits(currencyCode, currencyDigits);
    if (typeof amount !== 'number' || thousands !== undefined || !isAmbiguous(found, digits)) return amount;
    const message = `${quoted} has three digits after its only separator: set --thousands, which tells thousands from decimals`;
    return { reason: 'amounts', message };
  };
}

/** The number is in the first group after its sign, or in the second one if its form makes it negative. */
function formsOf({ unit, decimal, negative, symbol }: AmountFormat, separator: string | undefined): string[] {
  // India groups by two digits before the last three.
  const indian = separator === ',' ? '|\\d{1,2}(?:,\\d{2})+,\\d{3}' : '';
  const integer = separator === undefined ? '\\d+' : `(?:\\d{1,3}(?:${separator}\\d{3})+${indian}|\\d+)`;
  const number = `(${integer}${unit === 'major' ? `(?:\\${decimal}\\d+)?` : ''})`;
  const escaped = symbol?.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');
  const before = escaped === undefined ? '' : `(?:${escaped}\\s*)?`;
  const after = escaped === undefined ? '' : `(?:\\s*${escaped})?`;
  const forms = [`${before}(${minus}?|\\+)${before}${number}${after}`];
  if (negative === 'trailing') forms.push(`${before}${number}${after}${minus}${after}`);
  if (negative === 'parentheses') forms.push(`${before}\\(${before}${number}${after}\\)${after}`);
  return forms;
}

/** Whether `1.234` may be 1234: a currency with three decimals has such amounts. */
function isAmbiguous(number: string, digits = 3): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) && digits < 3;
}

function readMinor(amount: string | number, quoted: string): number | Problem {
  const units = Number(amount);
  if (Number.isSafeInteger(units)) return units;
  const message = Number.isInteger(units)
    ? `${quoted} must not exceed 2^53 - 1 smallest units`
    : `${quoted} must be an integer in the smallest unit, such as -999`;
  return { reason: 'amounts', message };
}

function readMajor(
  amount: string | number,
  currencyCode: string,
  currencyDigits: CurrencyDigits,
  quoted: string,
): number | Problem {
  try {
    return toMinorUnits(amount, currencyCode, { currencyDigits });
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error;
    const [{ path, message } = { path: '', message: error.message }] = error.issues;
    return path === 'currencyCode'
      ? { reason: 'currencies', message: `the currency ${JSON.stringify(currencyCode)} is not in ISO 4217` }
      : { reason: 'amounts', message: `${quoted} ${message}` };
  }
}

function exampleOf({ unit, decimal, thousands, negative, symbol = '' }: AmountFormat): string {
  const separator = thousands === 'space' ? ' ' : (thousands ?? '');
  const number = unit === 'minor' ? '999' : `${symbol}1${separator}234${decimal}50`;
  if (negative === 'trailing') return `${number}-`;
  return negative === 'parentheses' ? `(${number})` : `-${number}`;
}
