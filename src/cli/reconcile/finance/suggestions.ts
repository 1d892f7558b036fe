import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import { counted, grouped } from '../../format.ts';
import {
  type AmountFormat,
  createAmountReader,
  negativeForms,
  thousandsPatterns,
  thousandsSeparators,
} from '../../table/amounts.ts';
import type { CellValue } from '../../table/table.ts';

/** Cells to remember of each kind. */
const maxSamples = 1000;
/** No amount and no date is longer: what is would take long to compare with patterns. */
const maxLength = 100;

/** Cells that cannot be read, and the flags that would read them. */
export class Suggestions {
  readonly #format: AmountFormat;
  readonly #currencyDigits: CurrencyDigits;
  readonly #amounts: { readonly text: string; readonly currencyCode: string }[] = [];
  readonly #dates: string[] = [];

  constructor(format: AmountFormat, currencyDigits: CurrencyDigits) {
    this.#format = format;
    this.#currencyDigits = currencyDigits;
  }

  /** No flag changes how numbers and dates of a workbook are read. */
  addAmount(cell: CellValue, currencyCode: string): void {
    if (typeof cell !== 'string' || this.#amounts.length === maxSamples) return;
    this.#amounts.push({ text: cell.slice(0, maxLength).trim(), currencyCode });
  }

  addDate(cell: CellValue): void {
    if (typeof cell === 'string' && this.#dates.length < maxSamples)
      this.#dates.push(cell.slice(0, maxLength).trim());
  }

  /** Returns a question for each kind of cell that other flags would read. */
  async list(): Promise<readonly string[]> {
    const amounts = this.#amounts;
    const best = bestOf(amountFormats(this.#format, amounts), amounts, (format) => {
      const read = createAmountReader(format, this.#currencyDigits);
      return ({ text, currencyCode }) => typeof read(text, currencyCode) === 'number';
    });
    const flags = best.formats.map((format) => flagsOf(format, this.#format));
    return [...question('amount', best.count, amounts.length, flags), ...(await this.#listDates())];
  }

  async #listDates(): Promise<readonly string[]> {
    if (this.#dates.length === 0) return [];
    const { createDateParser } = await import('./dates.ts');
    const best = bestOf(dateFormats(this.#dates), this.#dates, (format) => {
      const parse = createDateParser(format);
      return (text) => parse(text) !== undefined;
    });
    const flags = best.formats.map((format) => [`--date-format ${quoted(format)}`]);
    return question('date', best.count, this.#dates.length, flags);
  }
}

interface Best<Format> {
  readonly formats: readonly Format[];
  /** Number of samples that each of them reads. */
  readonly count: number;
}

/** The formats that read most samples. */
function bestOf<Format, Sample>(
  formats: readonly Format[],
  samples: readonly Sample[],
  createTest: (format: Format) => (sample: Sample) => boolean,
): Best<Format> {
  const counts = formats.map((format) => samples.filter(createTest(format)).length);
  const count = Math.max(0, ...counts);
  return { count, formats: count === 0 ? [] : formats.filter((_, index) => counts[index] === count) };
}

/** Of candidates that read as much as another one with more flags, the others are left out. */
function question(
  noun: string,
  count: number,
  total: number,
  candidates: readonly (readonly string[])[],
): string[] {
  const flags = candidates.filter(
    (one) =>
      !candidates.some((other) => other.length < one.length && other.every((flag) => one.includes(flag))),
  );
  if (flags.length === 0) return [];
  const choices = [...new Set(flags.map((one) => one.join(' ')))];
  const ask = choices.length > 1 ? 'which is how' : 'is that how';
  const of = total === maxSamples ? ` of the first ${grouped(total)} that cannot be read` : '';
  return [`${choices.join(' or ')} would read ${counted(count, noun)}${of}: ${ask} finance writes ${noun}s?`];
}

/** Formats with the separators, symbols and signs that the samples have. */
function amountFormats(
  format: AmountFormat,
  samples: readonly { readonly text: string }[],
): readonly AmountFormat[] {
  if (format.unit === 'minor') return [];
  const strings = samples.map(({ text }) => text);
  const [symbol] = mostCommon(strings.flatMap((text) => symbolOf(text)));
  const negative = negativeForms.find((form) => strings.some((text) => negativePatterns[form].test(text)));
  const present = thousandsSeparators.filter((one) =>
    strings.some((text) => new RegExp(`\\d${thousandsPatterns[one]}\\d{3}`).test(text)),
  );
  const symbols = new Set([format.symbol, format.symbol ?? symbol]);
  const forms = new Set([format.negative, format.negative ?? negative]);
  return [undefined, ...present].flatMap((thousands) =>
    (['.', ','] as const)
      .filter((decimal) => decimal !== thousands)
      .flatMap((decimal) => [...symbols].map((one) => ({ decimal, thousands, symbol: one })))
      .flatMap((one) => [...forms].map((form) => ({ ...one, unit: 'major', negative: form }) as const)),
  );
}

const negativePatterns = { trailing: /\d\D*[-\u2212]\D*$/, parentheses: /^\D*\(.*\)\D*$/ } as const;

/** A currency symbol or code before or after a number, whose sign may be between them. */
const symbolPattern =
  /^[-\u2212(]?\s*([\p{L}\p{Sc}]+\.?)[-\u2212(\s]*\d|\d[-\u2212)\s]*([\p{L}\p{Sc}]+)[-\u2212)]?$/u;

function symbolOf(text: string): string[] {
  const [, before, after = before] = symbolPattern.exec(text) ?? [];
  return after === undefined ? [] : [after];
}

/** A weekday, a date, a time and an offset, of which only the date has to be there. */
const dateShape = new RegExp(
  [
    '^(?<weekday>[A-Za-z]{3},? )?',
    '(?:(?<named>[A-Za-z]{3} \\d{1,2}, \\d{4})|\\d{1,4}(?<separator>[./ -]|)(?:\\d{1,2}|[A-Za-z]{3})\\k<separator>\\d{2,4})',
    '(?:(?<between>,? |T)(?<clock>\\d{1,2}:\\d\\d)(?<seconds>:\\d\\d)?(?<half> [AP]M)?)?',
    '(?<offset> ?(?:[+-]\\d\\d:?\\d\\d|UTC|GMT|Z))?$',
  ].join(''),
  'i',
);

/** Formats of the samples' shapes, with the parts of a date in each order. */
function dateFormats(samples: readonly string[]): readonly string[] {
  const isPadded = !samples.some((text) => /(?:^|[./-])\d(?:[./ -]|$)/.test(text));
  const isHourPadded = samples.some((text) => / 0\d:/.test(text));
  const formats = samples.flatMap((text) => {
    const { groups } = dateShape.exec(text) ?? {};
    if (groups === undefined) return [];
    const { weekday = '', named, separator = '', between = '', clock, seconds, half, offset } = groups;
    const hours = half === undefined ? 'H' : 'h';
    const written = `${between}${isHourPadded ? hours : ''}${hours}:mm${seconds ? ':ss' : ''}${half ? ' A' : ''}`;
    const zone = offset === undefined ? '' : offset.startsWith(' ') ? ' ZZ' : 'ZZ';
    const rest = (clock === undefined ? '' : written) + zone;
    const day = isPadded ? 'DD' : 'D';
    const month = /\d[./ -]?[A-Za-z]{3}/.test(text) ? 'MMM' : isPadded ? 'MM' : 'M';
    const year = /\d{4}/.test(text) ? 'YYYY' : 'YY';
    const orders = [
      [day, month, year],
      [month, day, year],
      [year, month, day],
    ];
    const dates = named === undefined ? orders.map((parts) => parts.join(separator)) : ['MMM D, YYYY'];
    return dates.map((date) => weekday.replace(/[A-Za-z]+/, 'ddd') + date + rest);
  });
  return [...new Set(formats)];
}

/** The strings, most frequent first. */
function mostCommon(strings: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of strings) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
}

/** The flags of a format that differ from those in use. */
function flagsOf(format: AmountFormat, current: AmountFormat): string[] {
  const names = ['decimal', 'thousands', 'negative', 'symbol'] as const;
  return names
    .filter((name) => format[name] !== undefined && format[name] !== current[name])
    .map((name) => `--${name} ${quoted(format[name] ?? '')}`);
}

/** A value as it is written in a shell. */
function quoted(value: string): string {
  return /^[\w.,/:+-]+$/.test(value) ? value : `"${value}"`;
}
