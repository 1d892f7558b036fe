import { joinChunks } from '../files/join-chunks.ts';
import { maxRowBytes, UnreadableFileError } from '../files/unreadable-file.ts';

/** A record, with the number of its last line. */
interface TabRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Yields the records of a text whose cells are separated by tabs. Spreadsheets copy and save such a text without quotes, or
 * quote only what has a comma, a tab, a line break or a quote: any other quote is a character of its cell.
 *
 * @throws UnreadableFileError if a record is too long
 */
export async function* tabRecords(chunks: AsyncIterable<string>): AsyncGenerator<TabRecord> {
  let rest = '';
  let line = 1;
  for await (const chunk of joinChunks(
    chunks,
    (parts) => parts.join(''),
    () => rest.length,
  )) {
    rest += chunk;
    let start = 0;
    for (let found = readRecord(rest, start, false); found; found = readRecord(rest, start, false)) {
      line += countBreaks(rest.slice(start, found.end));
      yield { line: line - 1, cells: found.cells };
      start = found.end;
    }
    rest = rest.slice(start);
    if (rest.length > maxRowBytes)
      throw new UnreadableFileError(`line ${line}: must not exceed ${maxRowBytes} characters`);
  }
  for (let start = 0; start < rest.length;) {
    const { cells, end } = readRecord(rest, start, true) ?? { cells: [], end: rest.length };
    line += countBreaks(rest.slice(start, end));
    yield { line: /[\r\n]$/.test(rest.slice(start, end)) ? line - 1 : line, cells };
    start = end;
  }
}

const plainCell = /[^\t\r\n]*/y;

/** Returns the cells from here to the line break, and where the next record begins; `undefined` if that has not arrived. */
function readRecord(
  text: string,
  start: number,
  isLast: boolean,
): { readonly cells: readonly string[]; readonly end: number } | undefined {
  const cells: string[] = [];
  for (let at = start; ;) {
    const quoted = text.slice(at, endOfQuotes(text, at));
    const content = quoted.slice(1, -1);
    plainCell.lastIndex = at;
    const isQuoted = /[,\t\r\n]|""/.test(content);
    const cell = isQuoted ? quoted : (plainCell.exec(text)?.[0] ?? '');
    cells.push(isQuoted ? content.replaceAll('""', '"') : cell);
    at += cell.length;
    if (text[at] === '\t') at += 1;
    else if (at < text.length) return { cells, end: at + (text.startsWith('\r\n', at) ? 2 : 1) };
    else return isLast ? { cells, end: at } : undefined;
  }
}

/** Returns where a cell in quotes ends, before a tab, a line break or the end; its start if there is no such cell. */
function endOfQuotes(text: string, start: number): number {
  if (text[start] !== '"') return start;
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close >= 0 && /^[\t\r\n]?$/.test(text.charAt(close + 1)) ? close + 1 : start;
}

/** Counts the line breaks of any program in a text. */
export function countBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
