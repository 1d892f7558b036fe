import { contentOf, type ZipPart } from './zip-parts.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** Its position among all sheets, from 0; a sheet of a chart has one, too. */
  readonly index: number;
  readonly isHidden: boolean;
  /** The name of its part. */
  readonly part: string;
}

/** Where the parts of a workbook are. */
export interface WorkbookParts {
  readonly sheets: readonly Sheet[];
  /** The name of the part with the strings; `undefined` if all are in their cells. */
  readonly strings: string | undefined;
}

/** Reads which sheets a workbook has, with those that are hidden. */
export async function readWorkbookParts(parts: readonly ZipPart[]): Promise<WorkbookParts> {
  const workbook = (await relationsOf(parts, '_rels/.rels', '')).find(({ type }) =>
    type.endsWith('/officeDocument'),
  );
  if (!workbook) return { sheets: [], strings: undefined };
  const [, folder = '', name = ''] = /^(.*?)([^/]*)$/.exec(workbook.target) ?? [];
  const relations = await relationsOf(parts, `${folder}_rels/${name}.rels`, folder);
  const xml = await textIn(parts, workbook.target);
  const sheets = [...xml.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].flatMap(([, attributes = ''], index) => {
    const found = relations.find(({ id }) => id === attributeOf(attributes, '\\w+:id'));
    if (!found?.type.endsWith('/worksheet')) return [];
    const isHidden = /^(?:hidden|veryHidden)$/.test(attributeOf(attributes, 'state'));
    return [{ name: decodeXml(attributeOf(attributes, 'name')), index, isHidden, part: found.target }];
  });
  return { sheets, strings: relations.find(({ type }) => type.endsWith('/sharedStrings'))?.target };
}

async function relationsOf(parts: readonly ZipPart[], path: string, folder: string) {
  const xml = await textIn(parts, path);
  return [...xml.matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].map(([, attributes = '']) => {
    const target = decodeXml(attributeOf(attributes, 'Target'));
    const absolute = target.startsWith('/') ? target : `/${folder}${target}`;
    return {
      id: attributeOf(attributes, 'Id'),
      type: attributeOf(attributes, 'Type'),
      target: new URL(absolute, 'file:').pathname.slice(1),
    };
  });
}

async function textIn(parts: readonly ZipPart[], name: string): Promise<string> {
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

/** Returns the text of a string with runs, without its phonetic text; `_x000A_` is a character that XML cannot have. */
export function textOfRuns(xml: string): string {
  const runs = xml.replaceAll(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  return [...runs.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g)]
    .map(([, text = '']) => decodeXml(text))
    .join('')
    .replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
