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
    return { ...base, type: 'INT64', ...decimalType(decimal) };
  }
  if (type === 'decimal') {
    const { bytes: type_length, ...decimal } = wideDecimal;
    return { ...base, type: 'FIXED_LEN_BYTE_ARRAY', type_length, ...decimalType(decimal) };
  }
  return { ...base, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
}

/** Both ways to say it: some readers know only one of them. */
function decimalType(decimal: { readonly precision: number; readonly scale: number }) {
  return {
    ...decimal,
    converted_type: 'DECIMAL' as const,
    logical_type: { type: 'DECIMAL' as const, ...decimal },
  };
}

/**
 * Returns the schema with the types of the stored values only, for values that are already as they are stored: a writer
 * does not convert them again.
 */
export function storedTypes(schema: readonly SchemaElement[]): SchemaElement[] {
  return schema.map(({ name, type, type_length, repetition_type, num_children, converted_type }) => ({
    name,
    ...(num_children !== undefined && { num_children }),
    ...(type && { type }),
    ...(type_length !== undefined && { type_length }),
    ...(repetition_type && { repetition_type }),
    ...(converted_type === 'UTF8' && { converted_type }),
  }));
}

/** Whether a column of money is in US dollars. */
export function isUsd({ unit }: LedgerColumn): boolean {
  return unit === 'US dollars';
}
