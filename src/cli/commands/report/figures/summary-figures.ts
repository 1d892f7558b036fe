import { basename } from 'node:path';

import { feeFields, type MoneyField } from '../../../../ledger/money-fields.ts';
import { MoneySums } from '../../../../ledger/money-sums.ts';
import { nameOf } from '../../../ledger-files/ledger-source.ts';
import type { SummedFile } from '../../../ledger-files/several/gaps.ts';
import {
  counted,
  formatRange,
  formatShare,
  formatUsd,
  grouped,
  type Share,
} from '../../../terminal/format.ts';
import { typeLabel } from '../../../terminal/labels.ts';
import { amounts } from '../groups/group-columns.ts';
import { groupTable } from '../groups/group-table.ts';
import type { Group, Groups } from '../groups/groups.ts';
import { type Cell, countCell, type Figure, textCell, usdCell } from '../report-document.ts';
import type { ReportTotals } from '../report-totals.ts';

/** A file whose totals are shown, with the names that tell it from the one it is compared with. */
export interface NamedTotals {
  readonly file: string;
  readonly total: MoneySums;
  /** Its period; with the time of its export, if both files have one period. */
  readonly name: string;
  readonly description: string;
}

/** Each total: how the page joins it to those before it, and the fields that it adds up. */
const totals: readonly {
  readonly label: string;
  /** In words: a minus sign stands before a negative amount only. */
  readonly operator: string;
  readonly definition: string;
  readonly fields: readonly MoneyField[];
}[] = [
  {
    label: 'Gross',
    operator: '',
    definition: 'All transactions; refunds are negative',
    fields: ['amountUsd'],
  },
  {
    label: 'Tax',
    operator: 'less',
    definition: 'Total tax of all transactions',
    fields: ['totalTaxAmountUsd'],
  },
  {
    label: 'Fees',
    operator: 'less',
    definition: 'Transaction, chargeback and exchange fees',
    fields: feeFields,
  },
  {
    label: 'Net',
    operator: 'is',
    definition: 'As the service reports it',
    fields: ['publisherNetAmountUsd'],
  },
];

/** Returns gross, tax, fees and net, with their changes since another file. */
export function totalsFigure({ total }: NamedTotals, previous: NamedTotals | undefined): Figure {
  const all = totals.map((one) => ({ ...one, cents: total.sum(...one.fields) }));
  const [gross = 0n, tax = 0n, fees = 0n, net = 0n] = all.map(({ cents }) => cents);
  const expected = gross - tax - fees;
  const sums = `Gross ${formatUsd(gross)} less tax ${formatUsd(tax)} and fees ${formatUsd(fees)} is ${formatUsd(expected)}`;
  // The specification does not define how net is calculated.
  const difference = `The reported net ${formatUsd(net)} differs by ${formatUsd(net - expected)}: the service does not document how it calculates net.`;
  const rows = all.map(({ label, operator, fields, cents }): readonly Cell[] => [
    {
      kind: 'text',
      text: operator === 'less' ? `less ${label}` : label,
      name: label,
      field: fields.join(' + '),
    },
    usdCell(cents),
  ]);
  return {
    id: 'totals',
    title: 'Totals in US dollars',
    shortTitle: 'Totals',
    note: net === expected ? `${sums}, equal to the reported net.` : `${sums}. ${difference}`,
    isOnSummary: true,
    cards: all.map(({ label, operator, definition, fields, cents }) => ({
      label,
      value: formatUsd(cents),
      lines: previous ? [describeChange(cents, previous.total.sum(...fields), previous.name)] : [],
      definition,
      operator: operator === 'is' && net !== expected ? 'is not' : operator,
    })),
    table: {
      caption: 'Totals in US dollars',
      columns: [{ label: 'Total' }, { label: 'USD' }],
      rows: rows.slice(0, -1),
      total: rows.at(-1),
    },
  };
}

