import type { CurrencyDigits } from '../../../../client/money/currency-digits.ts';
import { type AmountFormat, createAmountReader } from '../../../tables/amounts.ts';
import { type CellValue, textOf } from '../../../tables/table.ts';
import { counted, grouped } from '../../../terminal/format.ts';
import type { FinanceSettings } from '../config-file.ts';
import { amountFormats } from './amount-formats.ts';
import { amountFormatOf } from './row-money.ts';

/** Cells to remember of each kind. */
const maxSamples = 1000;
/** No amount and no date is longer: what is would take long to compare with patterns. */
const maxLength = 100;
/** A column with more values is none of signs. */
const maxSigns = 8;

/** An amount that cannot be read. */
interface AmountSample {
  readonly text: string;
  readonly currencyCode: string;
}

/** Cells that cannot be read, and the flags that would read them. */
export class Suggestions {
  readonly #format: FinanceSettings;
  readonly #currencyDigits: CurrencyDigits;
  readonly #amounts: AmountSample[] = [];
  readonly #dates: string[] = [];
  /** The values of the column with the sign; of too many, one more than the maximum. */
  readonly #signs = new Set<string>();

  constructor(format: FinanceSettings, currencyDigits: CurrencyDigits) {
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
    return [
      ...askAboutAmounts(this.#amounts, amountFormatOf(this.#format), this.#currencyDigits),
      ...askAboutSigns([...this.#signs], this.#format),
      ...(await askAboutDates(this.#dates)),
    ];
  }
}

function askAboutAmounts(
  amounts: readonly AmountSample[],
  current: AmountFormat,
  currencyDigits: CurrencyDigits,
): readonly string[] {
  const formats = amountFormats(
    current,
    amounts.map(({ text }) => text),
  );
  const candidates = formats.map((format) => {
    const read = createAmountReader(format, currencyDigits);
    const readable = amounts.filter(({ text, currencyCode }) => typeof read(text, currencyCode) === 'number');
    return { flags: flagsOf(format, current), count: readable.length };
  });
  return question('amount', amounts.length, candidates);
}

/** One value besides the negative ones is read as it is; of several, each has to be named. */
function askAboutSigns(
  signs: readonly string[],
  { negative = [], positive = [] }: FinanceSettings,
): readonly string[] {
  const unknown = signs.filter((word) => !negative.includes(word) && !positive.includes(word));
  const areRead = unknown.length === 0 || positive.length + unknown.length === 1;
  if (areRead || signs.length > maxSigns) return [];
  const flags = [...positive, ...unknown].map((word) => `--positive ${quoted(word)}`).join(' ');
  return [
    `${flags} would read all that --sign-column has besides ${negative.join(', ')}: or is one of them --negative, too?`,
  ];
}

async function askAboutDates(dates: readonly string[]): Promise<readonly string[]> {
  if (dates.length === 0) return [];
  // Not loaded for a file without such dates.
  const [{ createDateParser }, { dateFormats }] = await Promise.all([
    import('./dates.ts'),
    import('./date-formats.ts'),
  ]);
  const candidates = dateFormats(dates).map((format) => {
    const parse = createDateParser(format);
    const readable = dates.filter((text) => parse(text) !== undefined);
    return { flags: [`--date-format ${quoted(format)}`], count: readable.length };
  });
  return question('date', dates.length, candidates);
}

/** Flags, and how many cells they would read. */
interface Candidate {
  readonly flags: readonly string[];
  readonly count: number;
}

/** Asks for the flags that read most cells; those that need more flags than others for as much are left out. */
function question(noun: string, total: number, candidates: readonly Candidate[]): readonly string[] {
  const most = Math.max(0, ...candidates.map(({ count }) => count));
  if (most === 0) return [];
  const best = candidates.filter(({ count }) => count === most).map(({ flags }) => flags);
  const fewest = best.filter((flags) => !best.some((other) => isLess(other, flags)));
  const choices = [...new Set(fewest.map((flags) => flags.join(' ')))];
  const ask = choices.length > 1 ? 'which is how' : 'is that how';
  const of = total === maxSamples ? ` of the first ${grouped(total)} that cannot be read` : '';
  return [`${choices.join(' or ')} would read ${counted(most, noun)}${of}: ${ask} finance writes ${noun}s?`];
}

function isLess(some: readonly string[], all: readonly string[]): boolean {
  return some.length < all.length && some.every((flag) => all.includes(flag));
}

const flagNames = ['decimal', 'thousands', 'negative', 'positive', 'symbol'] as const;

/** The flags of a format that differ from those in use. */
function flagsOf(format: AmountFormat, current: AmountFormat): readonly string[] {
  return flagNames.flatMap((name) => {
    const wanted = valuesOf(format[name]);
    const isInUse = wanted.join() === valuesOf(current[name]).join();
    return isInUse ? [] : wanted.map((value) => `--${name} ${quoted(value)}`);
  });
}

function valuesOf(flag: string | readonly string[] | undefined): readonly string[] {
  if (flag === undefined) return [];
  return typeof flag === 'string' ? [flag] : flag;
}

/** A value as it is written in a shell. */
function quoted(value: string): string {
  return /^[\w.,/:+-]+$/.test(value) ? value : `"${value}"`;
}
