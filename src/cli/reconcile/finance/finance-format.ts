/** The separators of thousands; a space may be one that does not break, and the apostrophe a typographic one. */
export const thousandsSeparators = ['.', ',', 'space', "'"] as const;
/** The forms of negative amounts besides a minus before the number. */
export const negativeForms = ['trailing', 'parentheses'] as const;
/** The delimiters of columns, as they are written on the command line. */
export const delimiters = [',', ';', 'tab', '|'] as const;

/** How the finance system writes amounts. */
export interface AmountFormat {
  readonly unit: 'major' | 'minor';
  readonly decimal: '.' | ',';
  /** `undefined` if thousands are not separated. */
  readonly thousands: (typeof thousandsSeparators)[number] | undefined;
  /** `undefined` if only a minus before the number makes it negative. */
  readonly negative: (typeof negativeForms)[number] | undefined;
  /** What may stand before or after the number, such as `€`. */
  readonly symbol: string | undefined;
}

/** How the finance system writes dates. */
export interface DateFormat {
  /** `undefined` for ISO 8601. */
  readonly dateFormat: string | undefined;
  /** Zone of the days and of times without an offset. */
  readonly timeZone: string;
}

/** How to read the finance system's file. Columns are names, or numbers from 1. */
export interface FinanceFormat extends AmountFormat, DateFormat {
  readonly path: string;
  readonly sheet: string | undefined;
  readonly encoding: string | undefined;
  /** `undefined` to detect it. */
  readonly delimiter: (typeof delimiters)[number] | undefined;
  /** Number of lines, or rows of a sheet, before the table. */
  readonly skipFirst: number;
  /** Number of rows after the table. */
  readonly skipLast: number;
  /** Whether the first row has the names of the columns. */
  readonly header: boolean;
  /** Conditions of `--where`; other rows are left out. */
  readonly where: readonly string[];
  readonly idColumn: string | undefined;
  readonly amountColumn: string | undefined;
  readonly currencyColumn: string | undefined;
  readonly dateColumn: string | undefined;
}
