import type { CurrencyDigits } from '../../../client/money/currency-digits.ts';
import type { LedgerRow } from '../../../ledger/index.ts';
import { realPath } from '../../files/real-path.ts';
import { UsageError } from '../../terminal/command-error.ts';
import type { OnRow } from '../compare-file.ts';
import { type LedgerFile, openLedger, readVerified } from '../open-ledger.ts';
import { checkReceiptFlag } from '../receipt-file.ts';
import { checkRanges, checkSharedRows, type Span } from './overlaps.ts';

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
