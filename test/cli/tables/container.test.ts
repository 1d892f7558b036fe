import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, expect, test } from 'vitest';

import { openContainer } from '../../../src/cli/tables/container.ts';
import { openTable, readable } from '../../../src/cli/tables/open-table.ts';
import { kinds, make } from '../../support/special-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'container-'));
afterAll(() => rmSync(folder, { recursive: true }));

const locales = 'a table is needed, CSV or .xlsx; export translations as one, with a column for each locale';

test.each([
  [
    'cut off',
    (bytes: Buffer) => bytes.subarray(0, -9),
    'it cannot be unpacked (gzip): unexpected end of file',
  ],
  [
    'damaged',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 10), Buffer.from([0xff]), bytes.subarray(11)]),
    'it cannot be unpacked (gzip): invalid block type',
  ],
])('a gzipped table that is %s is named', async (_, spoil, message) => {
  const path = join(folder, 'table.csv.gz');
  writeFileSync(path, spoil(gzipSync('id,amount\n1,2\n'.repeat(1000))));

  const read = () =>
    readable(path, async () => {
      for await (const row of (await openTable({ path, skipFirst: 0 }))())
        expect(row.line).toBeGreaterThan(0);
    });
  await expect(read()).rejects.toThrow(`${path}: cannot be read: ${message}`);
});

test.each(kinds.filter((kind) => kind !== 'a symbolic link'))(
  '%s is not read, nor waited for',
  async (kind) => {
    const path = join(folder, `${kind}.csv`);
    await make(kind, path);

    await expect(openContainer(path)).rejects.toThrow(`it is ${kind}: it must be a regular file`);
  },
);

test.each([
  ['%PDF-1.7', 'a PDF: ask for CSV'],
  ['{\\rtf1', 'a text document (RTF): save it as .xlsx or CSV'],
  ['<html>', 'HTML: open it in a spreadsheet, and save it as .xlsx or CSV'],
  ['<?xml version="1.0"?><xliff>', `XLIFF: ${locales}`],
  [
    '<?xml version="1.0"?><?mso-application?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
    'an Excel workbook as XML: save it as .xlsx or CSV',
  ],
  ['<resources>', `Android strings (XML): ${locales}`],
  [
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053">',
    'a bank statement in XML (CAMT): ask for CSV, which banks call CSV-CAMT',
  ],
  ['OFXHEADER:100', 'a bank statement (OFX): ask for CSV'],
  ['!Type:Bank', 'a bank statement (QIF): ask for CSV'],
  [':20:x\n:25:y\n:60F:z', 'a bank statement (MT940): ask for CSV, which banks call CSV-MT940'],
  ['<?xml version="1.0"?><a>', 'XML: a table is needed, CSV or .xlsx'],
  ['{"a":1}', `JSON: ${locales}`],
  ['PK\x03\x04', 'a ZIP file without its end'],
])('%j is told by its first bytes: %s', async (content, words) => {
  const path = join(folder, 'table.csv');
  writeFileSync(path, content);

  await expect(openContainer(path)).rejects.toThrow(`it is ${words}`);
});
