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
  /** The forms of negative amounts besides a minus before the number, or words beside it, such as DR. */
  readonly negative?: readonly string[] | undefined;
  /** Words beside positive amounts, such as CR; with any, an amount other than 0 needs a word or a minus. */
  readonly positive?: readonly string[] | undefined;
  /** Currency symbol or code before or after the number. @defaultValue none */
  readonly symbol?: string | undefined;
}

/** The separators of thousands; a space may be one that does not break, and the apostrophe a typographic one. */
export const thousandsSeparators = ['.', ',', 'space', "'"] as const;
/** What stands before and after a negative amount, besides a minus before the number. */
const negativeMarks = {
  trailing: ['', '-'],
  parentheses: ['(', ')'],
  'angle-brackets': ['<', '>'],
} as const;
type NegativeForm = keyof typeof negativeMarks;
/** The forms of negative amounts besides a minus before the number. */
export const negativeForms = Object.keys(negativeMarks) as readonly NegativeForm[]; // of an object literal

/** Returns the marks of a form, or of a word after the number. */
function marksOf(form: string): readonly [before: string, after: string] {
  return Object.hasOwn(negativeMarks, form) ? negativeMarks[form as NegativeForm] : ['', form]; // it has this key
}

/** Returns what stands beside amounts in a format, and is no currency. */
export function marksIn({ negative = [], positive = [] }: AmountFormat): readonly string[] {
  return [...negative.flatMap(marksOf), ...positive];
}

/** Reads an amount as an integer in the smallest unit. */
export type AmountReader = (cell: CellValue, currencyCode: string) => number | Problem;

/** The separators of thousands, as patterns. */
export const thousandsPatterns = {
  '.': '\\.',
  ',': ',',
  space: '[ \\u00A0\\u2009\\u202F]',
  "'": "['\\u2019]",
} as const;
/** A minus, or a dash that some programs write for it. */
const minus = '[-\\u2010-\\u2015\\u2212]';
/** What a program for Hebrew or Arabic writes around a minus: nobody sees it. */
const directionMarks = /[\u200E\u200F\u061C]/g;
/** Signs before negative amounts in Japan. */
export const triangles = ['▲', '△'] as const;
/** An accounting format shows 0 as a dash. */
const zero = new RegExp(`^${minus}$`);

/**
 * Returns a reader of amounts in this format, and in no other: nothing is guessed or rounded. Numbers of a workbook are
 * read as their shortest decimal, whatever the format.
 */
export function createAmountReader(format: AmountFormat, currencyDigits: CurrencyDigits): AmountReader {
  const { unit, decimal, thousands, symbol, positive, negative = [] } = format;
  const separator = thousands === undefined ? undefined : thousandsPatterns[thousands];
  const patterns = patternsOf(format, separator);
  const separators = new RegExp(separator ?? '(?!)', 'g');
  const example = exampleOf(format);
  const convert = (amount: string | number, currencyCode: string, quoted: string): number | Problem =>
    unit === 'minor' ? readMinor(amount, quoted) : readMajor(amount, currencyCode, currencyDigits, quoted);
  return (cell, currencyCode) => {
    const quoted = `the amount ${JSON.stringify(textOf(cell))}`;
    if (cell instanceof CellError) return { reason: 'cells', message: `the amount: ${cell.message}` };
    if (typeof cell === 'number') return convert(cell, currencyCode, quoted);
    const text = textOf(cell).replaceAll(directionMarks, '').trim();
    if (zero.test(symbol === undefined ? text : text.replace(symbol, '').trim()))
      return convert(0, currencyCode, quoted);
    const [unsigned, added, subtracted] = patterns.map((pattern) => numberIn(text, pattern));
    const found = unsigned ?? added ?? subtracted;
    if (typeof cell !== 'string' || found === undefined) {
      return { reason: 'amounts', message: `${quoted} must be a decimal such as ${example}` };
    }
    if (unsigned !== undefined && positive !== undefined && /[1-9]/.test(unsigned)) {
      const words = [...negative, ...positive].map((word) => JSON.stringify(word)).join(' nor ');
      return { reason: 'amounts', message: `${quoted} has neither ${words}` };
    }
    const plain = found.replace(separators, '').replace(decimal, '.').replace(/^\./, '0.');
    const signed = subtracted === undefined ? plain : `-${plain}`;
    const amount = convert(signed, currencyCode, quoted);
    const digits = findMinorUnitDigits(currencyCode, currencyDigits);
    if (typeof amount !== 'number' || thousands !== undefined || !isAmbiguous(found, digits)) return amount;
    const message = `${quoted} has three digits after its only separator: set --thousands, which tells thousands from decimals`;
    return { reason: 'amounts', message };
  };
}

/** Returns the number of an amount; `undefined` if the amount has another form. */
function numberIn(text: string, pattern: RegExp): string | undefined {
  return pattern
    .exec(text)
    ?.slice(1)
    .find((group: string | undefined) => group !== undefined);
}

/** Patterns of amounts without a sign, with one that adds, and with one that subtracts: the number is in the only group. */
function patternsOf(
  { unit, decimal, negative = [], positive = [], symbol }: AmountFormat,
  separator: string | undefined,
): readonly RegExp[] {
  // India groups by two digits before the last three.
  const indian = separator === ',' ? '|\\d{1,2}(?:,\\d{2})+,\\d{3}' : '';
  const integer = separator === undefined ? '\\d+' : `(?:\\d{1,3}(?:${separator}\\d{3})+${indian}|\\d+)`;
  // Oracle writes 0.99 as .99.
  const number = unit === 'minor' ? `(${integer})` : `(${integer}(?:\\${decimal}\\d+)?|\\${decimal}\\d+)`;
  const escaped = symbol?.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');
  const before = escaped === undefined ? '' : `(?:${escaped}\\s*)?`;
  const after = escaped === undefined ? '' : `(?:\\s*${escaped})?`;
  const amount = `${before}${number}${after}`;
  const signed = (form: string): string[] => {
    if (!Object.hasOwn(negativeMarks, form)) return besides(form);
    const [open, close] = marksOf(form);
    const opened = open === '' ? '' : `${before}${patternOfMark(open)}\\s*`;
    return [`${opened}${amount}\\s*${patternOfMark(close)}${after}`];
  };
  const besides = (text: string): string[] => {
    const word = text.replace('.', '\\.');
    return [`${word}\\s*${amount}`, `${amount}\\s*${word}`];
  };
  const plus = [`${before}\\+\\s*${amount}`];
  if (negative.includes('trailing')) plus.push(`${amount}\\s*\\+${after}`);
  return [
    [amount],
    [...plus, ...positive.flatMap(besides)],
    [`${before}${minus}\\s*${amount}`, ...negative.flatMap(signed)],
  ].map((forms) => new RegExp(`^(?:${forms.join('|')})$`));
}

function patternOfMark(mark: string): string {
  return mark === '-' ? minus : mark.replace(/\W/, '\\$&');
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

function exampleOf({ unit, decimal, thousands, negative = [], symbol = '' }: AmountFormat): string {
  const separator = thousands === 'space' ? ' ' : (thousands ?? '');
  const number = unit === 'minor' ? '999' : `${symbol}1${separator}234${decimal}50`;
  const [form] = negative;
  if (form === undefined) return `-${number}`;
  const [open, close] = marksOf(form);
  return `${open}${number}${close}`;
}
