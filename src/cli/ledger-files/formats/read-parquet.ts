import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet';

import { toTimestamp } from '../../../client/api/instant.ts';
import type { LedgerRow } from '../../../ledger/index.ts';
import { UnreadableFileError } from '../../files/unreadable-file.ts';
import { withPoint } from '../../terminal/format.ts';
import { namedColumns } from '../ledger-row.ts';

const parsers = {
  timestampFromMilliseconds: (time: bigint | null | undefined) => timeOf(time && time * 1000n),
  timestampFromMicroseconds: timeOf,
};

/** Yields the rows of a Parquet file, a row group at a time. @throws UnreadableFileError */
export async function* readParquet(
  path: string,
  needed: readonly (keyof LedgerRow)[],
): AsyncGenerator<readonly Partial<LedgerRow>[], void, undefined> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const schema = metadata.schema.slice(1);
  namedColumns(
    schema.map(({ name }) => name),
    needed,
  );
  const hasTime = schema.some(({ name }) => name === 'timestamp');
  const scales = new Map(schema.flatMap((element) => scaleOf(element)));
  // Decimals are read as stored, as integers: hyparquet would convert them to floating point.
  for (const element of schema) if (scales.has(element.name)) delete element.converted_type;

  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, parsers });
    for (const row of rows) {
      convert(row, scales);
      // Not readable when it was written.
      if (hasTime) row['timestamp'] ??= '';
    }
    // `columnsOf` found the columns that every row has.
    yield rows as Partial<LedgerRow>[];
    rowStart = rowEnd;
  }
  if (BigInt(rowStart) !== metadata.num_rows) {
    throw new UnreadableFileError(
      `has ${rowStart} rows in its groups, and ${metadata.num_rows} in its metadata`,
    );
  }
}

function scaleOf({ name, scale = 0, converted_type, logical_type }: SchemaElement): [string, number][] {
  return converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL' ? [[name, scale]] : [];
}

function convert(row: Record<string, unknown>, scales: ReadonlyMap<string, number>): void {
  for (const [name, value] of Object.entries(row)) {
    const scale = scales.get(name);
    if (value === undefined) row[name] = null;
    else if (scale !== undefined && value !== null) row[name] = withPoint(unscaled(value), scale);
    else if (typeof value === 'bigint') row[name] = Number(value);
    if (name.endsWith('_minor') && !Number.isSafeInteger(row[name])) {
      throw new UnreadableFileError(`${name}: must be an integer, not ${String(value)}`);
    }
  }
}

/** Returns the integer that a decimal is stored as: INT32, INT64, or bytes in big-endian two's complement. */
function unscaled(value: unknown): bigint {
  if (typeof value === 'bigint' || typeof value === 'number') return BigInt(value);
  if (!(value instanceof Uint8Array)) throw new UnreadableFileError('has a decimal of an unknown type');
  const hex = Buffer.from(value).toString('hex');
  return BigInt.asIntN(8 * value.length, BigInt(`0x${hex || '0'}`));
}

function timeOf(microseconds: bigint | null | undefined): string | null {
  return microseconds === null || microseconds === undefined
    ? null
    : toTimestamp(Number(microseconds), 'exact');
}
