import { strToU8, zipSync } from 'fflate';

/** A cell as it is in the XML of a sheet: a number, its digits, a date as its serial, a string, or XML without its place. */
export type SheetCell =
  number | string | { readonly digits: string } | { readonly serial: string } | { readonly xml: string };

/** What a workbook of other programs has. */
interface Oddities {
  readonly date1904?: boolean;
  /** Strings as XML, after the first one. */
  readonly strings?: readonly string[];
  /** Changes the XML of each sheet. */
  readonly change?: (xml: string) => string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** Builds a workbook as Excel writes it, without a library that the command reads it with. */
export function buildWorkbook(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  { date1904 = false, strings: others = [], change = (xml) => xml }: Oddities = {},
): Uint8Array {
  const strings: string[] = [];
  const names = Object.keys(sheets);
  const relations = [...names.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const)];
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationsOf([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${Number(date1904)}"/><sheets>` +
      names
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsOf([
      ...relations,
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    // The second style is a date.
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        change(sheetOf(rows, strings, others.length)),
      ]),
    ),
  };
  const items = strings.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`);
  const shared = `<sst xmlns="${main}">${items.toSpliced(1, 0, ...others).join('')}</sst>`;
  const contents = Object.entries({ ...files, 'xl/sharedStrings.xml': shared });
  return zipSync(Object.fromEntries(contents.map(([path, xml]) => [path, strToU8(declaration + xml)])));
}

function relationsOf(targets: readonly (readonly [type: string, target: string])[]): string {
  const relations = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${relations.join('')}</Relationships>`;
}

/** An empty string is no cell, as in a file of Excel. */
function sheetOf(rows: readonly (readonly SheetCell[])[], strings: string[], others: number): string {
  const lines = rows.map((cells, y) => {
    const written = cells.map((cell, x) => {
      const at = `${String.fromCharCode(65 + x)}${y + 1}`;
      if (cell === '') return '';
      if (typeof cell === 'string') {
        const number = strings.push(cell) - 1;
        return `<c r="${at}" t="s"><v>${number === 0 ? 0 : number + others}</v></c>`;
      }
      if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
      if ('xml' in cell) return cell.xml.replace('<c', `<c r="${at}"`);
      return 'serial' in cell
        ? `<c r="${at}" s="1"><v>${cell.serial}</v></c>`
        : `<c r="${at}"><v>${cell.digits}</v></c>`;
    });
    return `<row r="${y + 1}">${written.join('')}</row>`;
  });
  return `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
