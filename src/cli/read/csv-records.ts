import { maxRowBytes, unreadableRow } from './stored-row.ts';

/** A cell; `null` if it is empty and has no quotes. */
export type CsvCell = string | null;

/** A record, and where the next one begins. */
interface CsvRecord {
  readonly cells: readonly CsvCell[];
  readonly end: number;
}

const [quote, comma, lineFeed, carriageReturn] = ['"', ',', '\n', '\r'].map((character) =>
  character.charCodeAt(0),
);

/**
 * Yields the records of a CSV file (RFC 4180), as `export` writes it, in batches: those of each chunk of text.
 *
 * @throws UnreadableFileError naming the row when the text is no CSV, or a record is too long
 */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
): AsyncGenerator<readonly (readonly CsvCell[])[], void, undefined> {
  let rest = '';
  let row = 0;
  for await (const chunk of chunks) {
    const { records, end } = recordsOf(rest + chunk, row);
    rest = (rest + chunk).slice(end);
    row += records.length;
    if (records.length > 0) yield records;
    if (rest.length > maxRowBytes) throw unreadableRow(row, `must not exceed ${maxRowBytes} bytes`);
  }
  // The last line may have no end. Behind a line feed of its own, another one shows whether that is within quotes.
  const { records, end } = recordsOf(`${rest}\n\n`, row);
  if (rest !== '' && end <= rest.length) throw unreadableRow(row, 'its quotes are not closed');
  if (rest !== '') yield records.slice(0, 1);
}

/** Returns the records that are complete, and where the rest begins; the first one is that row, or the names of columns. */
function recordsOf(text: string, row: number) {
  const records: (readonly CsvCell[])[] = [];
  let end = 0;
  for (;;) {
    const record = recordAt(text, end, row + records.length);
    if (!record) return { records, end };
    records.push(record.cells);
    end = record.end;
  }
}

/** Returns the record that begins there; `undefined` if its end, or what follows it, is not in the text. */
function recordAt(text: string, start: number, row: number): CsvRecord | undefined {
  const cells: CsvCell[] = [];
  for (let at = start; ; at += 1) {
    const isQuoted = text.charCodeAt(at) === quote;
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at);
    if (end === undefined || end + 1 >= text.length) return undefined;
    cells.push(
      isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : end === at ? null : text.slice(at, end),
    );
    at = end;
    const character = text.charCodeAt(at);
    if (character === comma) continue;
    if (character === lineFeed) return { cells, end: at + 1 };
    if (character !== carriageReturn)
      throw unreadableRow(row, 'a quote within a cell must be doubled, and the cell in quotes');
    return { cells, end: text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1 };
  }
}

/** Returns the index behind the closing quote. */
function endOfQuoted(text: string, start: number): number | undefined {
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text.charCodeAt(close + 1) === quote) close = text.indexOf('"', close + 2);
  return close < 0 ? undefined : close + 1;
}

/** Returns the index of the comma, the line break or the quote that follows. */
function endOfPlain(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === comma || character === lineFeed || character === carriageReturn || character === quote)
      return at;
  }
  return undefined;
}
