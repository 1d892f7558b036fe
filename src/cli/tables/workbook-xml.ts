import { contentOf, type ZipPart } from './zip-parts.ts';

/** A sheet of a workbook. */
export interface WorkbookSheet {
  readonly name: string;
  /** Its position among all sheets, from 0; a sheet of a chart has one, too. */
  readonly index: number;
  readonly isHidden: boolean;
  /** The name of its part. */
  readonly part: string;
}

/** Where the parts of a workbook are. */
export interface WorkbookParts {
  readonly sheets: readonly WorkbookSheet[];
  /** The name of the part with the strings; `undefined` if all are in their cells. */
  readonly strings: string | undefined;
  /** The name of the part with the formats of numbers. */
  readonly styles: string | undefined;
  /** Whether day 0 is in 1904. */
  readonly is1904: boolean;
}

/** Reads which sheets a workbook has, with those that are hidden. */
export async function readWorkbookParts(parts: readonly ZipPart[]): Promise<WorkbookParts> {
  const workbook = (await relationsOf(parts, '_rels/.rels', '')).find(({ type }) =>
    type.endsWith('/officeDocument'),
  );
  if (!workbook) return { sheets: [], strings: undefined, styles: undefined, is1904: false };
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(workbook.target) ?? [];
  const relations = await relationsOf(parts, `${folder}_rels/${name}.rels`, folder);
  const xml = await textIn(parts, workbook.target);
  const sheets = [...xml.matchAll(/<(?:\w+:)?sheet\s([^<>]*)>/g)].flatMap(([, attributes = ''], index) => {
    const found = relations.find(({ id }) => id === attributeOf(attributes, '\\w+:id'));
    if (!found?.type.endsWith('/worksheet')) return [];
    const isHidden = /^(?:hidden|veryHidden)$/.test(attributeOf(attributes, 'state'));
    return [{ name: decodeXml(attributeOf(attributes, 'name')), index, isHidden, part: found.target }];
  });
  const partOf = (kind: string) => relations.find(({ type }) => type.endsWith(`/${kind}`))?.target;
  const [, settings = ''] = /<(?:\w+:)?workbookPr\s([^<>]*)>/.exec(xml) ?? [];
  const is1904 = /^(?:1|true)$/.test(attributeOf(settings, 'date1904'));
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), is1904 };
}

async function relationsOf(parts: readonly ZipPart[], path: string, folder: string) {
  const xml = await textIn(parts, path);
  return [...xml.matchAll(/<(?:\w+:)?Relationship\s([^<>]*)>/g)].map(([, attributes = '']) => {
    const target = decodeXml(attributeOf(attributes, 'Target'));
    const absolute = target.startsWith('/') ? target : `/${folder}${target}`;
    return {
      id: attributeOf(attributes, 'Id'),
      type: attributeOf(attributes, 'Type'),
      target: new URL(absolute, 'file:').pathname.slice(1),
    };
  });
}

export async function textIn(parts: readonly ZipPart[], name: string): Promise<string> {
  const part = parts.find((one) => one.name === name);
  if (!part) return '';
  const chunks: Buffer[] = [];
  for await (const chunk of contentOf(part)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns an attribute of a tag; empty if it is missing. */
export function attributeOf(attributes: string, name: string): string {
  const [, double, single = ''] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return double ?? single;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Returns a string of XML without its entities. */
export function decodeXml(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (found, hex?: string, digits?: string, name = '') => {
      if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
      return digits === undefined ? (entities[String(name)] ?? found) : String.fromCodePoint(Number(digits));
    },
  );
}

/** None is within another one. */
const phonetic = /<(?:\w+:)?rPh\b[^<]*(?:<(?!\/?(?:\w+:)?rPh\b)[^<]*)*<\/(?:\w+:)?rPh>/g;

/** Returns the text of a string with runs, without its phonetic text. */
export function textOfRuns(xml: string): string {
  // XML 1.0, 2.11: a line break that is not escaped is a line feed.
  const runs = xml.replaceAll(/\r\n?/g, '\n').replaceAll(phonetic, '');
  const texts = [...runs.matchAll(/<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)</g)].map(([, text = '']) =>
    decodeXml(text),
  );
  return unescaped(texts.join(''));
}

/** Returns a string with the characters that XML cannot have: `_x000A_` is one of them. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
