import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import type { SummedRow } from '../../ledger-files/ledger-row.ts';
import { counted, grouped, type Share, usdDigits } from '../../terminal/format.ts';

/** What notices are of, in the order in which the page has them. */
export const noticeKinds = ['ok', 'warning'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The content of a report, whatever the format: the page and the workbook show the same document. */
export interface ReportDocument {
  readonly title: string;
  /** Name of the account; `undefined` if none was given. */
  readonly account: string | undefined;
  /** The days and the number of transactions. */
  readonly subtitle: string;
  /** When and from which service the file was exported, and its name. */
  readonly source: string;
  /** Sentences that qualify the whole report. */
  readonly notices: readonly { readonly kind: NoticeKind; readonly text: string }[];
  readonly figures: readonly Figure[];
  /** Labels and values of each receipt. */
  readonly receipts: readonly ReportTable[];
  /** When the last export finished, ISO 8601; `undefined` if there is no receipt. */
  readonly exportedAt: string | undefined;
  /** Whether print has the full tables too. */
  readonly full: boolean;
}

/** The number of transactions that a workbook lists at most: a person reads no more, and the file has them all. */
export const maxTransactions = 20_000;

/** The transactions that a workbook lists. */
export interface ListedTransactions {
  /** Names of the files that have them all. */
  readonly files: readonly string[];
  /** The first ones. */
  readonly rows: readonly SummedRow[];
  /** Number of rows in the file. */
  readonly total: number;
  /** Whether e-mail addresses, IP addresses and postal codes are listed. */
  readonly personal: boolean;
  /** Those that the rows were counted with. */
  readonly currencyDigits: CurrencyDigits;
}

/** Says which transactions a workbook does not list, and where they are; nothing if it lists them all. */
export function describeLeftOut({ files, rows, total }: ListedTransactions): readonly string[] {
  if (rows.length === total) return [];
  const listed = `Transactions has the first ${grouped(rows.length)} of ${counted(total, 'transaction')}`;
  return [`${listed}; ${files.join(', ')} ${files.length === 1 ? 'has' : 'have'} all of them`];
}

/**
 * A part of a report with its heading. The page and the workbook show all of it, each in its own way; the page shows the
 * cards instead of their table.
 */
export interface Figure {
  readonly id: string;
  readonly title: string;
  /** For the navigation. @defaultValue the title */
  readonly shortTitle?: string;
  readonly note: string;
  /** Whether the workbook has it on its first sheet, and not on a sheet of its own. */
  readonly isOnSummary?: true;
  readonly cards?: readonly Card[];
  readonly chart?: ChartData | undefined;
  /** The largest groups, and all others in one row; without it, there is only the note. */
  readonly table?: ReportTable | undefined;
  /** Every group; `undefined` if `table` has them all. */
  readonly full?: ReportTable | undefined;
  /** What the workbook says below the table, and the cards of the page say. */
  readonly footnotes?: readonly string[];
}

/** A value at a glance. */
export interface Card {
  readonly label: string;
  readonly value: string;
  /** What qualifies the value. */
  readonly lines: readonly string[];
  readonly definition: string;
  /** Between the card before it and this one, if the cards are an equation. */
  readonly operator?: string;
}

/** Bars of US cents. */
export interface ChartData {
  readonly kind: 'columns' | 'bars';
  /** What the bars are, with their unit. */
  readonly title: string;
  /** What a reader who does not see the chart should know. */
  readonly description: string;
  readonly bars: readonly ChartBar[];
}

/** A bar, with its label. */
interface ChartBar {
  readonly label: string;
  readonly cents: bigint;
  /** Whether it is all groups that have no bar of their own. */
  readonly others?: boolean | undefined;
}

/** A table. The first column is the header of each row. */
export interface ReportTable {
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** The sum of all rows. */
  readonly total?: readonly Cell[] | undefined;
}

/** A column, with the name of the field in the API if it has one. */
export interface TableColumn {
  readonly label: string;
  /** What the codes of its cells are called in a workbook. */
  readonly code?: string;
  readonly field?: string;
}

/** A column that has a name in the API. */
export type NamedColumn = Readonly<Record<'label' | 'field', string>>;

/** A value in a table. */
export type Cell =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** An ISO code that `text` is the name of. */
      readonly code?: string;
      /** Its name in the API. */
      readonly field?: string;
      /** What the footnote with that name calls it. @defaultValue `text` */
      readonly name?: string;
    }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'money'; readonly amount: bigint; readonly digits: number | undefined }
  | { readonly kind: 'percent'; readonly share: Share }
  /** A UTC month `2026-10`, day `2026-10-01`, or moment, ISO 8601. */
  | { readonly kind: 'date'; readonly date: string };

export function textCell(value: string): Cell {
  return { kind: 'text', text: value };
}

export function countCell(value: number): Cell {
  return { kind: 'count', count: value };
}

/** An amount in US cents. */
export function usdCell(amount: bigint): Cell {
  return { kind: 'money', amount, digits: usdDigits };
}

/** Returns the names in the API of what tables show, each once: their footnote. */
export function apiNames(tables: readonly ReportTable[]): readonly NamedColumn[] {
  const heads = tables.flatMap(({ columns, rows, total = [] }): readonly TableColumn[] => [
    ...columns,
    ...[...rows, total].flatMap(([first]) =>
      first?.kind === 'text' ? { ...first, label: first.name ?? first.text } : [],
    ),
  ]);
  const named = heads.flatMap(({ label, field }) =>
    field === undefined || field === label ? [] : [[label, { label, field }] as const],
  );
  return [...new Map(named).values()];
}
