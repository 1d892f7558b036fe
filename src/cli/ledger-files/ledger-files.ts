import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import type { LedgerRow } from '../../ledger/index.ts';
import { CommandError, exitCode, UsageError } from '../terminal/command-error.ts';
import { counted, formatPeriod, type TimeRange } from '../terminal/format.ts';
import { realPath } from '../files/real-path.ts';
import { countInOrder } from './count-in-order.ts';
import { countDuplicates } from './read-ledger.ts';
import type { OnRow } from './compare-file.ts';
import { comparisonsOf } from './file-totals.ts';
import { type LedgerFile, openLedger, readVerified } from './ledger-file.ts';
import { TimeZone, utc } from '../terminal/time-zone.ts';
import { warningsOf, zoneOf } from './receipt-file.ts';
import { isNamed, nameOf } from './source.ts';

/** @throws UsageError when one receipt is named for several files */
export function checkReceiptFlag(receipt: string | undefined, files: readonly string[]): void {
  if (receipt !== undefined && files.length > 1)
    throw new UsageError('--receipt: works with one file; several have theirs beside them');
}

/**
 * Finds the receipts of ledger files whose rows are added up together. Nothing of the files is read yet.
 *
 * @param receipt Path of the receipt of the only file; `undefined` for those beside the files, which may be missing
 * @param currencyDigits Those of the command line: for files without a receipt
 * @throws CommandError when a receipt cannot be read
 * @throws UsageError when two files overlap, or are counted with different decimals of currencies
 */
export async function openLedgers(
  files: readonly string[],
  receipt: string | undefined,
  currencyDigits: CurrencyDigits | undefined,
): Promise<readonly LedgerFile[]> {
  checkReceiptFlag(receipt, files);
  const ledgers: LedgerFile[] = [];
  for (const file of files) {
    if (ledgers.some((other) => realPath(other.file) === realPath(file)))
      throw new UsageError(`${file}: is given twice`);
    // Amounts with different decimals cannot be added up.
    ledgers.push(await openLedger(file, receipt, currencyDigits ?? ledgers[0]?.currencyDigits));
  }
  for (const [index, ledger] of ledgers.entries())
    for (const other of ledgers.slice(0, index)) checkRanges(other, ledger);
  return ledgers;
}

/** Two games that share an address, and that nobody has named, cannot be told from two exports of one game. */
function checkRanges(one: LedgerFile, other: LedgerFile): void {
  const [a, b] = [one.receipt, other.receipt];
  if (!a || !b || a.source !== b.source || a.endDate <= b.startDate || b.endDate <= a.startDate) return;
  const common = {
    startDate: a.startDate > b.startDate ? a.startDate : b.startDate,
    endDate: a.endDate < b.endDate ? a.endDate : b.endDate,
  };
  const older = a.finishedAt < b.finishedAt ? one : other;
  const games = isNamed(a) ? '' : 'if they are of two games, export each with its --source; else ';
  throw new UsageError(
    `${one.file} and ${other.file} both have ${formatPeriod(common, zoneOf(a))} of ${nameOf(a)}: ${games}leave out one, ` +
      `such as ${older.file}, the older export`,
  );
}

/** A file whose rows are added up with those of others. */
export type SummedFile = Pick<LedgerFile, 'file' | 'receipt'>;

/** A time that no file of a source has, between two that do. */
export interface Gap extends TimeRange {
  readonly source: string | null;
}

/** Returns the gaps between files. */
export function gapsOf(ledgers: readonly SummedFile[]): readonly Gap[] {
  const receipts = ledgers.flatMap(({ receipt }) => receipt ?? []);
  return [...Map.groupBy(receipts, ({ source }) => source)].flatMap(([source, own]) => {
    const sorted = own.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
    return sorted.flatMap(({ startDate: endDate }, index) => {
      const startDate = sorted[index - 1]?.endDate ?? endDate;
      return startDate < endDate ? [{ source, startDate, endDate }] : [];
    });
  });
}

/** Returns what qualifies the figures of all files. */
export function warningsOfAll(ledgers: readonly SummedFile[]): readonly string[] {
  return [
    ...ledgers.flatMap(({ file, receipt }) =>
      warningsOf(receipt).map((warning) => (ledgers.length === 1 ? warning : `${file}: ${warning}`)),
    ),
    ...describeGaps(ledgers),
  ];
}

/** Names each gap between files. */
export function describeGaps(ledgers: readonly SummedFile[]): readonly string[] {
  const zone = commonZone(ledgers);
  return gapsOf(ledgers).map((gap) => `Gap: no file has ${formatPeriod(gap, zone)} of ${nameOf(gap)}.`);
}

