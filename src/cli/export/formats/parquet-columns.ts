import type { SchemaElement } from 'hyparquet';

import { instantOf } from '../../../api/instant.ts';
import type { LedgerColumn, LedgerRow } from '../../../ledger/index.ts';

/** Bytes and scale of an amount in major units of any currency: ISO 4217 has at most four decimals. */
const wideDecimal = { bytes: 9, precision: 20, scale: 4 } as const;

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
  return schema.map(({ name, type, type_length, repetition_type, num_children }) => ({
    name,
    ...(num_children !== undefined && { num_children }),
    ...(type && { type }),
    ...(type_length !== undefined && { type_length }),
    ...(repetition_type && { repetition_type }),
  }));
}

/** Whether a column of money is in US dollars. */
function isUsd({ unit }: LedgerColumn): boolean {
  return unit === 'US dollars';
}

/** The values of a column in a row group. */
type ColumnValues = BigInt64Array | unknown[];

/** The values of a row group by column, in memory. */
export interface ParquetColumn {
  readonly name: string;
  /** Sets the value of a row of the group. */
  readonly set: (index: number, row: LedgerRow) => void;
  /** Returns the values of the first rows. */
  readonly values: (rows: number) => ColumnValues;
}

/** Returns empty columns for groups of up to `size` rows. */
export function parquetColumns(columns: readonly LedgerColumn[], size: number): readonly ParquetColumn[] {
  return columns.map((column) => {
    // Every column has a field of the same name.
    const name = column.name as keyof LedgerRow;
    if (column.type === 'integer') return integers(name, name, size);
    // An amount in US dollars has the same digits as its cents.
    if (column.type === 'decimal' && isUsd(column))
      return integers(name, `${name}_minor` as keyof LedgerRow, size);
    if (column.type === 'timestamp') return mapped(name, size, (value) => timestamp(value));
    if (column.type === 'decimal') return decimals(name, size);
    return strings(name, size);
  });
}

function integers(name: string, field: keyof LedgerRow, size: number): ParquetColumn {
  const values = new BigInt64Array(size);
  return {
    name,
    // Columns of integers have no other values.
    set: (index, row) => void (values[index] = BigInt(row[field] as number)),
    values: (rows) => values.subarray(0, rows),
  };
}

function mapped(
  name: keyof LedgerRow,
  size: number,
  convert: (value: LedgerRow[keyof LedgerRow]) => unknown,
): ParquetColumn {
  const values = new Array<unknown>(size).fill(null);
  return {
    name,
    set: (index, row) => void (values[index] = convert(row[name])),
    values: (rows) => values.slice(0, rows),
  };
}

function timestamp(value: unknown): bigint | null {
  const instant = instantOf(value);
  return Number.isNaN(instant) ? null : BigInt(instant);
}

/** Values that repeat are kept once, up to this many in a column: fewer objects survive until their group is full. */
const maxKnown = 1000;
/** Bytes to begin with for each string. Memory that is not written to is not taken from the system. */
const expectedBytes = 64;
/** UTF-8 takes at most three bytes for each unit of a string. */
const maxBytes = 3;

/**
 * A column of strings. Those of a group with many different ones are kept as bytes in one buffer: as strings they would
 * survive until the group is full, and be encoded one by one. Which groups that are depends on their rows only.
 */
function strings(name: keyof LedgerRow, size: number): ParquetColumn {
  const values = new Array<unknown>(size).fill(null);
  const known = new Map<unknown, unknown>();
  const ends = new Uint32Array(size);
  let bytes: Buffer | undefined;
  let used = 0;
  const append = (index: number, value: unknown, to: Buffer): Buffer => {
    const isString = typeof value === 'string';
    const needed = isString ? used + value.length * maxBytes : used;
    const buffer = needed > to.length ? Buffer.concat([to.subarray(0, used)], needed * 2) : to;
    if (isString) used += buffer.write(value, used);
    values[index] = isString ? '' : null;
    ends[index] = used;
    return buffer;
  };
  return {
    name,
    set: (index, row) => {
      if (index === 0) {
        known.clear();
        bytes = undefined;
        used = 0;
      }
      const value = row[name];
      if (bytes) {
        bytes = append(index, value, bytes);
        return;
      }
      const same = known.get(value);
      if (same === undefined) known.set(value, value);
      values[index] = same ?? value;
      if (known.size <= maxKnown) return;
      bytes = Buffer.allocUnsafeSlow(size * expectedBytes);
      for (let at = 0; at <= index; at++) bytes = append(at, values[at], bytes);
    },
    values: (rows) => {
      const all = bytes;
      if (!all) return values.slice(0, rows);
      return Array.from({ length: rows }, (_, at) =>
        values[at] === null ? null : all.subarray(at === 0 ? 0 : ends[at - 1], ends[at]),
      );
    },
  };
}

function decimals(name: keyof LedgerRow, size: number): ParquetColumn {
  const known = new Map<string, Uint8Array>();
  return mapped(name, size, (value) => {
    if (typeof value !== 'string') return null;
    const bytes = known.get(value) ?? decimalBytes(value);
    if (known.size < maxKnown) known.set(value, bytes);
    return bytes;
  });
}

/** The big-endian two's complement of an exact decimal string, as Parquet stores it. */
function decimalBytes(value: string): Uint8Array {
  const [whole = '', fraction = ''] = value.split('.');
  const unscaled = BigInt(whole + fraction.padEnd(wideDecimal.scale, '0'));
  const bytes = new Uint8Array(wideDecimal.bytes);
  const view = new DataView(bytes.buffer);
  view.setBigInt64(1, BigInt.asIntN(64, unscaled));
  view.setInt8(0, Number(unscaled >> 64n));
  return bytes;
}
