import { isObject } from '../../../api/input.ts';

/** The rows of a page as parsed, and the body that they were parsed from. */
interface ReceivedBody {
  readonly rows: readonly unknown[];
  readonly bytes: Buffer;
}

const lineBreak = '\n'.charCodeAt(0);
/** A key, and no end of another: its first quote is not escaped. */
const key = /[{,]"results":\[/;

/** More shapes of rows than a service has; each row tries them in turn. */
const maxShapes = 8;
/** Length of a row whose pattern is small enough, in bytes. */
const maxLength = 10_000;
/** Elements of an array in a pattern; while it is matched, each takes memory. */
const maxElements = 100;

/**
 * Cuts the lines of a JSONL file out of the bodies that rows were received in, which is faster than encoding the rows.
 *
 * Lines are returned only if they have the bytes that encoding would give. A body is read as `JSON.stringify` writes: each
 * row must match a pattern of such JSON, or equal the encoded row, and after the last row the body must end. Such rows have
 * no white space, no numbers such as `1.0`, no repeated keys and no escapes that `JSON.stringify` would not write.
 */
export class ReceivedRows {
  readonly #bodies = new WeakMap<object, ReceivedBody>();
  /** Patterns of a row, the last one that matched first. */
  readonly #shapes: RegExp[] = [];

  /** Keeps a body until its lines are taken, or its first row is no longer used. The bytes must not be used otherwise. */
  readonly add = (value: unknown, { buffer, byteOffset, byteLength }: Uint8Array): void => {
    if (!isObject(value) || !('results' in value) || !Array.isArray(value.results)) return;
    const rows: readonly unknown[] = value.results;
    if (isObject(rows[0]))
      this.#bodies.set(rows[0], { rows, bytes: Buffer.from(buffer, byteOffset, byteLength) });
  };

  /** Returns the lines of all rows of a page; `undefined` if they have to be encoded. */
  take(rows: readonly object[]): Buffer | undefined {
    const [first] = rows;
    const body = first && this.#bodies.get(first);
    if (!body) return undefined;
    this.#bodies.delete(first);
    const areReceived = rows.every((row, index) => row === body.rows[index]);
    return areReceived ? this.#cut(body.bytes, rows) : undefined;
  }

  #cut(bytes: Buffer, rows: readonly object[]): Buffer | undefined {
    // A character for each byte, so that an index is an offset; only strings have bytes that are not ASCII.
    const body = bytes.toString('latin1');
    const found = key.exec(body);
    if (!found) return undefined;
    const start = found.index + found[0].length;
    const ends: number[] = [];
    let end = start - 1;
    for (const row of rows) {
      // Nothing but a comma is between two rows without white space: the body is valid JSON.
      end = this.#endOf(row, body, end + 1);
      if (end < 0) return undefined;
      ends.push(end);
    }
    // The object that ends here is the outermost, and no other field of it has the same name and comes later.
    if (!body.startsWith(']}', end) || body.slice(end + 2).trim() !== '') return undefined;
    for (const at of ends) bytes[at] = lineBreak;
    return bytes.subarray(start, end + 1);
  }

  /** Returns where a row ends, or -1 if it begins elsewhere or is not as `JSON.stringify` writes it. */
  #endOf(row: object, body: string, start: number): number {
    const shape = this.#shapes.find((one) => {
      one.lastIndex = start;
      return one.test(body);
    });
    if (shape) {
      const index = this.#shapes.indexOf(shape);
      if (index > 0) this.#shapes.unshift(...this.#shapes.splice(index, 1));
      return shape.lastIndex;
    }
    const encoded = Buffer.from(JSON.stringify(row)).toString('latin1');
    if (!body.startsWith(encoded, start)) return -1;
    const isUsual = this.#shapes.length < maxShapes && encoded.length < maxLength;
    const pattern = isUsual ? patternOf(row) : undefined;
    if (pattern !== undefined) this.#shapes.unshift(new RegExp(pattern, 'y'));
    return start + encoded.length;
  }
}

/** Strings with the escapes of `JSON.stringify`, and integers that a number has exactly. */
const scalar = String.raw`"[^"\\]*(?:\\["\\bfnrt][^"\\]*)*"|0|-?[1-9]\d{0,14}|true|false`;

/**
 * Returns the pattern of values with the same keys in the same order, in which any value may be null; `undefined` if a key
 * has other characters than letters and digits.
 */
function patternOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const element = patternOf(value[0] ?? null);
    return element && `(?:\\[(?:${element}(?:,|(?=\\]))){0,${maxElements}}\\]|null)`;
  }
  if (!isObject(value)) return `(?:${scalar}|null)`;
  const fields = Object.entries(value).map(([key, field]) => {
    const pattern = /^\w+$/.test(key) ? patternOf(field) : undefined;
    return pattern && `"${key}":${pattern}`;
  });
  return fields.every((field) => field !== undefined) ? `(?:\\{${fields.join(',')}\\}|null)` : undefined;
}
