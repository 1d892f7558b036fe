import Table from 'cli-table3';

import { printable } from '../../errors/printable.ts';
import type { Receipt } from '../../ledger/index.ts';
import { amber } from '../output.ts';
import { moneyColumnOf, moneyFields } from '../../ledger/money-fields.ts';
import { counted, formatMoney, grouped } from '../format.ts';
import { moneyLabels } from '../labels.ts';
import type { Difference, Verification } from './difference.ts';
import { describeAgreement, unfinished } from './receipt.ts';

/** Maximum number of sums and decimals. */
const maxRows = 20;
/** Strings in the file are untrusted, and may be long. */
const maxLength = 60;
/** What cannot be read may name a path. */
const maxReason = 300;

const labels = {
  hash: 'SHA-256',
  bytes: 'bytes',
  rows: 'rows',
  firstTimestamp: 'first timestamp',
  lastTimestamp: 'last timestamp',
  unknownCurrencies: 'currencies outside ISO 4217',
  duplicates: 'rows with the timestamp, type and id of another row',
  rowsOutsideRange: 'rows outside the range',
  totalCount: 'transactions in the range by the count of the service',
} as const satisfies Partial<Record<Difference['what'], string>>;

/** Renders the result for a terminal: a line if the file agrees with its receipt, or the first differences. */
export function renderVerification(
  file: string,
  { receipt, differences }: Verification,
  online: boolean,
): string {
  const warnings = unfinished(receipt).map((warning) => `\n${amber(warning, process.stdout)}`);
  const result =
    differences.length > 0
      ? renderDifferences(file, differences, receipt.changedWhileRead)
      : renderAgreement(file, receipt, online);
  return [result, ...warnings].join('');
}

function renderAgreement(file: string, receipt: Receipt, online: boolean): string {
  const stillCounted = online
    ? `\nThe service still counts ${counted(receipt.totalCount ?? 0, 'transaction')} in its range`
    : '';
  const hash = `\nSHA-256 ${receipt.file?.sha256 ?? 'none'}`;
  return `${file} is ${describeAgreement(receipt)}${hash}${stillCounted}`;
}

function renderDifferences(
  file: string,
  differences: readonly Difference[],
  changedWhileRead: boolean,
): string {
  const inRows = differences.filter(({ column }) => column !== undefined);
  const inFile = differences.filter(({ column }) => column === undefined);
  const lines = [
    `${file} differs from its receipt:`,
    ...inFile.map((difference) => `  ${renderDifference(difference)}`),
    ...(changedWhileRead ? ['  the data changed while it was read: rows may be missing or repeated'] : []),
  ];
  if (inRows.length > 0) lines.push(tableOf(inRows.slice(0, maxRows)));
  const left = inRows.length - maxRows;
  if (left > 0) lines.push(`… and ${grouped(left)} more; --json prints all of them`);
  return lines.join('\n');
}

/** Renders a difference in one line. */
export function renderDifference(difference: Difference): string {
  const { what, expected, found } = difference;
  if (what === 'unreadable') return `it cannot be read: ${printable(found, maxReason)}`;
  if (what === 'complete') return 'the receipt is of an incomplete export, or contradicts itself';
  if (what === 'columns') return `columns: ${columnsOf(expected.split(', '), found.split(', '))}`;
  if (what === 'sum' || what === 'decimal') {
    const { currencyCode = '', type = '', column = '' } = difference;
    const [wanted, received] = amountsOf(difference);
    const label = printable(`${labelOf(column)} of ${currencyCode} ${type}`, maxReason);
    return `${label}: expected ${printable(wanted, maxReason)}, found ${printable(received, maxReason)}`;
  }
  const [wanted, received] = [expected, found].map((value) =>
    /^\d+$/.test(value) ? grouped(value) : printable(value, maxReason),
  );
  return `${labels[what]}: expected ${wanted}, found ${received}`;
}

const moneyColumnLabels = new Map<string, string>(
  moneyFields.map((field) => [moneyColumnOf[field], moneyLabels[field]]),
);

/** Returns what people call a column: a decimal has the label of its integer. */
function labelOf(column: string): string {
  return moneyColumnLabels.get(column) ?? moneyColumnLabels.get(`${column}_minor`) ?? column;
}

/** Returns the expected and the found sum; an amount in major units, with its currency. */
function amountsOf({ what, column = '', currencyCode = '', expected, found }: Difference): [string, string] {
  const currency = column.includes('_usd') ? 'USD' : currencyCode;
  const shown = (value: string): string => {
    // A decimal is in major units, and may be any string.
    if (what === 'decimal') return value;
    if (column === 'rows') return grouped(value);
    return `${formatMoney(BigInt(value), currency)} ${currency}`;
  };
  return [shown(expected), shown(found)];
}

function columnsOf(expected: readonly string[], found: readonly string[]): string {
  const missing = expected.filter((name) => !found.includes(name));
  const added = found.filter((name) => !expected.includes(name));
  const parts = [
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...(added.length > 0 ? [`unexpected ${added.join(', ')}`] : []),
  ];
  return parts.length > 0 ? printable(parts.join('; '), maxReason) : 'in another order';
}

function tableOf(differences: readonly Difference[]): string {
  const table = new Table({
    head: ['Currency', 'Type', 'Total', 'Expected', 'Found'],
    colAligns: ['left', 'left', 'left', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const difference of differences) {
    const { currencyCode = '', type = '', column = '' } = difference;
    const cells = [currencyCode, type, labelOf(column), ...amountsOf(difference)];
    table.push(cells.map((cell) => printable(cell, maxLength)));
  }
  return table.toString();
}