/** Returns the time zone that all files have their months in; UTC, if they have none in common. */
export function commonZone(ledgers: readonly SummedFile[]): TimeZone {
  const [zone, ...others] = new Set(ledgers.map(({ receipt }) => receipt?.timeZone));
  return others.length === 0 && zone ? new TimeZone(zone) : utc;
}

/** Returns the time from the start of the first file to the end of the last; `undefined` if one has no receipt. */
export function rangeOfAll(ledgers: readonly SummedFile[]): TimeRange | undefined {
  const receipts = ledgers.flatMap(({ receipt }) => receipt ?? []);
  const [startDate] = receipts.map((receipt) => receipt.startDate).sort();
  const endDate = receipts
    .map((receipt) => receipt.endDate)
    .sort()
    .at(-1);
  if (startDate === undefined || endDate === undefined || receipts.length < ledgers.length) return undefined;
  return { startDate, endDate };
}

/** The time that the rows of a file are in, in microseconds since the epoch. */
interface Span {
  readonly ledger: LedgerFile;
  rows: number;
  first: number;
  last: number;
}

/**
 * Reads ledger files, and compares each with its receipt, if it has one. No figure may be shown before it has returned.
 * Memory does not depend on the number of rows.
 *
 * @param needed The columns that their rows must have
 * @param undone What the command did not do if a file differs from its receipt; one sentence without a full stop
 * @param onRowOf Returns what is called with each row of a file
 * @throws CommandError when a file cannot be read or differs from its receipt, or when two files have a row in common
 */
export async function readLedgers<Needed extends keyof LedgerRow>(
  ledgers: readonly LedgerFile[],
  needed: readonly Needed[],
  undone: string,
  onRowOf: (ledger: LedgerFile) => OnRow<Needed>,
): Promise<void> {
  const spans: Span[] = [];
  for (const ledger of ledgers) {
    const span: Span = { ledger, rows: 0, first: Infinity, last: -Infinity };
    const onRow = onRowOf(ledger);
    await readVerified(ledger, needed, undone, (row, instant) => {
      span.rows += 1;
      // Written so that a time that cannot be read may be any.
      if (!(instant >= span.first)) span.first = Number.isNaN(instant) ? -Infinity : instant;
      if (!(instant <= span.last)) span.last = Number.isNaN(instant) ? Infinity : instant;
      onRow(row, instant);
    });
    spans.push(span);
  }
  await checkSharedRows(spans, undone);
}

/** Rows of one key can only be in files whose rows are of one time. Those are read again, as their keys are too many to keep. */
async function checkSharedRows(spans: readonly Span[], undone: string): Promise<void> {
  const overlap = (one: Span, other: Span): boolean => one.first <= other.last && other.first <= one.last;
  const close = spans.filter((one) => spans.some((other) => other !== one && overlap(one, other)));
  // Files of --columns may have no keys: nothing tells their rows apart.
  const haveKeys = close.every(({ ledger: { receipt } }) => !receipt || comparisonsOf(receipt.columns).keys);
  if (close.length === 0 || !haveKeys || (await countShared(close)) === 0) return;
  for (const [index, other] of close.entries()) {
    for (const one of close.slice(0, index)) {
      const shared = overlap(one, other) ? await countShared([one, other]) : 0;
      if (shared === 0) continue;
      const rows = `${counted(shared, 'row')} with the same timestamp, type and id`;
      throw new CommandError(
        'duplicates',
        `${one.ledger.file} and ${other.ledger.file} both have ${rows}. ${undone}: ${adviceFor(one.ledger, other.ledger)}`,
        exitCode.different,
      );
    }
  }
}

/** Says what to do with two files that have rows in common. */
function adviceFor({ receipt: one }: LedgerFile, { receipt: other }: LedgerFile): string {
  if (!one || !other || one.source === other.source) return 'leave out one of the files';
  return `was one exported with the token of the other? Export ${nameOf(one)} or ${nameOf(other)} again with its own`;
}

/** Counts the keys that several files have; a key may be in one file more than once. */
async function countShared(spans: readonly Span[]): Promise<number> {
  const count = async (some: readonly Span[]): Promise<number> => {
    const files = some.map(({ ledger: { file, format } }) => ({ path: file, format }));
    const rows = some.reduce((sum, span) => sum + span.rows, 0);
    return (await countInOrder(files)) ?? countDuplicates(files, rows);
  };
  let shared = await count(spans);
  if (shared === 0) return 0;
  for (const span of spans) shared -= span.ledger.receipt?.rowsWithSameKey ?? (await count([span]));
  return shared;
}
