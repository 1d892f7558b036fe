import { quote } from '../../client/errors/printable.ts';
import { joinChunks } from '../files/join-chunks.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';
import { cellOf, errorOf } from './spreadsheet-errors.ts';
import { CellError, type CellValue } from './table.ts';
import {
  attributeOf,
  decodeXml,
  textIn,
  textOfRuns,
  unescaped,
  type WorkbookParts,
  type WorkbookSheet,
} from './workbook-xml.ts';
import { contentOf, type ZipPart } from './zip-parts.ts';

/** Of a sheet. */
const maxRow = 1_048_576;
/** `XFD`, the last one. */
const maxColumn = 16_384;
/** Empty cells that are made before cells far to the right, of a sheet: for some such cells, and for each cell of any. */
const emptyCells = { few: 1_000_000, perCell: 256 };
/** A cell has 32,767 characters; what is longer is not read into memory. */
const maxCell = 4 * 1024 * 1024;

/** An element that is read: its name, and what follows that in its tag. No tag has a `<`, so that none is searched beyond the next. */
const tag = /<(?:\w+:)?(row|c|mergeCell|si)(\s[^<>]*|\/)?>/g;
/** Where the content of an element ends that is read with it: none of these is within one of its name. */
const ends: Readonly<Record<string, RegExp>> = { c: /<\/(?:\w+:)?c>/g, si: /<\/(?:\w+:)?si>/g };

/** A row of a sheet, whose number is counted from 0. */
interface SheetRow {
  readonly index: number;
  readonly cells: readonly CellValue[];
  readonly isHidden: boolean;
}

/**
 * Yields the rows of a sheet that have cells. A cell without a value is an error: that of a formula, or one that nobody has
 * calculated.
 *
 * @throws UnreadableFileError if it has more rows than a sheet can have, or hardly any cells in very many columns
 */
export async function* sheetRows(
  parts: readonly ZipPart[],
  { strings, styles, is1904 }: WorkbookParts,
  { part }: WorkbookSheet,
): AsyncGenerator<SheetRow, void, undefined> {
  const context: Context = {
    strings: await readStrings(parts, strings),
    isDate: await readDateStyles(parts, styles),
    epoch: is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  };
  let index = -1;
  let isHidden = false;
  let cells: CellValue[] = [];
  /** The column of a cell that does not name its own. */
  let next = 0;
  let left = emptyCells.few;
  for await (const { name, attributes, content } of elements(parts, part, 'sheetData')) {
    const place = attributeOf(attributes, 'r');
    if (name === 'c') {
      const column = place === '' ? next : columnOf(place);
      if (column >= maxColumn) throw beyondLastColumn(place);
      next = column + 1;
      left += emptyCells.perCell;
      const value = valueOf(attributes, content, context);
      // Formats reach far to the right of a table.
      if (value === '' && column >= cells.length) continue;
      left -= Math.max(column - cells.length, 0);
      if (left < 0) throw tooSparse(place);
      while (cells.length < column) cells.push('');
      cells[column] = value;
      continue;
    }
    if (name !== 'row') continue;
    if (cells.length > 0) yield { index, cells, isHidden };
    isHidden = /^(?:1|true)$/.test(attributeOf(attributes, 'hidden'));
    index = place === '' ? index + 1 : Number(place) - 1;
    if (!(index < maxRow)) throw new UnreadableFileError(`row ${index + 1}: a sheet has ${maxRow} rows`);
    [cells, next] = [[], 0];
  }
  if (cells.length > 0) yield { index, cells, isHidden };
}

/** Yields the first and the last cell, from 0, of each range that is merged. */
export async function* mergedRanges(parts: readonly ZipPart[], { part }: WorkbookSheet) {
  for await (const { name, attributes } of elements(parts, part, 'mergeCells')) {
    if (name !== 'mergeCell') continue;
    const [first = '', last = first] = attributeOf(attributes, 'ref').split(':');
    const rowOf = (place: string): number => Number(/(?<!\d)\d+$/.exec(place)?.[0]) - 1;
    yield { row: rowOf(first), column: columnOf(first), lastRow: rowOf(last) };
  }
}

/** What the cells of a workbook refer to. */
interface Context {
  readonly strings: readonly string[];
  /** By the number of a style, whether its numbers are dates. */
  readonly isDate: readonly boolean[];
  /** The day 0, in milliseconds since 1970. */
  readonly epoch: number;
}

async function readStrings(parts: readonly ZipPart[], name: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (name === undefined) return strings;
  for await (const item of elements(parts, name, 'sst'))
    if (item.name === 'si') strings.push(textOfRuns(item.content));
  return strings;
}

