import { instantOf } from '../../client/api/instant.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import type { LedgerRow, Receipt } from '../../ledger/index.ts';
import { CommandError, exitCode, UsageError } from '../command-error.ts';
import { ledgerFormatOf } from '../read/ledger-format.ts';
import { readLedger } from '../read/read-ledger.ts';
import { storedColumns, UnreadableFileError } from '../read/stored-row.ts';
import { describeStoredDifference } from '../stored-differences.ts';
import { compareBytes, compareRows, type OnRow } from './compare-file.ts';
import type { FileDifference, Verification } from './difference.ts';
import {
  checkCurrencyDigits,
  isComplete,
  MissingReceiptError,
  readReceipt,
  receiptPathOf,
} from './receipt.ts';

/** Options of {@link verifyFile}. */
export interface VerifyOptions {
  /** Path of the receipt. @defaultValue the file with the suffix `.receipt.json` */
  readonly receipt?: string | undefined;
  /** Returns the service's current count of the receipt's range; called once, before the file is read. */
  readonly countOnline?: ((receipt: Receipt) => Promise<number>) | undefined;
}

/**
 * Reads a delivered file again, and compares what its bytes contain with its receipt: hash, rows, duplicates, range and
 * every sum; of a Parquet file that has changed, hash and size only. Nothing in the file is trusted, and memory does not
 * depend on its size.
 *
 * @throws MissingReceiptError when there is no receipt
 * @throws UnreadableFileError when the receipt cannot be read
 */
export async function verifyFile(path: string, options: VerifyOptions = {}): Promise<Verification> {
  const receipt = await readReceipt(options.receipt ?? receiptPathOf(path));
  // First, so that a service that cannot be reached is reported before a large file is read.
  const count = await options.countOnline?.(receipt);
  let differences: readonly FileDifference[] = [];
  // Not `push(...found)`: a receipt may have more sums than a call may have arguments.
  const add = (found: readonly FileDifference[]): void => void (differences = [...differences, ...found]);
  if (!isComplete(receipt)) add([{ what: 'complete', expected: 'true', found: 'false' }]);
  const changed = await compareBytes(path, receipt.file);
  add(changed);
  // A parser of Parquet may never end on bytes that were changed.
  const rowsCompared = receipt.file !== null && !(changed.length > 0 && receipt.file.format === 'parquet');
  try {
    if (rowsCompared) add(await compareRows(path, receipt, receipt.file.format, columnsIn(receipt)));
  } catch (error) {
    // Its bytes were read: they are not those of a ledger.
    if (!(error instanceof UnreadableFileError)) throw error;
    add([{ what: 'unreadable', expected: 'a file that can be read', found: error.message }]);
  }
  if (count !== undefined && count !== receipt.totalCount) {
    add([{ what: 'totalCount', expected: String(receipt.totalCount), found: String(count) }]);
  }
  return { receipt, differences, rowsCompared };
}

/** A ledger file to read. */
interface LedgerSource<Needed extends keyof LedgerRow> {
  readonly file: string;
  /** The columns that its rows must have. */
  readonly needed: readonly Needed[];
  /** Path of the receipt. @defaultValue the file with the suffix `.receipt.json`, which may be missing */
  readonly receipt: string | undefined;
  /** What the command did not do if the file differs from its receipt; one sentence without a full stop. */
  readonly undone: string;
  /** Those of the command line: for a file without a receipt. */
  readonly currencyDigits: CurrencyDigits | undefined;
}

/** A ledger file that was read. */
export interface VerifiedLedger {
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
  /** Those that the rows were counted with. */
  readonly currencyDigits: CurrencyDigits;
}

/**
 * Reads a ledger file, and compares everything in it with its receipt, as `verify` does. No figure may be shown before it
 * has returned.
 *
 * @param onRow Called with each row
 * @throws CommandError when the file or its receipt cannot be read, or when they differ
 * @throws UsageError when its receipt has other decimals of currencies than the command line
 */
export async function readVerified<Needed extends keyof LedgerRow>(
  { file, needed, receipt: receiptPath, undone, currencyDigits }: LedgerSource<Needed>,
  onRow: OnRow<Needed>,
): Promise<VerifiedLedger> {
  const expectEqual = ([difference]: readonly FileDifference[]): void => {
    if (!difference) return;
    const advice = `${undone}: run publisher-commerce verify to list the differences`;
    throw new CommandError(
      'different',
      `${file} differs from its receipt: ${describeStoredDifference(difference, receipt?.currencyDigits)}. ${advice}`,
      exitCode.different,
    );
  };
  let receipt: Receipt | undefined;
  try {
    receipt = await findReceipt(file, receiptPath);
    const format = receipt?.file?.format ?? ledgerFormatOf(file);
    if (receipt) {
      checkCurrencyDigits(file, receipt, currencyDigits);
      // Before the rows: a parser of Parquet may never end on bytes that were changed.
      expectEqual(await compareBytes(file, receipt.file));
      const all = [...needed, ...columnsIn(receipt)];
      expectEqual(await compareRows(file, receipt, format, all, onRow));
    } else {
      for await (const rows of readLedger({ path: file, format, needed })) {
        for (const row of rows) onRow(row, instantOf(row.timestamp ?? ''));
      }
    }
    return { receipt, currencyDigits: receipt?.currencyDigits ?? currencyDigits ?? {} };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    // With a receipt, its bytes were those of the receipt, which says that it is a ledger.
    const exit = receipt ? exitCode.different : exitCode.failed;
    throw new CommandError('unreadable', `${file}: cannot be read: ${error.message}`, exit);
  }
}

/** The columns that are compared, of those that a file has by its receipt. */
function columnsIn({ columns }: Receipt): readonly (typeof storedColumns)[number][] {
  return storedColumns.filter((name) => columns.includes(name));
}

async function findReceipt(file: string, given: string | undefined): Promise<Receipt | undefined> {
  try {
    return await readReceipt(given ?? receiptPathOf(file));
  } catch (error) {
    if (!(error instanceof MissingReceiptError)) throw error;
    if (given === undefined) return undefined;
    throw new UsageError(`--receipt: ${given} does not exist`);
  }
}
