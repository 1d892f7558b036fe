import type { Transaction } from '../../../api/transactions.ts';
import { csvLines } from '../../../ledger/csv.ts';
import type { LedgerRow } from '../../../ledger/index.ts';
import { ReceivedRows } from './received-rows.ts';
import { type EncoderOptions, flattenWith, joinStrings, type RowEncoder } from './row-encoder.ts';

const byteOrderMark = '\uFEFF';

/** Writes rows as CSV (RFC 4180), after a line with the names of the columns. */
export class CsvEncoder implements RowEncoder {
  readonly isBuffered = false;
  rows: number;
  readonly #flatten: (row: Transaction) => LedgerRow;
  readonly #line: (row: LedgerRow) => string;
  /** What the file begins with, until it is written. */
  #begin: string;

  constructor(options: EncoderOptions, rows?: number) {
    const { header, line } = csvLines(options.columns);
    this.rows = rows ?? 0;
    this.#flatten = flattenWith(options.hash);
    this.#line = line;
    this.#begin = rows === undefined ? `${options.bom ? byteOrderMark : ''}${header}` : '';
  }

  encode(rows: readonly Transaction[]): Uint8Array {
    this.rows += rows.length;
    const lines = joinStrings(rows, (row) => this.#line(this.#flatten(row)));
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
