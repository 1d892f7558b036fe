import { constants, deflateRawSync } from 'node:zlib';

import { strToU8, unzipSync, Zip, ZipPassThrough } from 'fflate';

import { CommandError } from '../command-error.ts';

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
 * Yields a workbook in which one file is replaced. Its memory does not depend on the size of that file.
 *
 * @param contentOf Yields the new content, given the present one
 * @throws CommandError if the file is larger than a ZIP file can say
 */
export async function* replaceFile(
  workbook: Uint8Array,
  name: string,
  contentOf: (xml: string) => AsyncIterable<string>,
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
  const { [name]: present, ...others } = unzipSync(workbook);
  for (const [file, bytes] of Object.entries(others)) add(file).push(bytes, true);

  const sheet = add(name);
  for await (const part of contentOf(new TextDecoder().decode(present))) {
    const bytes = strToU8(part);
    if (sheet.size + bytes.length > maxBytes) {
      throw new CommandError(
        'too_large',
        'the sheet Transactions exceeds 4 GiB: drop columns when you export',
      );
    }
    sheet.push(bytes);
    yield* chunks;
    chunks = [];
  }
  sheet.push(new Uint8Array(), true);
  zip.end();
  yield* chunks;
}