function describeChange(now: bigint, earlier: bigint, name: string): string {
  const cents = now - earlier;
  const percent = earlier === 0n ? [] : [`(${formatShare(changeOf(cents, earlier))})`];
  const figures = [formatUsd(cents), ...percent].join(' ');
  const signed = cents > 0n ? figures.replace(/^|(?<=\()/g, '+') : figures;
  return `${signed} since ${name}`;
}

/** Returns the totals of a file beside those of another one, in money and percent. */
export function comparisonFigure(current: NamedTotals, previous: NamedTotals): Figure {
  const rowOf = (label: string, now: bigint, before: bigint, cellOf: (value: bigint) => Cell): Cell[] => [
    textCell(label),
    ...[now, before, now - before].map(cellOf),
    { kind: 'percent', share: changeOf(now - before, before) },
  ];
  const [rows, before] = [BigInt(current.total.rows), BigInt(previous.total.rows)];
  return {
    id: 'comparison',
    title: `Compared with ${previous.name}`,
    shortTitle: 'Comparison',
    note:
      [current, previous].map((side) => `${basename(side.file)}: ${side.description}. `).join('') +
      'Amounts are in US dollars. Percentages are of the earlier amount without its sign, rounded to two decimals.',
    isOnSummary: true,
    table: {
      caption: `Changes since ${previous.name}`,
      columns: ['Total', current.name, previous.name, 'Change', 'Change, %'].map((label) => ({ label })),
      rows: [
        rowOf('Transactions', rows, before, (value) => countCell(Number(value))),
        ...totals.map(({ label, fields }) =>
          rowOf(`${label}, USD`, current.total.sum(...fields), previous.total.sum(...fields), usdCell),
        ),
      ],
    },
  };
}

function changeOf(change: bigint, before: bigint): Share {
  return { numerator: change, denominator: magnitude(before) };
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** Returns what each of several files adds to the totals, with its source and its range. */
export function fileFigure(files: readonly SummedFile[], { byFile, total, zone }: ReportTotals): Figure {
  const receiptOf = ({ key }: Group) => files.find(({ file }) => file === key)?.receipt;
  const columnOf = (label: string, describe: (receipt: NonNullable<SummedFile['receipt']>) => string) => ({
    label,
    cellOf: (group: Group) => {
      const receipt = receiptOf(group);
      return textCell(receipt ? describe(receipt) : group.others ? '' : 'not known');
    },
  });
  return {
    id: 'files',
    title: 'By file',
    note: 'Each file is compared with its own receipt.',
    isOnSummary: true,
    table: groupTable({
      caption: counted(files.length, 'file'),
      first: { label: 'File' },
      columns: [
        columnOf('Source', nameOf),
        columnOf('Range', (receipt) => formatRange(receipt, zone)),
        ...amounts,
      ],
      groups: files.map(({ file }) => ({ key: file, sums: byFile.get(file) ?? new MoneySums() })),
      total,
      headOf: ({ key }) => textCell(basename(key)),
    }),
  };
}

/** Returns the totals of each of several sources. */
export function sourceFigure({ bySource, total }: ReportTotals): Figure {
  const groups = bySource.byKey();
  return {
    id: 'sources',
    title: 'By source',
    note: 'An offer id is of one source: the tables of offers name it.',
    isOnSummary: true,
    table: groupTable({
      caption: counted(groups.length, 'source'),
      first: { label: 'Source' },
      columns: amounts,
      groups,
      total,
      headOf: ({ key }) => textCell(key),
    }),
  };
}

/** Each rate: rows of one type as a part of those of another. */
const rates = [
  ['Refund rate', 'refund', 'paid'],
  ['Dispute rate', 'dispute_funds_withdrawn', 'paid'],
  ['Disputes reinstated', 'dispute_funds_reinstated', 'dispute_funds_withdrawn'],
] as const;

/** Returns the refund and dispute rates. Each definition is complete, because the specification has none. */
export function ratesFigure(byType: Groups): Figure {
  const sumsOf = (type: string): MoneySums => byType.get(type) ?? new MoneySums();
  const all = rates.map(([label, part, whole]) => {
    const [one, other] = [sumsOf(part), sumsOf(whole)];
    return {
      label,
      definition: `Rows “${typeLabel(part)}” divided by rows “${typeLabel(whole)}”. By amount: their gross, negative amounts counted as positive.`,
      rows: { numerator: BigInt(one.rows), denominator: BigInt(other.rows) },
      amount: {
        numerator: magnitude(one.sum('amountUsd')),
        denominator: magnitude(other.sum('amountUsd')),
      },
    };
  });
  return {
    id: 'rates',
    title: 'Refunds and disputes',
    note: "Rates use only the rows of this report. A refund here may belong to an earlier month's payment. Percentages are rounded to two decimals.",
    isOnSummary: true,
    cards: all.map(({ label, definition, rows, amount }) => ({
      label,
      value: formatShare(rows),
      lines: [
        `${grouped(rows.numerator)} of ${grouped(rows.denominator)} rows`,
        `By amount ${formatShare(amount)}: ${formatUsd(amount.numerator)} of ${formatUsd(amount.denominator)}`,
      ],
      definition,
    })),
    table: {
      caption: 'Refunds and disputes',
      columns: ['Rate', 'Share', 'Part', 'Of', 'Share by amount', 'Part, USD', 'Of, USD'].map((label) => ({
        label,
      })),
      rows: all.map(({ label, rows, amount }) => [
        textCell(label),
        { kind: 'percent', share: rows },
        ...[rows.numerator, rows.denominator].map((value) => countCell(Number(value))),
        { kind: 'percent', share: amount },
        ...[amount.numerator, amount.denominator].map(usdCell),
      ]),
    },
    footnotes: all.map(({ label, definition }) => `${label}: ${definition}`),
  };
}
