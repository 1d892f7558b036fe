import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';

import { kindOf } from '../../shared/files/file-kind.ts';
import { decodeMarked } from '../../shared/files/marked-text.ts';
import { gunzip } from '../files/gunzip.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';
import { isWorkbook } from './table.ts';
import { contentOf, partsOf, type ZipPart } from './zip-parts.ts';

/** Returns the bytes of a table that is no workbook, from the start. */
export type TextSource = () => AsyncIterable<Buffer>;

const asTable = 'save it as .xlsx or CSV';
const asLocales =
  'a table is needed, CSV or .xlsx; export translations as one, with a column for each locale';

/** What a file is by its first characters, and what to do with it. */
const unreadable: readonly (readonly [begins: RegExp, what: string, advice: string])[] = [
  [/^%PDF-/, 'a PDF', 'ask for CSV'],
  [/^\{\\rtf/, 'a text document (RTF)', asTable],
  [
    /^\s*(?:<!doctype html|<html|<head|<body|<table|<meta)\b/i,
    'HTML',
    `open it in a spreadsheet, and ${asTable}`,
  ],
  [/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:\w+:)?xliff\b/i, 'XLIFF', asLocales],
  [/^\s*<\?xml[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/, 'an Excel workbook as XML', asTable],
  [/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<resources\b/, 'Android strings (XML)', asLocales],
  [
    /urn:iso:std:iso:20022:tech:xsd:camt\./,
    'a bank statement in XML (CAMT)',
    'ask for CSV, which banks call CSV-CAMT',
  ],
  [/^\s*(?:OFXHEADER:|<\?xml[^>]*>\s*<\?OFX|<OFX>)/i, 'a bank statement (OFX)', 'ask for CSV'],
  [/^\s*!(?:Type|Account|Option):/i, 'a bank statement (QIF)', 'ask for CSV'],
  [
    /(?:^|\n)[ \t\r{]*(?:\d:\s*)?:20:[^\n]*\n(?::\d\d[A-Z]?:[^\n]*\n)*?:60[FM]:/,
    'a bank statement (MT940)',
    'ask for CSV, which banks call CSV-MT940',
  ],
  [/^\s*<\?xml\b/, 'XML', 'a table is needed, CSV or .xlsx'],
  [/^\s*(?:\{\s*(?:["}]|$)|\[\s*[[{"])/, 'JSON', asLocales],
  [/^(?:#.*\r?\n|\s)*(?:msgctxt|msgid)\s+"/, 'PO (gettext)', asLocales],
  [
    /^(?:\/\*[\s\S]*?\*\/|\/\/.*\r?\n|\s)*"(?:[^"\\]|\\.)*"\s*=\s*"(?:[^"\\]|\\.)*"\s*;/,
    'a .strings file',
    asLocales,
  ],
  [
    /^(?:#.*\r?\n|---.*\r?\n|\s)*[\w.-]+:(?:[ \t]*\r?\n[ \t]+[\w.-]+:| [^,;\t\r\n]*\r?\n[ \t]*[\w.-]+:)/,
    'YAML',
    asLocales,
  ],
  [/^(?:[#!].*\r?\n|\s)*[\w.-]+ *=[^,;\t\r\n]*\r?\n[\w.-]+ *=/, 'a .properties file', asLocales],
];

/**
 * Tells what a file is by its first bytes, whatever its name. A text may be compressed: by gzip, or alone in a ZIP file.
 *
 * @returns The bytes of a text; `undefined` for a workbook
 * @throws UnreadableFileError naming what it is, and what to do
 */
export async function openContainer(path: string): Promise<TextSource | undefined> {
  const stats = await stat(path);
  // Nobody may write to a pipe, and a device may never end; neither has a start to return to.
  if (!stats.isFile()) throw new UnreadableFileError(`it is ${kindOf(stats)}: it must be a regular file`);
  const isNamedWorkbook = isWorkbook(path);
  const file: TextSource = () => createReadStream(path) as AsyncIterable<Buffer>;
  const head = await headOf(path);
  const start = head.toString('latin1');
  if (start.startsWith('\xD0\xCF\x11\xE0')) throw compoundFile(await readFile(path));
  if (start.startsWith('PK\x03\x04')) {
    const parts = partsOf(await readFile(path));
    const inner = kindOfZip(parts);
    if (inner !== undefined) return checkText(() => contentOf(inner), isNamedWorkbook);
    if (isNamedWorkbook) return undefined;
    throw new UnreadableFileError('it is a workbook: give it a name that ends in .xlsx');
  }
  if (start.startsWith('\x1F\x8B')) {
    return checkText(() => gunzip(path), isNamedWorkbook);
  }
  return checkText(file, isNamedWorkbook);
}

/** @throws UnreadableFileError if it is no table */
async function checkText(source: TextSource, isNamedWorkbook: boolean): Promise<TextSource> {
  // Files of Apple's tools are often in UTF-16.
  const text = decodeMarked(await firstBytes(source));
  for (const [begins, what, advice] of unreadable) {
    if (begins.test(text)) throw new UnreadableFileError(`it is ${what}: ${advice}`);
  }
  if (text.startsWith('PK\u0003\u0004'))
    throw new UnreadableFileError('it is compressed twice: unpack it first');
  if (isNamedWorkbook)
    throw new UnreadableFileError(
      'it is no workbook but CSV, or another table: give it a name that ends in .csv',
    );
  return source;
}

/** An old workbook, or one that is encrypted, in the container of Microsoft's older formats. */
function compoundFile(content: Buffer): UnreadableFileError {
  const isEncrypted = content.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return new UnreadableFileError(
    isEncrypted
      ? 'it is protected by a password: save it without'
      : `it is an old Excel workbook (.xls): ${asTable}`,
  );
}

/** Returns the only file of a ZIP file; `undefined` for a workbook. @throws UnreadableFileError for anything else */
function kindOfZip(parts: readonly ZipPart[]): ZipPart | undefined {
  const names = parts.map(({ name }) => name);
  if (names.includes('xl/workbook.bin'))
    throw new UnreadableFileError(`it is a binary workbook (.xlsb): ${asTable}`);
  if (names.includes('[Content_Types].xml')) return undefined;
  if (names.includes('mimetype') && names.includes('content.xml')) {
    throw new UnreadableFileError(`it is OpenDocument (.ods): ${asTable}`);
  }
  // macOS adds files of its own.
  const files = parts.filter(({ name }) => !name.endsWith('/') && !name.startsWith('__MACOSX/'));
  const [file, ...others] = files;
  if (file && others.length === 0) return file;
  const has = files.map(({ name }) => name).join(', ');
  throw new UnreadableFileError(
    `it is a ZIP file with ${file ? has : 'nothing in it'}: unpack the one that is meant`,
  );
}

const headSize = 4096;

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headSize), 0, headSize, 0);
  return buffer.subarray(0, bytesRead);
}

async function firstBytes(source: TextSource): Promise<Buffer> {
  for await (const chunk of source()) return chunk.subarray(0, headSize);
  return Buffer.alloc(0);
}
