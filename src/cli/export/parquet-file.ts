import type { SchemaElement } from 'hyparquet';
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';

import { instantOf } from '../../client/api/instant.ts';
import type { LedgerColumn } from '../../ledger/index.ts';
import { readLines } from '../read/read-jsonl.ts';
import { type FileDigest, PartFile } from './part-file.ts';

/** Rows of every group but the last. They are in memory while a group is written. */
const groupSize = 25_000;

/** A ledger row in a Parquet file: integers, times and decimals without their point are `bigint`. */
type ParquetRow = Record<string, unknown>;

/**
 * Writes the lines of a complete part file, which are ledger rows, as Parquet in groups of rows.
 *
 * @param signal Stops it between two chunks of the part file.
 */
export async function writeParquet(
  lines: string,
  path: string,
  columns: readonly LedgerColumn[],
  signal: AbortSignal,
): Promise<FileDigest> {
  const file = await PartFile.create(path);
  try {
    const schema = columns.map(elementOf);
    const writer = new GroupWriter(file);
    await parquetWriteRows({
      writer,
      rows: readRows(lines, columns, signal),
      columns: schema.map(({ name, type }) => ({
        name,
        offsetIndex: false,
        // Of numbers and times. Strings take long to compare, and bytes of decimals would be compared as unsigned.
        statistics: type === 'INT64',
      })),
      schema: [{ name: 'ledger', num_children: columns.length }, ...schema],
      rowGroupSize: groupSize,
      createdBy: 'publisher-commerce',
    });
    // The metadata, after the last group.
    await writer.flush();
    await file.sync();
    return file.digest();
  } finally {
    await file.close();
  }
}

/** Appends to a file what its buffer has, after each group. */
class GroupWriter extends ByteWriter {
  readonly #file: PartFile;

  constructor(file: PartFile) {
    super();
    this.#file = file;
  }

  async flush(): Promise<void> {
    await this.#file.append(this.getBytes());
    this.index = 0;
  }
}

async function* readRows(
  path: string,
  columns: readonly LedgerColumn[],
  signal: AbortSignal,
): AsyncGenerator<ParquetRow, void, undefined> {
  const numbers = columns.filter(({ type }) => type !== 'string' && type !== 'json');
  for await (const lines of readLines(path)) {
    signal.throwIfAborted();
    for (const line of lines) {
      // Written by this command: its hash was verified, or it was written in this run.
      const row = JSON.parse(line) as ParquetRow;
      for (const column of numbers) row[column.name] = valueOf(row[column.name], column);
      yield row;
    }
  }
}

/** Scale of an amount in major units of any currency: ISO 4217 has at most four decimals. */
const wideScale = 4;

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
    case 'decimal':
      return isUsd(column)
        ? { ...base, type: 'INT64', ...decimalType({ precision: 18, scale: 2 }) }
        : {
            ...base,
            type: 'FIXED_LEN_BYTE_ARRAY',
            type_length: 9,
            ...decimalType({ precision: 20, scale: wideScale }),
          };
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

function isUsd({ unit }: LedgerColumn): boolean {
  return unit === 'US dollars';
}

/** Returns the value of a column of times, integers or decimals. */
function valueOf(value: unknown, column: LedgerColumn): bigint | null {
  if (column.type === 'timestamp') {
    const instant = instantOf(value);
    return Number.isNaN(instant) ? null : BigInt(instant);
  }
  if (typeof value === 'number') return BigInt(value);
  return typeof value === 'string' ? unscaled(value, isUsd(column) ? 2 : wideScale) : null;
}

/** Returns an exact decimal string without its point, with a number of decimals. */
function unscaled(value: string, scale: number): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}
