import { deserialize, serialize } from 'node:v8';

import type { RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import * as z from 'zod';

import type { Transaction } from '../../../api/transactions.ts';
import type { LedgerRow } from '../../../ledger/index.ts';
import { type EncoderOptions, flattenWith, type RowEncoder } from './row-encoder.ts';
import { type ParquetColumn, parquetColumns, parquetSchema, storedTypes } from './parquet-columns.ts';

/** Rows of every group but the last, whatever the size of a page. */
const groupSize = 100_000;

const stateSchema = z.strictObject({ rows: z.int(), bytes: z.int(), groups: z.base64() });

/** Writes rows as Parquet. Rows are buffered until a group is full; its metadata is kept for the end of the file. */
export class ParquetEncoder implements RowEncoder {
  readonly isBuffered = true;
  rows = 0;
  readonly #flatten: (row: Transaction) => LedgerRow;
  readonly #columns: readonly ParquetColumn[];
  readonly #schema: SchemaElement[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #buffered = 0;

  /** @throws ZodError if the state is invalid. */
  constructor({ columns, hash }: EncoderOptions, state?: unknown) {
    this.#flatten = flattenWith(hash);
    this.#columns = parquetColumns(columns, groupSize);
    this.#schema = parquetSchema(columns);
    const schema = storedTypes(this.#schema);
    // Its types declare the same class twice.
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema,
      createdBy: 'publisher-commerce',
    });
    if (state !== undefined) this.#restore(state);
  }

  encode(rows: readonly Transaction[]): Uint8Array {
    const groups: Uint8Array[] = [];
    for (const transaction of rows) {
      const row = this.#flatten(transaction);
      for (const column of this.#columns) column.set(this.#buffered, row);
      this.#buffered += 1;
      if (this.#buffered === groupSize) groups.push(this.#writeGroup());
    }
    const [only] = groups;
    return groups.length === 1 && only ? only : Buffer.concat(groups);
  }

  end(): Uint8Array {
    const last = this.#buffered > 0 ? this.#writeGroup() : new Uint8Array(0);
    this.#writer.schema = this.#schema;
    void this.#writer.finish(); // synchronous with a writer in memory
    return Buffer.concat([last, this.#taken()]);
  }

  state(): z.output<typeof stateSchema> {
    // The metadata has BigInts and bytes, which JSON has not.
    const groups = serialize(this.#writer.row_groups).toString('base64');
    return { rows: this.rows, bytes: this.#bytes.offset, groups };
  }

  #restore(state: unknown): void {
    const { rows, bytes, groups } = stateSchema.parse(state);
    // Written by `state`.
    this.#writer.row_groups = deserialize(Buffer.from(groups, 'base64')) as RowGroup[];
    this.#writer.num_rows = BigInt(rows);
    this.#bytes.offset = bytes;
    this.#bytes.index = 0;
    this.rows = rows;
  }

  #writeGroup(): Uint8Array {
    const columnData = this.#columns.map(({ name, values }, index) => ({
      name,
      data: values(this.#buffered), // typed arrays are read like arrays
      offsetIndex: false,
      // Of numbers and times. Strings take long to compare, and bytes of decimals would be compared as unsigned.
      statistics: this.#schema[index + 1]?.type === 'INT64',
    }));
    void this.#writer.write({ columnData, rowGroupSize: groupSize }); // as in `end`
    this.#writer.pendingIndexes = []; // nothing to write at the end, as there are no indexes
    this.rows += this.#buffered;
    this.#buffered = 0;
    return this.#taken();
  }

  /** Returns the bytes that were written since the last call. */
  #taken(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}
