import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import { counted, grouped } from '../../format.ts';
import { type AmountFormat, createAmountReader } from '../../table/amounts.ts';
import { type CellValue, textOf } from '../../table/table.ts';
import type { FinanceFormat } from '../config-file.ts';
import { amountFormats } from './amount-formats.ts';
import { amountFormatOf } from './row-money.ts';

/** Cells to remember of each kind. */
const maxSamples = 1000;
/** No amount and no date is longer: what is would take long to compare with patterns. */
const maxLength = 100;
/** A column with more values is none of signs. */
const maxSigns = 8;

/** Cells that cannot be read, and the flags that would read them. */
export class Suggestions {
  readonly #format: FinanceFormat;
  readonly #currencyDigits: CurrencyDigits;
  readonly #amounts: { readonly text: string; readonly currencyCode: string }[] = [];
  readonly #dates: string[] = [];
  /** The values of the column with the sign. */
  readonly #signs = new Set<string>();

  constructor(format: FinanceFormat, currencyDigits: CurrencyDigits) {
    this.#format = format;
    this.#currencyDigits = currencyDigits;
  }

  /** No flag changes how numbers and dates of a workbook are read. */
  addAmount(cell: CellValue, currencyCode: string): void {
    if (typeof cell === 'string' && this.#amounts.length < maxSamples)
      this.#amounts.push({ text: cell.slice(0, maxLength).trim(), currencyCode });
  }

  addDate(cell: CellValue): void {
    if (typeof cell === 'string' && this.#dates.length < maxSamples)
      this.#dates.push(cell.slice(0, maxLength).trim());
  }

  addSign(cell: CellValue | undefined): void {
    if (this.#signs.size <= maxSigns) this.#signs.add(textOf(cell).trim());
  }

  /** Returns a question for each kind of cell that other flags would read. */
  async list(): Promise<readonly string[]> {
    return [...this.#listAmounts(), ...this.#listSigns(), ...(await this.#listDates())];
  }

  /** Besides the negative ones, a column has one value, or those that are named. */
  #listSigns(): readonly string[] {
    const { negative = [], positive = [] } = this.#format;
    const others = [...this.#signs].filter((word) => ![...negative, ...positive].includes(word));
    if (others.length + positive.length < 2 || others.length === 0 || this.#signs.size > maxSigns) return [];
    const flags = [...positive, ...others].map((word) => `--positive ${quoted(word)}`).join(' ');
    const known = negative.join(', ');
    return [
      `${flags} would read all that --sign-column has besides ${known}: or is one of them --negative, too?`,
    ];
  }

  #listAmounts(): readonly string[] {
    const texts = this.#amounts.map(({ text }) => text);
    const current = amountFormatOf(this.#format);
    const candidates = amountFormats(current, texts).map((format) => {
      const read = createAmountReader(format, this.#currencyDigits);
      const count = this.#amounts.filter(
        ({ text, currencyCode }) => typeof read(text, currencyCode) === 'number',
      ).length;
      return { flags: flagsOf(format, current), count };
    });
    return question('amount', texts.length, candidates);
  }

  async #listDates(): Promise<readonly string[]> {
    const dates = this.#dates;
    if (dates.length === 0) return [];
    const [{ createDateParser }, { dateFormats }] = await Promise.all([
      import('./dates.ts'),
      import('./date-formats.ts'),
    ]);
    const candidates = dateFormats(dates).map((format) => {
      const parse = createDateParser(format);
      const count = dates.filter((text) => parse(text) !== undefined).length;
      return { flags: [`--date-format ${quoted(format)}`], count };
    });
    return question('date', dates.length, candidates);
  }
}

/** Flags, and how many cells they would read. */
interface Candidate {
  readonly flags: readonly string[];
  readonly count: number;
}

/** Asks for the flags that read most cells; those that need more flags than others for as much are left out. */
function question(noun: string, total: number, candidates: readonly Candidate[]): readonly string[] {
  const most = Math.max(0, ...candidates.map(({ count }) => count));
  const best = candidates.filter(({ count }) => count === most).map(({ flags }) => flags);
  const fewest = best.filter((flags) => !best.some((other) => isLess(other, flags)));
  if (most === 0 || fewest.length === 0) return [];
  const choices = [...new Set(fewest.map((flags) => flags.join(' ')))];
  const ask = choices.length > 1 ? 'which is how' : 'is that how';
  const of = total === maxSamples ? ` of the first ${grouped(total)} that cannot be read` : '';
  return [`${choices.join(' or ')} would read ${counted(most, noun)}${of}: ${ask} finance writes ${noun}s?`];
}

function isLess(some: readonly string[], all: readonly string[]): boolean {
  return some.length < all.length && some.every((flag) => all.includes(flag));
}

/** The flags of a format that differ from those in use. */
function flagsOf(format: AmountFormat, current: AmountFormat): readonly string[] {
  const names = ['decimal', 'thousands', 'negative', 'positive', 'symbol'] as const;
  return names.flatMap((name) => {
    const [wanted, used] = [format[name], current[name]].map((value) => [value ?? []].flat());
    return wanted?.join() === used?.join() ? [] : (wanted ?? []).map((value) => `--${name} ${quoted(value)}`);
  });
}

/** A value as it is written in a shell. */
function quoted(value: string): string {
  return /^[\w.,/:+-]+$/.test(value) ? value : `"${value}"`;
}
