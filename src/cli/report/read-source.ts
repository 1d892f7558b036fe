import { readVerified } from '../verify/read-verified.ts';
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
  const totals = new ReportTotals();
  const source = { file, receipt: receiptPath, undone: 'No report was written' };
  return { file, totals, receipt: await readVerified(source, (row) => totals.add(row)) };
}
