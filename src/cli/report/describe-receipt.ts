import { ledgerColumns } from '../../ledger/index.ts';
import type { Receipt } from '../../ledger/receipt.ts';
import { grouped } from '../format.ts';
import type { Cell, ReceiptEntry } from './report-document.ts';

/** Returns the receipt, line by line; its sums are the tables of the report. */
export function describeReceipt(receipt: Receipt): readonly ReceiptEntry[] {
  const { file } = receipt;
  const entries: readonly (readonly [string, Cell | string | number | null])[] = [
    ['File', file?.name ?? null],
    ['Format', file?.format ?? null],
    ['Size', file && `${grouped(file.bytes)} bytes`],
    ['SHA-256', file?.sha256 ?? null],
    ['Complete', receipt.complete ? 'yes' : 'no'],
    ['Range had ended when it was exported', receipt.rangeEnded ? 'yes' : 'no'],
    ['Rows in the file', receipt.rows],
    ['Rows counted by the service', receipt.totalCount],
    ['Invalid rows', receipt.invalidRows],
    ['Rows outside the range', receipt.rowsOutsideRange],
    ['Data changed during the export', receipt.changedWhileRead ? 'yes' : 'no'],
    ['Start, included', moment(receipt.startDate)],
    ['End, excluded', moment(receipt.endDate)],
    ['First transaction', moment(receipt.firstTimestamp)],
    ['Last transaction', moment(receipt.lastTimestamp)],
    ['Service', receipt.origin ?? (receipt.environment === 'sandbox' ? 'the built-in sandbox' : null)],
    ['Environment', receipt.environment],
    ['Currencies outside ISO 4217', receipt.unknownCurrencies.join(', ') || 'none'],
    ['Schema drift', receipt.drift.map(driftLine).join('; ') || 'none'],
    ['Columns', columnsOf(receipt)],
    ['Export started', moment(receipt.startedAt)],
    ['Export finished', moment(receipt.finishedAt)],
    ['Version of publisher-commerce', receipt.packageVersion],
    ['Version of the receipt', receipt.receiptVersion],
  ];
  return entries.map(([label, value]) => ({ label, value: cellOf(value) }));
}

function moment(date: string | null): Cell | null {
  return date === null ? null : { kind: 'moment', moment: date };
}

function cellOf(value: Cell | string | number | null): Cell {
  if (value === null) return { kind: 'text', text: 'not known' };
  if (typeof value === 'number') return { kind: 'count', count: value };
  return typeof value === 'string' ? { kind: 'text', text: value } : value;
}

/** Returns the number of columns, with those that were left out. */
function columnsOf({ columns }: Receipt): string {
  const missing = ledgerColumns.filter(({ name }) => !columns.includes(name)).map(({ name }) => name);
  return `${columns.length}, ${missing.length === 0 ? 'all of them' : `without ${missing.join(', ')}`}`;
}

function driftLine({ path, expected, received }: Receipt['drift'][number]): string {
  return `${path}: expected ${expected}, received ${received}`;
}
