import { instantOf } from '../../client/api/instant.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import type { LedgerRow, Receipt } from '../../ledger/index.ts';
import type { LedgerFormat } from '../../ledger/ledger-format.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';
import { CommandError, exitCode, UsageError } from '../terminal/command-error.ts';
import { columnsIn, compareBytes, compareFileRows, hashFile, type OnRow } from './compare-file.ts';
import { checkDecimals } from './decimals.ts';
import { finishDelivery } from './delivery.ts';
import { describeFileDifference, type FileDifference } from './differences/file-difference.ts';
import { ledgerFormatOf } from './formats/formats.ts';
import { readLedger } from './read-ledger.ts';
import { checkSameCurrencyDigits, MissingReceiptError, readReceipt, receiptPathOf } from './receipt-file.ts';

/** A ledger file, with what its receipt says of it. */
export interface LedgerFile {
  readonly file: string;
  /** `undefined` if there is none beside the file. */
  readonly receipt: Receipt | undefined;
  readonly format: LedgerFormat;
  /** Those that the rows are counted with. */
  readonly currencyDigits: CurrencyDigits;
}

/**
 * Finds the receipt of a ledger file. Nothing of the file is read yet.
 *
 * @param given Path of the receipt; `undefined` for the one beside the file, which may be missing
 * @param currencyDigits Those of the command line: for a file without a receipt
 * @throws CommandError when the receipt cannot be read
 * @throws UsageError when it has other decimals of currencies than the command line
 */
export async function openLedger(
  file: string,
  given: string | undefined,
  currencyDigits: CurrencyDigits | undefined,
): Promise<LedgerFile> {
  await finishDelivery(file, given);
  const receipt = await findReceipt(file, given);
  if (receipt) checkSameCurrencyDigits(file, receipt, currencyDigits);
  return {
    file,
    receipt,
    format: receipt?.file?.format ?? ledgerFormatOf(file),
    currencyDigits: receipt?.currencyDigits ?? currencyDigits ?? {},
  };
}

async function findReceipt(file: string, given: string | undefined): Promise<Receipt | undefined> {
  try {
    return await readReceipt(given ?? receiptPathOf(file));
  } catch (error) {
    if (error instanceof UnreadableFileError) throw unreadable(file, error, exitCode.failed);
    if (!(error instanceof MissingReceiptError)) throw error;
    if (given === undefined) return undefined;
    throw new UsageError(`--receipt: ${given} does not exist`);
  }
}

function unreadable(file: string, { message }: UnreadableFileError, exit: 1 | 3): CommandError {
  return new CommandError('unreadable', `${file}: cannot be read: ${message}`, exit);
}

/** Returns the SHA-256 of a ledger file: that of its receipt, which it agrees with once it was read, if it has one. */
export async function sha256Of({ file, receipt }: Pick<LedgerFile, 'file' | 'receipt'>): Promise<string> {
  return receipt?.file?.sha256 ?? (await hashFile(file)).sha256;
}

/**
 * Compares the bytes of a ledger file with its receipt, if it has one.
 *
 * @param undone What the command did not do if they differ; one sentence without a full stop
 * @throws CommandError when they differ
 */
export async function checkBytes(ledger: LedgerFile, undone: string): Promise<void> {
  const { file, receipt } = ledger;
  if (receipt) expectNone(await compareBytes(file, receipt.file), ledger, undone);
}

function expectNone(
  [difference]: readonly FileDifference[],
  { file, currencyDigits }: LedgerFile,
  undone: string,
): void {
  if (!difference) return;
  const advice = `${undone}: run publisher-commerce verify to list the differences`;
  throw new CommandError(
    'different',
    `${file} differs from its receipt: ${describeFileDifference(difference, currencyDigits)}. ${advice}`,
    exitCode.different,
  );
}

/**
 * Reads a ledger file, and compares everything in it with its receipt, as `verify` does. No figure may be shown before it
 * has returned.
 *
 * @param needed The columns that its rows must have
 * @param undone What the command did not do if the file differs from its receipt; one sentence without a full stop
 * @param onRow Called with each row
 * @throws CommandError when the file cannot be read, or differs from its receipt
 */
export async function readVerified<Needed extends keyof LedgerRow>(
  ledger: LedgerFile,
  needed: readonly Needed[],
  undone: string,
  onRow: OnRow<Needed>,
): Promise<void> {
  const { file, receipt, format } = ledger;
  // Before the rows: a parser of Parquet may never end on bytes that were changed.
  await checkBytes(ledger, undone);
  try {
    if (receipt) {
      const columns = [...needed, ...columnsIn(receipt)];
      expectNone(await compareFileRows(file, receipt, format, columns, onRow), ledger, undone);
    } else {
      let position = 0;
      const { currencyDigits } = ledger;
      for await (const rows of readLedger({ path: file, format, needed, currencyDigits })) {
        for (const row of rows) {
          checkDecimals(row, (position += 1), currencyDigits);
          onRow(row, instantOf(row.timestamp ?? ''));
        }
      }
    }
  } catch (error) {
    throw explainUnreadable(ledger, error);
  }
}

/** Names the file that cannot be read; any other error is returned as it is. */
export function explainUnreadable(
  { file, receipt }: Pick<LedgerFile, 'file' | 'receipt'>,
  error: unknown,
): unknown {
  // With a receipt, its bytes were those of the receipt, which says that it is a ledger.
  const exit = receipt ? exitCode.different : exitCode.failed;
  return error instanceof UnreadableFileError ? unreadable(file, error, exit) : error;
}
