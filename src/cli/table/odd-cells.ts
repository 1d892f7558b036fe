import { UnreadableFileError } from '../read/stored-row.ts';
import { CellError, type CellValue } from './table.ts';
import { attributeOf, decodeXml, type Sheet, textOfRuns, type WorkbookParts } from './workbook-xml.ts';
import { contentOf, type ZipPart } from './zip-parts.ts';

/** The cells that the library reads wrongly, with what they have: by row, and by column, from 0. */
export type OddCells = ReadonlyMap<number, ReadonlyMap<number, CellValue>>;

/** Of a sheet. */
const maxRow = 1_048_576;
/** A cell has 32,767 characters; what is longer is not read into memory. */
const maxCell = 4 * 1024 * 1024;

/**
 * Finds the cells of a sheet that have no value, or another one than the library reads: errors, formulas that nobody has
 * calculated, strings without a number, with text before their runs or with phonetic text, numbers that are too large.
 *
 * @throws UnreadableFileError if it has more rows than a sheet can have
 */
export async function findOddCells(
  parts: readonly ZipPart[],
  { strings }: WorkbookParts,
  sheet: Sheet,
): Promise<OddCells> {
  const shared = await readMixedStrings(parts.find(({ name }) => name === strings));
  const found = new Map<number, Map<number, CellValue>>();
  let [row, column] = [-1, -1];
  for await (const [, isRow, attributes = '', content = ''] of elements(
    parts.find(({ name }) => name === sheet.part),
    tag,
  )) {
    if (isRow !== undefined) {
      row = attributeOf(isRow, 'r') === '' ? row + 1 : Number(attributeOf(isRow, 'r')) - 1;
      if (!(row < maxRow)) throw new UnreadableFileError(`row ${row + 1}: a sheet has ${maxRow} rows`);
      column = -1;
      continue;
    }
    const place = attributeOf(attributes, 'r');
    column = place === '' ? column + 1 : columnOf(place);
    const value = oddValueOf(attributeOf(attributes, 't'), content, shared);
    if (value === undefined) continue;
    const cells = found.get(row) ?? new Map<number, CellValue>();
    found.set(row, cells.set(column, value));
  }
  return found;
}

const tag = /<(?:\w+:)?(?:row((?:\s[^>]*)?)>|c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>))/g;
const stringItem = /<(?:\w+:)?si(?:\s*\/>|(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?si>)/g;

/** Strings of the workbook. */
interface SharedStrings {
  readonly count: number;
  /** Those with text before their runs, by their number. */
  readonly mixed: ReadonlyMap<number, string>;
}

async function readMixedStrings(part: ZipPart | undefined): Promise<SharedStrings> {
  const mixed = new Map<number, string>();
  let count = 0;
  for await (const [, xml = ''] of elements(part, stringItem)) {
    if (/^\s*<(?:\w+:)?t[\s>][\s\S]*<(?:\w+:)?r[\s>]/.test(xml)) mixed.set(count, textOfRuns(xml));
    count += 1;
  }
  return { count, mixed };
}

/** Yields the elements of a part, which is not held in memory. */
async function* elements(part: ZipPart | undefined, pattern: RegExp): AsyncGenerator<RegExpExecArray> {
  if (!part) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of contentOf(part)) {
    rest += decoder.decode(chunk, { stream: true });
    let end = 0;
    for (const found of rest.matchAll(pattern)) {
      end = found.index + found[0].length;
      yield found;
    }
    rest = rest.slice(end);
    // What follows the cells is not looked at.
    if (/<\/(?:\w+:)?(?:sheetData|sst)>/.test(rest)) return;
    if (rest.length > maxCell) throw new UnreadableFileError(`${part.name} has a cell that is too long`);
  }
}

const formulaProblem = 'the formula has no stored value: open the workbook in a spreadsheet, and save it';

/** Returns the value of a cell that the library reads wrongly. */
function oddValueOf(type: string, xml: string, { count, mixed }: SharedStrings): CellValue | undefined {
  const [, stored] = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</.exec(xml) ?? [];
  const value = decodeXml(stored ?? '').trim();
  if (type === 'e') return new CellError(value, `${value} is an error of the spreadsheet`);
  const isEmptyText = type === 'str' && stored !== undefined;
  if (value === '' && !isEmptyText && /<(?:\w+:)?f[\s/>]/.test(xml)) return new CellError('', formulaProblem);
  if (type === 'inlineStr') return /<(?:\w+:)?(?:rPh|r)[\s>]/.test(xml) ? textOfRuns(xml) : undefined;
  if ((type === 's' || type === 'b') && value === '') return '';
  if (type === 's' && !(Number(value) < count))
    return new CellError(value, `the string ${value} does not exist`);
  if (type === 's') return mixed.get(Number(value));
  const isTooLarge = (type === '' || type === 'n') && Math.abs(Number(value)) === Infinity;
  return isTooLarge ? new CellError(value, `the number ${value} is too large`) : undefined;
}

/** `B7` is column 1. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.replace(/\d+$/, '').toUpperCase())
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
