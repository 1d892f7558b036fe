import type { Receipt } from '../../ledger/receipt.ts';
import { grouped } from '../grouped.ts';
import type { ReceiptEntry } from './report-document.ts';

/** Returns the receipt, line by line; its sums are the tables of the report. */
export function describeReceipt(receipt: Receipt): readonly ReceiptEntry[] {
  const { file } = receipt;
  const entries: readonly (readonly [string, string | number | null])[] = [
    ['File', file?.name ?? null],
    ['Format', file?.format ?? null],
    ['Size', file && `${grouped(file.bytes)} bytes`],
    ['SHA-256', file?.sha256 ?? null],
    ['Complete', receipt.complete ? 'yes' : 'no'],
    ['Range ended before the export finished', receipt.rangeEnded ? 'yes' : 'no'],
    ['Rows', receipt.rows],
    ['Total count of the service', receipt.totalCount],
    ['Invalid rows', receipt.invalidRows],
    ['Rows outside the range', receipt.rowsOutsideRange],
    ['Changed while it was read', receipt.changedWhileRead ? 'yes' : 'no'],
    ['Start, included', receipt.startDate],
    ['End, excluded', receipt.endDate],
    ['First timestamp', receipt.firstTimestamp],
    ['Last timestamp', receipt.lastTimestamp],
    ['Origin', receipt.origin],
    ['Environment', receipt.environment],
    ['Currencies outside ISO 4217', receipt.unknownCurrencies.join(', ') || 'none'],
    ['Schema drift', receipt.drift.map(driftLine).join('; ') || 'none'],
    ['Columns', receipt.columns.join(', ')],
    ['Export started', receipt.startedAt],
    ['Export finished', receipt.finishedAt],
    ['Version of publisher-commerce', receipt.packageVersion],
    ['Version of the receipt', receipt.receiptVersion],
  ];
  return entries.map(([label, value]) => ({ label, value: text(value) }));
}

function text(value: string | number | null): string {
  if (value === null) return 'not known';
  return typeof value === 'number' ? grouped(value) : value;
}

function driftLine({ path, expected, received }: Receipt['drift'][number]): string {
  return `${path}: expected ${expected}, received ${received}`;
}