async function readDateStyles(
  parts: readonly ZipPart[],
  name: string | undefined,
): Promise<readonly boolean[]> {
  const xml = name === undefined ? '' : await textIn(parts, name);
  const formats = new Map(
    [...xml.matchAll(/<(?:\w+:)?numFmt\s([^<>]*)>/g)].map(([, attributes = '']) => [
      Number(attributeOf(attributes, 'numFmtId')),
      decodeXml(attributeOf(attributes, 'formatCode')),
    ]),
  );
  const [styles = ''] = /<(?:\w+:)?cellXfs\b[^<]*(?:<(?!\/?(?:\w+:)?cellXfs\b)[^<]*)*/.exec(xml) ?? [];
  return [...styles.matchAll(/<(?:\w+:)?xf\s([^<>]*)>/g)].map(([, attributes = '']) => {
    const id = Number(attributeOf(attributes, 'numFmtId'));
    // Without quoted text, colours and conditions. The numbers of dates that have no format are those of ECMA-376, 18.8.30.
    const format = formats.get(id)?.replaceAll(/"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '');
    return format === undefined
      ? (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
      : /[ymdhs]/i.test(format.replaceAll(/general/gi, ''));
  });
}

/** An element of a part. */
interface Element {
  readonly name: string;
  readonly attributes: string;
  /** Empty for one that is read without its content. */
  readonly content: string;
}

/** Yields the elements of a part that are read, up to the end of one that has them; the part is not held in memory. */
async function* elements(parts: readonly ZipPart[], name: string, last: string): AsyncGenerator<Element> {
  const part = parts.find((one) => one.name === name);
  if (!part) return;
  const decoder = new TextDecoder();
  const end = new RegExp(`</(?:\\w+:)?${last}>`);
  let rest = '';
  for await (const chunk of joinChunks(
    contentOf(part),
    (some) => Buffer.concat(some),
    () => rest.length,
  )) {
    rest += decoder.decode(chunk, { stream: true });
    const [found, read] = elementsIn(rest);
    yield* found;
    rest = rest.slice(read);
    if (end.test(rest)) return;
    if (rest.length > maxCell) throw new UnreadableFileError(`${part.name} has a cell that is too long`);
  }
  yield* elementsIn(rest)[0];
}

/** Returns the elements that are whole, and where the last of them ends. */
function elementsIn(xml: string): readonly [found: readonly Element[], read: number] {
  const found: Element[] = [];
  let read = 0;
  for (const { 0: whole, 1: name = '', 2: attributes = '', index } of xml.matchAll(tag)) {
    if (index < read) continue;
    const start = index + whole.length;
    const end = attributes.endsWith('/') ? undefined : ends[name];
    if (end) end.lastIndex = start;
    const closing = end?.exec(xml);
    // The rest of it has not arrived.
    if (closing === null) break;
    found.push({ name, attributes, content: xml.slice(start, closing?.index ?? start) });
    read = closing ? closing.index + closing[0].length : start;
  }
  return [found, read];
}

const formulaProblem = 'the formula has no stored value: open the workbook in a spreadsheet, and save it';

/** Returns the value of a cell, as a spreadsheet shows it. */
function valueOf(attributes: string, xml: string, { strings, isDate, epoch }: Context): CellValue {
  const type = attributeOf(attributes, 't') || 'n';
  const [, stored] = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</.exec(xml) ?? [];
  const value = decodeXml(stored ?? '').trim();
  if (type === 'e') return new CellError(value, errorOf(value));
  if (type === 'inlineStr') return cellOf(textOfRuns(xml));
  if (type === 'str' && stored !== undefined) return cellOf(unescaped(decodeXml(stored)));
  if (value === '') return /<(?:\w+:)?f[\s/>]/.test(xml) ? new CellError('', formulaProblem) : '';
  if (type === 's') {
    const string = strings[Number(value)];
    return string === undefined ? new CellError(value, `the string ${value} does not exist`) : cellOf(string);
  }
  if (type === 'b') return value === '1';
  if (type === 'd') return new Date(value);
  if (type !== 'n') return value;
  const number = Number(value);
  if (Math.abs(number) === Infinity) return new CellError(value, `the number ${value} is too large`);
  const style = attributeOf(attributes, 's');
  return isDate[Number(style || 0)] ? new Date(epoch + Math.round(number * 86_400_000)) : number;
}

/** `B7` is column 1. @throws UnreadableFileError if a sheet cannot have it: all cells before it would be made */
function columnOf(place: string): number {
  const [letters = ''] = /^[A-Z]{1,3}(?=\d*$)/i.exec(place) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column > 0 && column <= maxColumn) return column - 1;
  throw beyondLastColumn(place);
}

function tooSparse(place: string): UnreadableFileError {
  return new UnreadableFileError(
    `cell ${quote(place)}: too many cells like it are far to the right of the others of their rows: move or remove them`,
  );
}

function beyondLastColumn(place: string): UnreadableFileError {
  return new UnreadableFileError(`cell ${quote(place)}: a sheet has the columns A to XFD`);
}
