import { constants, deflateRawSync } from 'node:zlib';

import { strToU8, unzipSync, Zip, ZipPassThrough } from 'fflate';

import { CommandError } from '../command-error.ts';
import type { StoredRow } from '../read/stored-row.ts';
import type { TransactionsSheet } from './transactions-sheet.ts';

/** A sheet to add rows to. */
interface SheetRows {
  /** Its name in the ZIP file. */
  readonly name: string;
  readonly parse: TransactionsSheet['parse'];
  readonly rows: AsyncIterable<readonly StoredRow[]>;
  /** Number of rows to add at most. */
  readonly max: number;
}

/** Before 1980 there is no time in a ZIP file; it is a local one. */
const mtime = new Date(1980, 0, 1);
/** The size of a file in a ZIP file has 32 bits. */
const maxBytes = 2 ** 32 - 1;

/** A file in a ZIP file that Node compresses: three times as fast as JavaScript. */
class ZipDeflate extends ZipPassThrough {
  override compression = 8;

  // Chunks that end with a flush can be put together.
  protected override process(chunk: Uint8Array<ArrayBuffer>, final: boolean): void {
    const finishFlush = final ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, deflateRawSync(chunk, { level: 1, finishFlush }), final);
  }
}

/**
 * Yields a workbook with rows added to one of its sheets. Its memory does not depend on their number.
 *
 * @throws CommandError if the sheet is larger than a ZIP file can say
 */
export async function* addRows(
  workbook: Uint8Array,
  { name, parse, rows, max }: SheetRows,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (file: string): ZipPassThrough => {
    const entry = Object.assign(new ZipDeflate(file), { mtime });
    zip.add(entry);
    return entry;
  };
  const { [name]: sheetXml = new Uint8Array(), ...others } = unzipSync(workbook);
  for (const [file, bytes] of Object.entries(others)) add(file).push(bytes, true);

  const { before, after, row: rowOf } = parse(new TextDecoder().decode(sheetXml));
  const sheet = add(name);
  sheet.push(strToU8(before));
  let count = 0;
  for await (const batch of rows) {
    const written = batch.slice(0, max - count);
    const xml = strToU8(written.map((row, index) => rowOf(row, count + index + 1)).join(''));
    count += written.length;
    if (sheet.size + xml.length + after.length > maxBytes) {
      throw new CommandError(
        'too_large',
        'the sheet Transactions exceeds 4 GiB: drop columns when you export',
      );
    }
    sheet.push(xml);
    yield* chunks;
    chunks = [];
  }
  sheet.push(strToU8(after), true);
  zip.end();
  yield* chunks;
}
