import { deflateRawSync, inflateRawSync } from 'node:zlib';

import type { RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

import { instantOf } from '../../../client/api/instant.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../../../client/money/currency-digits.ts';
import type { LedgerColumn, LedgerRow } from '../../../ledger/index.ts';
import { decimalDigits } from '../../../ledger/ledger-columns.ts';
import type { EncoderParts } from './format.ts';
import type { RowEncoder } from './row-encoder.ts';

/**
 * Returns the encoder of Parquet files, whose rows are in a group for each page. A file without its end, which lists the
 * groups, is what was written so far.
 */
export function createParquetEncoder({
  columns,
  toRow,
  currencyDigits,
  continued,
}: EncoderParts): RowEncoder {
  const schema = columns.map(elementOf);
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [{ name: 'ledger', num_children: columns.length }, ...schema],
    createdBy: 'publisher-commerce',
  });
  const header = writer.getBytes().slice();
  if (continued) {
    writer.offset = continued.bytes;
    parquet.row_groups = continued.groups.map(parseGroup);
    parquet.num_rows = parquet.row_groups.reduce((rows, group) => rows + group.num_rows, 0n);
  }
  const groups = [...(continued?.groups ?? [])];
  const sources = columns.map((column, index) => ({
    read: readerOf(column, currencyDigits),
    options: {
      name: column.name,
      ...(isUnique(column) && { encoding: 'PLAIN' as const }),
      offsetIndex: false,
      // Of numbers and times. Strings take long to compare, and bytes of decimals would be compared as unsigned.
      statistics: schema[index]?.type === 'INT64',
    },
  }));
  return {
    header,
    encode: (transactions) => {
      writer.index = 0;
      if (transactions.length === 0) return writer.getBytes();
      const rows = transactions.map(toRow);
      const columnData = sources.map(({ read, options }) => ({ ...options, data: rows.map(read) }));
      // It returns a promise for other writers only.
      void parquet.write({ columnData, rowGroupSize: rows.length });
      groups.push(...parquet.row_groups.slice(groups.length).map(formatGroup));
      return writer.getBytes();
    },
    groups: () => groups,
    footer: () => {
      writer.index = 0;
      void parquet.finish();
      return writer.getBytes();
    },
  };
}

/** Formats what the end of the file says of a group: a tenth of its JSON. */
function formatGroup(group: RowGroup): string {
  const json = JSON.stringify(group, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
  return deflateRawSync(json).toString('base64');
}

function parseGroup(text: string): RowGroup {
  const json = inflateRawSync(Buffer.from(text, 'base64')).toString();
  // Written by `formatGroup`.
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as RowGroup;
}

/** Returns the Parquet schema of a column; hashed columns are strings. */
function elementOf(column: LedgerColumn): SchemaElement {
  const { name, type } = column;
  // A timestamp that cannot be read as one is null in Parquet.
  const optional = column.nullable || type === 'timestamp';
  const base = { name, repetition_type: optional ? ('OPTIONAL' as const) : ('REQUIRED' as const) };
  switch (type) {
    case 'integer':
      return { ...base, type: 'INT64' };
    case 'timestamp':
      return {
        ...base,
        type: 'INT64',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      };
    case 'decimal': {
      const decimal = { ...base, ...decimalType(decimalDigits(column)) };
      return column.isUsd
        ? { ...decimal, type: 'INT64' }
        : { ...decimal, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 9 };
    }
    default:
      return { ...base, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
  }
}

/** Both ways to say it: some readers know only one of them. */
function decimalType(decimal: { readonly precision: number; readonly scale: number }) {
  return {
    ...decimal,
    converted_type: 'DECIMAL' as const,
    logical_type: { type: 'DECIMAL' as const, ...decimal },
  };
}

/** Columns whose values hardly repeat: a dictionary of them would be made in vain. */
const isUnique = ({ name }: LedgerColumn): boolean => /_id$|_email$|^ip_address$/.test(name);

/** Returns a function that reads a column: integers, times and decimals without their point are `bigint`. */
function readerOf(column: LedgerColumn, currencyDigits: CurrencyDigits): (row: LedgerRow) => unknown {
  const { name, type, minor, isUsd } = column;
  if (minor !== null) {
    if (isUsd) return (row) => BigInt(row[minor]);
    const { scale } = decimalDigits(column);
    return (row) => {
      const digits = findMinorUnitDigits(row.currency_code, currencyDigits);
      return digits === undefined ? null : BigInt(row[minor]) * 10n ** BigInt(scale - digits);
    };
  }
  switch (type) {
    case 'integer':
      return (row) => BigInt(row[name] ?? 0);
    case 'timestamp':
      return (row) => {
        const instant = instantOf(row[name]);
        return Number.isNaN(instant) ? null : BigInt(instant);
      };
    default:
      // As bytes: the writer is slow to encode many strings.
      if (isUnique(column)) return (row) => (row[name] === null ? null : Buffer.from(String(row[name])));
      return (row) => row[name];
  }
}
