import { formatCurrencyDigits } from '../../../../client/money/currency-digits.ts';
import { ledgerColumns } from '../../../../ledger/index.ts';
import type { Receipt } from '../../../../ledger/receipt.ts';
import { grouped } from '../../../terminal/format.ts';
import { type Cell, countCell, type ReportTable, textCell } from '../report-document.ts';

/** Returns the receipt as a table, line by line; its sums are the other tables of the report. */
export function receiptTable(receipt: Receipt): ReportTable {
  const { file, columns } = receipt;
  const missing = ledgerColumns.filter(({ name }) => !columns.includes(name)).map(({ name }) => name);
  const drift = receipt.drift.map(
    ({ path, expected, received }) => `${path}: expected ${expected}, received ${received}`,
  );
  const lines: Readonly<Record<string, Cell | string | number | null>> = {
    File: file?.name ?? null,
    Format: file?.format ?? null,
    Size: file && `${grouped(file.bytes)} bytes`,
    'SHA-256': file?.sha256 ?? null,
    Complete: receipt.complete ? 'yes' : 'no',
    'Range had ended when it was exported': receipt.rangeEnded ? 'yes' : 'no',
    'Rows in the file': receipt.rows,
    'Rows counted by the service': receipt.totalCount,
    'Invalid rows': receipt.invalidRows,
    'Rounded numbers': receipt.roundedNumbers,
    'Rows outside the range': receipt.rowsOutsideRange,
    'Data changed during the export': receipt.changedWhileRead ? 'yes' : 'no',
    'Start, included': moment(receipt.startDate),
    'End, excluded': moment(receipt.endDate),
    'Time zone': receipt.timeZone ?? 'UTC',
    'First transaction': moment(receipt.firstTimestamp),
    'Last transaction': moment(receipt.lastTimestamp),
    Source: receipt.source,
    Service: receipt.origin ?? (receipt.environment === 'sandbox' ? 'the built-in sandbox' : null),
    Environment: receipt.environment,
    'Decimals of currencies': formatCurrencyDigits(receipt.currencyDigits) || 'ISO 4217',
    'Currencies outside ISO 4217': receipt.unknownCurrencies.join(', ') || 'none',
    'Schema drift': drift.join('; ') || 'none',
    Columns: `${columns.length}, ${missing.length === 0 ? 'all of them' : `without ${missing.join(', ')}`}`,
    'Export started': moment(receipt.startedAt),
    'Export finished': moment(receipt.finishedAt),
    'Version of publisher-commerce': receipt.packageVersion,
    'Version of the receipt': receipt.receiptVersion,
  };
  return {
    caption: 'Receipt',
    columns: [{ label: 'Receipt' }, { label: 'Value' }],
    rows: Object.entries(lines).map(([label, value]) => [textCell(label), cellOf(value)]),
  };
}

function moment(date: string | null): Cell | null {
  return date === null ? null : { kind: 'date', date };
}

function cellOf(value: Cell | string | number | null): Cell {
  if (value === null) return textCell('not known');
  if (typeof value === 'number') return countCell(value);
  return typeof value === 'string' ? textCell(value) : value;
}
