import type { Transaction } from '../../../api/transactions.ts';
import { csvLines } from '../../../ledger/csv.ts';
import { CsvLineWriter } from './csv-line-writer.ts';
import { ReceivedRows } from './received-rows.ts';
import { type EncoderOptions, flattenWith, joinStrings, type RowEncoder } from './row-encoder.ts';

const byteOrderMark = '\uFEFF';

/** Writes rows as CSV (RFC 4180), after a line with the names of the columns. */
export class CsvEncoder implements RowEncoder {
  readonly isBuffered = false;
  rows: number;
  readonly #lines: (rows: readonly Transaction[]) => Buffer;
  /** What the file begins with, until it is written. */
  #begin: string;

  constructor({ columns, hash, bom }: EncoderOptions, rows?: number) {
    const { header, line } = csvLines(columns);
    this.rows = rows ?? 0;
    if (hash) {
      const flatten = flattenWith(hash);
      this.#lines = (rows) => joinStrings(rows, (row) => line(flatten(row)));
    } else {
      const writer = new CsvLineWriter(columns);
      this.#lines = (rows) => writer.lines(rows);
    }
    this.#begin = rows === undefined ? `${bom ? byteOrderMark : ''}${header}` : '';
  }

  encode(rows: readonly Transaction[]): Uint8Array {
    this.rows += rows.length;
    const lines = this.#lines(rows);
    return this.#begin === '' ? lines : Buffer.concat([this.end(), lines]);
  }

  /** Returns the header if no row was written. */
  end(): Uint8Array {
    const begin = this.#begin;
    this.#begin = '';
    return Buffer.from(begin);
  }

  state(): null {
    return null;
  }
}

/** Writes each row as a line of JSON, with all fields as received. */
export class JsonlEncoder implements RowEncoder {
  readonly isBuffered = false;
  rows: number;
  readonly #received = new ReceivedRows();
  readonly onBody = this.#received.add;

  constructor(rows = 0) {
    this.rows = rows;
  }

  encode(rows: readonly Transaction[]): Uint8Array {
    this.rows += rows.length;
    return this.#received.take(rows) ?? joinStrings(rows, (row) => `${JSON.stringify(row)}\n`);
  }

  end(): Uint8Array {
    return new Uint8Array(0);
  }

  state(): null {
    return null;
  }
}
