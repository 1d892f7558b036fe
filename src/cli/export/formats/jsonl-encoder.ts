import type { Transaction } from '../../../api/transactions.ts';
import { joinStrings } from './join-strings.ts';
import type { RowEncoder } from './row-encoder.ts';

/** Writes each row as a line of JSON, with all fields as received. */
export class JsonlEncoder implements RowEncoder {
  readonly isBuffered = false;
  rows: number;

  constructor(rows = 0) {
    this.rows = rows;
  }

  encode(rows: readonly Transaction[]): Uint8Array {
    this.rows += rows.length;
    return joinStrings(rows, (row) => `${JSON.stringify(row)}\n`);
  }

  end(): Uint8Array {
    return new Uint8Array(0);
  }

  state(): null {
    return null;
  }
}
