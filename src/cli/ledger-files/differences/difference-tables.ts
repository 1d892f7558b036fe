import { printable } from '../../../client/errors/printable.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../../client/money/currency-digits.ts';
import { type LedgerColumn, ledgerColumns } from '../../../ledger/index.ts';
import { formatMoney, grouped } from '../../terminal/format.ts';
import { moneyColumnLabels } from '../../terminal/labels.ts';
import { maxShown, renderMore, renderTerminalTable } from '../../terminal/terminal-table.ts';

/** A difference between what is stored and what it should be: of a sum, if it names a currency. */
export interface StoredDifference {
  readonly what: string;
  /** Of a sum in a table, whose receipts are of days. */
  readonly day?: string;
  readonly currencyCode?: string;
  readonly type?: string;
  readonly column?: string;
  readonly expected: string;
  readonly found: string;
}

/** What cannot be read may name a path. */
export const maxReason = 300;

/**
 * Renders the first differences of each kind as lines, the first sums as a table, and how many others there are.
 *
 * @param describe Returns the line of a difference that is of no sum
 */
export function renderFirstDifferences<Stored extends StoredDifference>(
  differences: readonly Stored[],
  describe: (difference: Stored) => string,
  currencyDigits: CurrencyDigits = {},
): readonly string[] {
  const { true: sums = [], false: others = [] } = Object.groupBy(differences, (difference) =>
    isSum(difference) ? 'true' : 'false',
  );
  const kinds = Map.groupBy(others, ({ what }) => what);
  const lines = [...kinds.values()].flatMap((kind) => kind.slice(0, maxShown));
  // A file has no sums by day.
  const haveDays = sums.some(({ day }) => day !== undefined);
  const rows = sums.slice(0, maxShown).map((difference) => {
    const { day = '', currencyCode = '', type = '' } = difference;
    const cells = [currencyCode, type, columnLabel(difference), ...amountsOf(difference, currencyDigits)];
    return haveDays ? [day, ...cells] : cells;
  });
  const columns = [...(haveDays ? ['Day'] : []), 'Currency', 'Type', 'Total', 'Expected', 'Found'];
  return [
    ...lines.map((difference) => `  ${describe(difference)}`),
    ...(rows.length > 0 ? [renderTerminalTable(columns, columns.length - 2, rows)] : []),
    ...renderMore(differences.length - lines.length - rows.length, '; --json prints all of them'),
  ];
}

/** Whether a difference is of a sum. */
export function isSum({ currencyCode }: StoredDifference): boolean {
  return currencyCode !== undefined;
}

/** Describes a difference of a sum in one line. */
export function describeSum(difference: StoredDifference, currencyDigits: CurrencyDigits): string {
  const { currencyCode = '', type = '' } = difference;
  const label = printable(`${columnLabel(difference)} of ${currencyCode} ${type}`, maxReason);
  return `${label}: ${expectedAndFound(...amountsOf(difference, currencyDigits))}`;
}

/** Says what was expected, and what was found. */
export function expectedAndFound(expected = '', found = ''): string {
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
