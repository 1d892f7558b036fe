import { pipeline } from 'node:stream';

import { CsvError, type Info, parse } from 'csv-parse';

import { decodeText, encodingOf } from '../files/decode-text.ts';
import { joinChunks } from '../files/join-chunks.ts';
import { maxRowBytes, UnreadableFileError } from '../files/unreadable-file.ts';
import { UsageError } from '../terminal/command-error.ts';
import type { TextSource } from './container.ts';
import { cellOf } from './spreadsheet-errors.ts';
import { countBreaks, tabRecords } from './tab-records.ts';
import { type CellError, delimiters, type Table, type TableFormat, type TableRow } from './table.ts';

/** A format, and where the bytes are. */
type TextFormat = TableFormat & { readonly source: TextSource };

/** Opens a CSV file. @throws UsageError if its delimiter is not clear, or if it is in another encoding */
export async function openCsvTable(file: TableFormat, source: TextSource): Promise<Table> {
  // One flag serves several files, of which some may be UTF-8.
  const encoding = file.encoding === undefined ? undefined : await encodingOf(file.encoding, source());
  const format = { ...file, encoding, source };
  const lines = await firstLines(format);
  const delimiter = characterOf(format.delimiter ?? detectDelimiter(format, lines));
  const hasBlanks = hasBlankBeforeQuote(lines[0] ?? '', delimiter);
  return () => readRows(format, delimiter, hasBlanks);
}

/** Whether a program writes a blank after each delimiter: `"id", "amount"`. */
function hasBlankBeforeQuote(line: string, delimiter: string): boolean {
  return line
    .replaceAll(quotedCell, '"')
    .split(delimiter)
    .some((cell) => /^ +"/.test(cell));
}

async function* readRows(
  format: TextFormat,
  delimiter: string,
  hasBlanks: boolean,
): AsyncGenerator<TableRow, void, undefined> {
  if (delimiter === '\t') {
    for await (const { line, cells } of tabRecords(readLines(format))) {
      const texts = cells.map(readCell);
      if (texts.some((cell) => cell !== '')) yield { line: line + format.skipFirst, cells: texts };
    }
    return;
  }
  const parser = parse({
    delimiter,
    ltrim: hasBlanks,
    // Files that two programs have written mix them.
    record_delimiter: lineBreaks,
    info: true,
    // A spreadsheet is told by `="0123"` that digits are a string.
    relax_quotes: true,
    relax_column_count: true,
    // The parser makes an error, with its stack, of each row that has not as many cells as the first.
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRowBytes,
  });
  // An error of the file reaches the loop through the parser.
  pipeline(readLines(format), parser, () => undefined);
  try {
    // With `info`, each record has its position.
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: readonly string[] }>) {
      yield { line: info.lines + format.skipFirst, cells: record.map(readCell) };
    }
  } catch (error) {
    if (!isUnclosed(error)) throw error;
    const line = await lineAfter(format, Number(error['bytes']));
    throw new UnreadableFileError(`line ${line}: a quote begins a cell that no other quote ends`);
  }
}

/** The parser finds it at the end of the file, or where the row is too large: people look for where the quote is. */
function isUnclosed(error: unknown): error is CsvError {
  const code = error instanceof CsvError ? error.code : undefined;
  return code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE';
}

/** Returns the line in which the cell begins that follows so many bytes of UTF-8: empty lines before it are none. */
async function lineAfter(format: TextFormat, bytes: number): Promise<number> {
  let line = format.skipFirst + 1;
  let left = bytes;
  for await (const part of readLines(format)) {
    const content = Buffer.from(part);
    const rest = content.toString('utf8', left);
    const [empty = ''] = /^[\r\n]*/.exec(rest) ?? [];
    line += countBreaks(content.toString('utf8', 0, left)) + countBreaks(empty);
    if (rest.length > empty.length) break;
    left = Math.max(left - content.length, 0);
  }
  return line;
}

