import { joinChunks } from '../../files/join-chunks.ts';
import { maxRowBytes, unreadableRow } from '../../files/unreadable-file.ts';

/** A cell; `null` if it is empty and has no quotes. */
export type CsvCell = string | null;

/** The cells of a line. */
export type CsvRecord = readonly CsvCell[];

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/**
 * Yields the records of a CSV file (RFC 4180), as `export` writes it, in batches: those of each chunk.
 *
 * @throws UnreadableFileError naming the row when the text is no CSV, or a record is too long
 */
export async function* csvRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvRecord[]> {
  let rest: Buffer = Buffer.alloc(0);
  let row = 0;
  for await (const chunk of joinChunks(
    chunks,
    (parts) => Buffer.concat(parts),
    () => rest.length,
  )) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const records: CsvRecord[] = [];
    let start = 0;
    for (let end = endOfLine(rest, start); end !== undefined; end = endOfLine(rest, start)) {
      // A line is a string of its own, so that a cell which is kept does not keep the chunk.
      records.push(cellsOf(rest.toString('utf8', start, end), row));
      start = end + (rest[end] === carriageReturn && rest[end + 1] === lineFeed ? 2 : 1);
      row += 1;
      // The names of the columns are a batch of their own: if they are wrong, the error names them, and no row.
      if (row === 1) yield records.splice(0);
    }
    rest = rest.subarray(start);
    if (records.length > 0) yield records;
    if (rest.length > maxRowBytes) throw unreadableRow(row, `must not exceed ${maxRowBytes} bytes`);
  }
  const last = rest.toString().replace(/[\r\n]$/, '');
  if (rest.length > 0) yield [cellsOf(last, row)];
}

/** Returns the index of the line break; `undefined` if it, or what follows it, has not arrived. */
function endOfLine(bytes: Buffer, start: number): number | undefined {
  let isQuoted = false;
  for (let at = start; at + 1 < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isQuoted = !isQuoted;
    else if ((byte === lineFeed || byte === carriageReturn) && !isQuoted) return at;
  }
  return undefined;
}

/** Splits a line; the row is named in errors. */
function cellsOf(line: string, row: number): CsvRecord {
  const cells: CsvCell[] = [];
  for (let start = 0; start <= line.length;) {
    const isQuoted = line.startsWith('"', start);
    const end = isQuoted ? endOfQuotes(line, start, row) : endOfCell(line, start);
    const text = isQuoted ? line.slice(start + 1, end - 1).replaceAll('""', '"') : line.slice(start, end);
    if ((!isQuoted && text.includes('"')) || (end < line.length && line[end] !== ','))
      throw unreadableRow(row, 'a quote within a cell must be doubled, and the cell in quotes');
    cells.push(isQuoted || text !== '' ? text : null);
    start = end + 1;
  }
  return cells;
}

function endOfCell(line: string, start: number): number {
  const comma = line.indexOf(',', start);
  return comma < 0 ? line.length : comma;
}

/** Returns the index behind the closing quote. */
function endOfQuotes(line: string, start: number, row: number): number {
  let close = line.indexOf('"', start + 1);
  while (close >= 0 && line.startsWith('"', close + 1)) close = line.indexOf('"', close + 2);
  if (close < 0) throw unreadableRow(row, 'its quotes are not closed');
  return close + 1;
}
