/** The content of a report, whatever the format: the page and the workbook show the same document. */
export interface ReportDocument {
  readonly title: string;
  readonly subtitle: string;
  readonly notices: readonly Notice[];
  /** Totals in US dollars. */
  readonly cards: readonly Card[];
  /** Whether gross, tax and fees add up to net. */
  readonly check: string;
  readonly rates: readonly Rate[];
  readonly sections: readonly Section[];
  /** Empty if there is no receipt. */
  readonly receipt: readonly ReceiptEntry[];
  /** When the export finished, ISO 8601; `undefined` if there is no receipt. */
  readonly exportedAt: string | undefined;
}

/** A sentence that qualifies the whole report. */
export interface Notice {
  readonly kind: 'ok' | 'warning';
  readonly text: string;
}

/** A total, with the columns that it is the sum of. */
export interface Card {
  readonly label: string;
  /** US cents. */
  readonly cents: bigint;
  readonly definition: string;
}

/** What is true of every rate. */
export const ratesNote =
  'Both parts of a rate are rows of this file, whenever the payment was made: a refund in this file may belong to a payment of an earlier period.';

/** A rate, with its definition. */
export interface Rate {
  readonly label: string;
  readonly definition: string;
  /** The number of rows. */
  readonly byNumber: Share;
  /** US cents without their sign. */
  readonly byAmount: Share;
}

/** The two figures that a rate divides. */
export interface Share {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A heading with a chart and a table; a section without a table only has its note. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly chart?: ChartData | undefined;
  readonly table?: Table | undefined;
}

/** Bars of US cents. */
export interface ChartData {
  readonly kind: 'columns' | 'bars';
  readonly title: string;
  /** What a reader who does not see the chart should know. */
  readonly description: string;
  readonly bars: readonly { readonly label: string; readonly cents: bigint }[];
}

/** A table. The first column is the header of each row. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The sum of all rows. */
  readonly total?: readonly Cell[] | undefined;
}

/** A column, with the name of the field in the specification if it has one. */
export interface TableColumn {
  readonly label: string;
  readonly field?: string | undefined;
}

/** A value in a table. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string; readonly field?: string | undefined }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'money'; readonly amount: bigint; readonly currencyCode: string };

/** A line of the receipt. */
export interface ReceiptEntry {
  readonly label: string;
  readonly value: string;
}
