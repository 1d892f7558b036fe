import type { Receipt } from '../../ledger/index.ts';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { ledgerFormatOf } from '../read/ledger-format.ts';
import { readLedger } from '../read/read-ledger.ts';
import { UnreadableFileError } from '../read/unreadable-file-error.ts';
import { UsageError } from '../usage-error.ts';
import { hashFile } from '../verify/hash-file.ts';
import { MissingReceiptError, readReceipt } from '../verify/read-receipt.ts';
import { findDifference } from './check-figures.ts';
import type { ReportSource } from './describe-report.ts';
import { ReportTotals } from './report-totals.ts';

/**
 * Adds up a ledger file, and compares it with its receipt if it has one: a report never shows figures that differ from
 * the receipt.
 *
 * @param receiptPath Path of the receipt; `undefined` for the one beside the file, which may be missing.
 * @throws CommandError when the file or its receipt cannot be read, or when they differ
 */
export async function readSource(file: string, receiptPath: string | undefined): Promise<ReportSource> {
  try {
    const receipt = await findReceipt(file, receiptPath);
    const format = receipt?.file?.format ?? ledgerFormatOf(file);
    if (receipt) await compareHash(file, receipt);
    const totals = new ReportTotals();
    for await (const rows of readLedger(file, format)) for (const row of rows) totals.add(row);
    const difference = receipt && findDifference(receipt, totals);
    if (difference !== undefined) throw different(`${file}: ${difference}`);
    return { file, totals, receipt };
  } catch (error) {
    if (error instanceof UnreadableFileError) {
      throw new CommandError('unreadable', `${file}: cannot be read: ${error.message}`, exitCode.different);
    }
    throw error;
  }
}

async function findReceipt(file: string, given: string | undefined): Promise<Receipt | undefined> {
  try {
    return await readReceipt(given ?? `${file}.receipt.json`);
  } catch (error) {
    if (!(error instanceof MissingReceiptError)) throw error;
    if (given === undefined) return undefined;
    throw new UsageError(`--receipt: ${given} does not exist`);
  }
}

async function compareHash(file: string, receipt: Receipt): Promise<void> {
  const { sha256 } = await hashFile(file);
  const expected = receipt.file?.sha256 ?? 'none';
  if (sha256 === expected) return;
  throw different(`${file}: its SHA-256 is ${sha256}, in its receipt ${expected}`);
}

function different(problem: string): CommandError {
  const advice = 'No report was written: run publisher-commerce verify to list the differences';
  return new CommandError('different', `${problem}. ${advice}`, exitCode.different);
}
