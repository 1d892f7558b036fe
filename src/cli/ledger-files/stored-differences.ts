import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';
import { printable } from '../../client/errors/printable.ts';
import { type LedgerColumn, ledgerColumns } from '../../ledger/index.ts';
import type { LoadDifference } from '../../postgres/index.ts';
import { formatMoney, grouped } from '../terminal/format.ts';
import { moneyColumnLabels } from '../terminal/labels.ts';
import { maxCellLength, maxShown, renderMore, renderTerminalTable } from '../terminal/terminal-table.ts';
import type { FileDifference } from './file-difference.ts';

/** A difference between what is stored and its receipts, or the service. */
export type StoredDifference = Omit<LoadDifference, 'what'> & {
  readonly what: FileDifference['what'] | LoadDifference['what'];
};

/** What to do about rows in quarantine. */
export const quarantineAdvice =
  'the table quarantine says why: report them to the service, then load their range again';

/** What cannot be read may name a path. */
const maxReason = 300;

/** Renders the first differences of each kind as lines, the first sums as a table, and how many others there are. */
export function renderStoredDifferences(
  differences: readonly StoredDifference[],
  currencyDigits: CurrencyDigits = {},
): readonly string[] {
  const { true: sums = [], false: others = [] } = Object.groupBy(differences, (difference) =>
    isSum(difference) ? 'true' : 'false',
  );
  const kinds = Map.groupBy(others, ({ what }) => what);
  const lines = [...kinds.values()].flatMap((kind) => kind.slice(0, maxShown));
  // Those of a file are of all its days.
  const ofDays = sums.some(({ day }) => day !== undefined);
  const rows = sums.slice(0, maxShown).map((difference) => {
    const { day = '', currencyCode = '', type = '' } = difference;
    const cells = [currencyCode, type, columnLabel(difference), ...amountsOf(difference, currencyDigits)];
    return ofDays ? [day, ...cells] : cells;
  });
  const columns = [...(ofDays ? ['Day'] : []), 'Currency', 'Type', 'Total', 'Expected', 'Found'];
  return [
    ...lines.map((difference) => `  ${describeStoredDifference(difference)}`),
    ...(rows.length > 0 ? [renderTerminalTable(columns, columns.length - 2, rows)] : []),
    ...renderMore(differences.length - lines.length - rows.length, '; --json prints all of them'),
  ];
}

function isSum({ currencyCode }: StoredDifference): boolean {
  return currencyCode !== undefined;
}

/** Describes a difference in one line. */
export function describeStoredDifference(
  difference: StoredDifference,
  currencyDigits: CurrencyDigits = {},
): string {
  if (difference.timestamp !== undefined) return describeRow(difference);
  if (difference.startDate !== undefined) return describePart(difference);
  if (difference.load !== undefined) return describeJob(difference);
  if (!isSum(difference)) return describeFile(difference);
  const { currencyCode = '', type = '' } = difference;
  const label = printable(`${columnLabel(difference)} of ${currencyCode} ${type}`, maxReason);
  return `${label}: ${expectedAndFound(...amountsOf(difference, currencyDigits))}`;
}

/** Names a row by its key. */
export function formatRowKey({
  timestamp = '',
  type = '',
  transactionId = '',
}: Pick<StoredDifference, 'timestamp' | 'type' | 'transactionId'>): string {
  return [timestamp, type, transactionId].map((part) => printable(part, maxCellLength)).join(' ');
}

function describeRow({ what, fields = [], expected, found, ...row }: StoredDifference): string {
  const name = formatRowKey(row);
  if (what === 'added') return `${name}: the table does not have it`;
  if (what === 'missing') return `${name}: the service no longer has it`;
  if (what === 'returned') return `${name}: marked as missing, but the service has it`;
  const other = what === 'columns' ? 'the row as received' : 'the service';
  const [one = '', two = ''] = [found, expected].map((values) => printable(values, 2 * maxCellLength));
  return `${name}: ${fields.join(', ')}: ${one}; ${other} has ${two}`;
}

/** A part of a range at the service. */
function describePart({ what, startDate = '', endDate = '', expected, found }: StoredDifference): string {
  return what === 'unread'
    ? `${startDate} to ${endDate}: the service returned no complete list: ${found}`
    : `${startDate} to ${endDate}: the service counts ${expected} rows, the table has ${found}`;
}

function describeJob({ what, load = 0, job = 0, expected, found }: StoredDifference): string {
  if (what === 'unfinished') return `load ${load}: ${found} of ${expected} jobs are done`;
  if (what === 'commits') return `load ${load}: expected ${expected} commits, found ${found}`;
  if (what === 'quarantined') return `load ${load}: rows in quarantine: ${found}; ${quarantineAdvice}`;
  return what === 'counted'
    ? `job ${job} of load ${load}: the service counted ${expected} rows, and returned ${found}`
    : `job ${job} of load ${load}: its window changed while it was read: load it again once its range has ended`;
}

const fileLabels: Partial<Readonly<Record<StoredDifference['what'], string>>> = {
  hash: 'SHA-256',
  firstTimestamp: 'first timestamp',
  lastTimestamp: 'last timestamp',
  unknownCurrencies: 'currencies outside ISO 4217',
  duplicates: 'rows with the timestamp, type and id of another row',
  rowsOutsideRange: 'rows outside the range',
  totalCount: 'transactions in the range by the count of the service',
};

/** A difference of a whole file. */
function describeFile({ what, expected, found }: StoredDifference): string {
  if (what === 'unreadable') return `it cannot be read: ${printable(found, maxReason)}`;
  if (what === 'complete') return 'the receipt is of an incomplete export, or contradicts itself';
  if (what === 'columns') return `columns: ${describeColumns(expected.split(', '), found.split(', '))}`;
  const values = [expected, found].map((value) => (/^\d+$/.test(value) ? grouped(value) : value));
  return `${fileLabels[what] ?? what}: ${expectedAndFound(...values)}`;
}

function describeColumns(expected: readonly string[], found: readonly string[]): string {
  const missing = expected.filter((name) => !found.includes(name));
  const added = found.filter((name) => !expected.includes(name));
  const parts = [
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...(added.length > 0 ? [`unexpected ${added.join(', ')}`] : []),
  ];
  return parts.length > 0 ? printable(parts.join('; '), maxReason) : 'in another order';
}

function expectedAndFound(expected = '', found = ''): string {
  return `expected ${printable(expected, maxReason)}, found ${printable(found, maxReason)}`;
}

/** Returns what people call a column: a decimal has the label of its integer. */
function columnLabel({ column = 'rows' }: StoredDifference): string {
  return moneyColumnLabels.get(columnNamed(column)?.minor ?? column) ?? column;
}

function columnNamed(column: string): LedgerColumn | undefined {
  return ledgerColumns.find(({ name }) => name === column);
}

/** Returns the expected and the found sum; an amount in major units, with its currency. */
function amountsOf(
  { what, column = 'rows', currencyCode = '', expected, found }: StoredDifference,
  currencyDigits: CurrencyDigits,
): string[] {
  // A decimal is in major units, and may be any string.
  if (what === 'decimal') return [expected, found];
  if (column === 'rows') return [grouped(expected), grouped(found)];
  const currency = columnNamed(column)?.isUsd ? 'USD' : currencyCode;
  const digits = findMinorUnitDigits(currency, currencyDigits);
  return [expected, found].map((sum) => `${formatMoney(BigInt(sum), digits)} ${currency}`);
}