function readCell(cell: string): string | CellError {
  return cellOf(/^="(?:[^"]|"")*"$/.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell);
}

const quotedCell = /"(?:[^"]|"")*"/g;

/** Half of a line break, and Ctrl-Z, with which old programs end a file. */
const ctrlZ = '\u001A';
const heldBack = new RegExp(`\r?(?<!${ctrlZ})${ctrlZ}*(?:(?<=${ctrlZ})[\r\n]{1,2})?$`);

const lineBreaks = ['\r\n', '\n', '\r'];

/** Yields the text after the lines of `--skip-first`, which need not be CSV. No line break is in two parts, and Ctrl-Z at the end is no text. */
async function* readLines({ path, encoding, skipFirst, source }: TextFormat): AsyncGenerator<string> {
  let skipped = 0;
  let rest = '';
  const parts = decodeText(path, encoding, source());
  for await (const part of joinChunks(
    parts,
    (some) => some.join(''),
    () => rest.length,
  )) {
    const text = rest + part;
    [rest = ''] = heldBack.exec(text) ?? [];
    let start = 0;
    for (const found of skipped < skipFirst
      ? text.slice(0, text.length - rest.length).matchAll(/\r\n|\n|\r/g)
      : []) {
      start = found.index + found[0].length;
      skipped += 1;
      if (skipped === skipFirst) break;
    }
    const end = text.length - rest.length;
    if (skipped === skipFirst && start < end) yield text.slice(start, end);
  }
  const end = rest.replaceAll(ctrlZ, '').replace(/^[\r\n]+$/, '\n');
  if (skipped === skipFirst && end !== '') yield end;
}

/**
 * Returns the only delimiter that the first line has outside of quotes.
 *
 * @throws UnreadableFileError if the columns have a fixed width instead
 */
function detectDelimiter(format: TextFormat, lines: readonly string[]): (typeof delimiters)[number] {
  const line = (lines[0] ?? '').replaceAll(quotedCell, '');
  if (line.includes('\0')) {
    throw new UsageError(`--encoding: ${format.path} has NUL characters: is it utf-16?`);
  }
  const [found, ...others] = delimiters.filter((one) => line.includes(characterOf(one)));
  if (found === undefined && isFixedWidth(lines)) {
    const advice = 'open it in a spreadsheet, which splits them, and save it as .xlsx or CSV';
    throw new UnreadableFileError(`its columns have a fixed width, and no delimiter: ${advice}`);
  }
  if (found === undefined || others.length === 0) return found ?? ',';
  const candidates = [found, ...others].join(' ');
  throw new UsageError(
    `--delimiter: is required, because line ${format.skipFirst + 1} of ${format.path} has more than one of ${candidates}`,
  );
}

/** Lines that say whether the columns have a fixed width: the first of a file. */
const maxLines = 50;

async function firstLines(format: TextFormat): Promise<readonly string[]> {
  let text = '';
  for await (const part of readLines(format)) {
    text += part;
    // Longer than the names of any columns.
    if (text.length > 1024 * 1024) break;
    const lines = linesOf(text);
    if (lines.length > maxLines) return lines.slice(0, maxLines);
  }
  return linesOf(text);
}

function linesOf(text: string): readonly string[] {
  return text.split(/[\r\n]+/).filter((line) => line !== '');
}

function characterOf(delimiter: (typeof delimiters)[number]): string {
  return delimiter === 'tab' ? '\t' : delimiter;
}

/** Whether lines have columns of fixed width: the same gaps in all of them, and nothing else that separates. */
function isFixedWidth(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.length < 3 || filled.some((line) => /[\t;|]/.test(line))) return false;
  const isBlank = (column: number): boolean => filled.every((line) => (line[column] ?? ' ') === ' ');
  const width = Math.max(...filled.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, column) => (isBlank(column) ? ' ' : 'x')).join('');
  const gaps = columns.trim().match(/ +/g) ?? [];
  return gaps.length > 1 && gaps.some((gap) => gap.length > 1);
}
