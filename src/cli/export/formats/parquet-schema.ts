import type { SchemaElement } from 'hyparquet';

import type { LedgerColumn } from '../../../ledger/index.ts';

/** Bytes and scale of an amount in major units of any currency: ISO 4217 has at most four decimals. */
export const wideDecimal = { bytes: 9, precision: 20, scale: 4 } as const;

/** The scale of an amount in US dollars. */
const usdScale = 2;

/** Returns the Parquet schema of columns; hashed columns are strings. */
export function parquetSchema(columns: readonly LedgerColumn[]): SchemaElement[] {
  return [{ name: 'ledger', num_children: columns.length }, ...columns.map(elementOf)];
}

function elementOf(column: LedgerColumn): SchemaElement {
  const { name, type } = column;
  // A timestamp that cannot be read as one is null in Parquet.
  const optional = column.nullable || type === 'timestamp';
  const base = { name, repetition_type: optional ? ('OPTIONAL' as const) : ('REQUIRED' as const) };
  if (type === 'integer') return { ...base, type: 'INT64' };
  if (type === 'timestamp') {
    return {
      ...base,
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    };
  }
  if (type === 'decimal' && isUsd(column)) {
    const decimal = { precision: 18, scale: usdScale };
    return { ...base, type: 'INT64', ...decimal, logical_type: { type: 'DECIMAL', ...decimal } };
  }
  if (type === 'decimal') {
    const { bytes: type_length, ...decimal } = wideDecimal;
    return {
      ...base,
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length,
      ...decimal,
      logical_type: { type: 'DECIMAL', ...decimal },
    };
  }
  return { ...base, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
}

/** Whether a column of money is in US dollars. */
export function isUsd({ unit }: LedgerColumn): boolean {
  return unit === 'US dollars';
}
