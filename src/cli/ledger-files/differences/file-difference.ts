import { printable } from '../../../client/errors/printable.ts';
import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import type { Receipt } from '../../../ledger/index.ts';
import { grouped } from '../../terminal/format.ts';
import {
  describeSum,
  expectedAndFound,
  isSum,
  maxReason,
  type StoredDifference,
} from './difference-tables.ts';

/** A difference between a file and its receipt; `sum` and `decimal` name their currency, type and column. */
export interface FileDifference extends Pick<
  StoredDifference,
  'currencyCode' | 'type' | 'column' | 'expected' | 'found'
> {
  /**
   * - `hash`, `bytes`, `columns`, `rows`, `firstTimestamp`, `lastTimestamp`, `unknownCurrencies`: differ from the receipt
   * - `sum`: the rows of a currency and type, or their sum in a column, differ from the receipt
   * - `duplicates`: other rows than the receipt says have the timestamp, type and id of an earlier row
   * - `rowsOutsideRange`: rows are outside the range of the receipt
   * - `decimal`: decimals in major units differ from the integer in the smallest unit
   * - `unreadable`: the file is not a ledger, or ends too early
   * - `complete`: the receipt says that the export was incomplete, or contradicts itself
   * - `totalCount`: the service now counts another number of transactions
   */
  readonly what:
    | 'hash'
    | 'bytes'
    | 'columns'
    | 'rows'
    | 'firstTimestamp'
    | 'lastTimestamp'
    | 'unknownCurrencies'
    | 'sum'
    | 'duplicates'
    | 'rowsOutsideRange'
    | 'decimal'
    | 'unreadable'
    | 'complete'
    | 'totalCount';
}

/** The result of a verification. */
export interface Verification {
  readonly receipt: Receipt;
  /** Empty if the file agrees with its receipt. */
  readonly differences: readonly FileDifference[];
  /** Whether the rows were read too, and not only the hash and the size. */
  readonly rowsCompared: boolean;
}

/** Describes a difference between a file and its receipt in one line. */
export function describeFileDifference(
  difference: FileDifference,
  currencyDigits: CurrencyDigits = {},
): string {
  return isSum(difference) ? describeSum(difference, currencyDigits) : describeFile(difference);
}

const fileLabels: Partial<Readonly<Record<FileDifference['what'], string>>> = {
  hash: 'SHA-256',
  firstTimestamp: 'first timestamp',
  lastTimestamp: 'last timestamp',
  unknownCurrencies: 'currencies outside ISO 4217',
  duplicates: 'rows with the timestamp, type and id of another row',
  rowsOutsideRange: 'rows outside the range',
  totalCount: 'transactions in the range by the count of the service',
};

/** A difference of a whole file. */
function describeFile({ what, expected, found }: FileDifference): string {
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
