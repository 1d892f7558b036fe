import { createRowMaker, datePrefix, idLength, idPrefix, monthDigit } from './row.ts';
import { month, monthOfTraffic, start } from './traffic.ts';

const rowBytes = 1100;
const dayMs = 86_400_000;
const idHead = Buffer.from('{"id":"');
const idTail = Buffer.from('",');

/** A ledger whose rows are kept as JSON, so that serving a page costs a copy by the kernel and no more. */
export interface Ledger {
  /** Rows in all months. */
  readonly size: number;
  /** Milliseconds since 1970 of a row. */
  readonly timeOf: (row: number) => number;
  /** The number of rows before a moment. */
  readonly rowsBefore: (time: number) => number;
  /** The rows from one to before another, joined by commas. */
  readonly bytes: (from: number, to: number) => Buffer;
  /** The same rows, each beginning with an `id`; of the first month. */
  readonly bytesWithIds: (from: number, to: number) => Buffer;
}

/** Rows one after the other with commas between: a row ends one byte before the next begins. */
interface Rows {
  readonly buffer: Buffer;
  readonly offsets: Float64Array;
}

/** A ledger of one month of rows, repeated for `months`: the later months differ in dates and ids. */
export function createLedger(rows: number, months: number, withIds: boolean): Ledger {
  const times = monthOfTraffic(rows);
  const idPlaces = new Uint16Array(rows);
  const plain = writeRows(times, idPlaces);
  const identified = withIds ? addIds(plain, idPlaces) : undefined;
  const dates = Array.from({ length: 31 * months }, (_, day) =>
    Buffer.from(new Date(start + day * dayMs).toISOString().slice(0, 10)),
  );
  const timeOf = (row: number): number => (times[row % rows] ?? 0) + Math.floor(row / rows) * month;

  /** A copy of some rows, dated as of a later month. */
  function laterBytes(from: number, to: number, monthIndex: number): Buffer {
    const copy = Buffer.from(slice(plain, from, to));
    const base = plain.offsets[from] ?? 0;
    for (let row = from; row < to; row += 1) {
      const at = (plain.offsets[row] ?? 0) - base;
      const day = Math.floor(((times[row] ?? 0) - start) / dayMs) + 31 * monthIndex;
      dates[day]?.copy(copy, at + datePrefix.length);
      copy[at + (idPlaces[row] ?? 0) + monthDigit] = 0x30 + monthIndex;
    }
    return copy;
  }

  return {
    size: rows * months,
    timeOf,
    rowsBefore: (time) => firstRow(rows * months, (row) => timeOf(row) >= time),
    bytes(from, to) {
      const parts: Buffer[] = [];
      for (let row = from; row < to;) {
        const index = Math.floor(row / rows);
        const end = Math.min(to, (index + 1) * rows);
        const [first, last] = [row - index * rows, end - index * rows];
        parts.push(index === 0 ? slice(plain, first, last) : laterBytes(first, last, index));
        row = end;
      }
      const [only] = parts;
      if (parts.length === 1 && only) return only;
      return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(','), part])));
    },
    bytesWithIds(from, to) {
      if (!identified) throw new Error('this ledger was made without ids');
      return slice(identified, from, to);
    },
  };
}

function writeRows(times: Float64Array, idPlaces: Uint16Array): Rows {
  const buffer = Buffer.allocUnsafe(times.length * rowBytes);
  const offsets = new Float64Array(times.length + 1);
  const rowOf = createRowMaker();
  let end = 0;
  for (let row = 0; row < times.length; row += 1) {
    const start = end;
    end += buffer.write(`${rowOf(row, times[row] ?? 0)},`, end);
    idPlaces[row] = buffer.indexOf(idPrefix, start) - start + idPrefix.length;
    offsets[row + 1] = end;
  }
  return { buffer: buffer.subarray(0, end), offsets };
}

function addIds({ buffer, offsets }: Rows, idPlaces: Uint16Array): Rows {
  const extra = idHead.length + idLength + idTail.length - 1;
  const copy = Buffer.allocUnsafe(buffer.length + extra * idPlaces.length);
  const newOffsets = offsets.map((offset, row) => offset + row * extra);
  for (const [row, place] of idPlaces.entries()) {
    const from = offsets[row] ?? 0;
    let at = newOffsets[row] ?? 0;
    at += idHead.copy(copy, at);
    at += buffer.copy(copy, at, from + place, from + place + idLength);
    at += idTail.copy(copy, at);
    buffer.copy(copy, at, from + 1, offsets[row + 1]);
  }
  return { buffer: copy, offsets: newOffsets };
}

function slice({ buffer, offsets }: Rows, from: number, to: number): Buffer {
  if (from >= to) return Buffer.alloc(0);
  return buffer.subarray(offsets[from], (offsets[to] ?? 0) - 1);
}

/** The first of `count` rows that satisfies what every later one does as well, or `count`. */
function firstRow(count: number, satisfies: (row: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (satisfies(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
