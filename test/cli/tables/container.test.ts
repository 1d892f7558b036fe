import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { openContainer } from '../../../src/cli/tables/container.ts';

const folder = mkdtempSync(join(tmpdir(), 'container-'));
afterAll(() => rmSync(folder, { recursive: true }));

const locales = 'a table is needed, CSV or .xlsx; export translations as one, with a column for each locale';

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
