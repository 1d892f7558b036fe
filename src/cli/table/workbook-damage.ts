import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

/** A file in a ZIP file. */
interface Part {
  readonly name: string;
  readonly isDeflated: boolean;
  /** CRC-32 of its content. */
  readonly crc: number;
  readonly data: Buffer;
}

/**
 * Returns what is wrong with the parts of a workbook; `undefined` if all are whole. The library that reads rows compares no
 * checksum, and ends without an error where a sheet does.
 */
export async function damageOf(workbook: Buffer): Promise<string | undefined> {
  for (const part of partsOf(workbook)) {
    const { crc, end } = await read(part);
    if (crc !== part.crc) return `the checksum of ${part.name} is wrong`;
    const isSheet = part.name.startsWith('xl/worksheets/') && part.name.endsWith('.xml');
    if (isSheet && !/<\/(\w+:)?\w+sheet>\s*$/.test(end)) return `${part.name} ends in the middle of its XML`;
  }
  return undefined;
}

/** Reads a part in chunks: a sheet of a million rows is not held in memory. */
async function read({ data, isDeflated }: Part): Promise<{ readonly crc: number; readonly end: string }> {
  const stream = Readable.from([data]);
  let crc = 0;
  let end = '';
  for await (const chunk of (isDeflated
    ? stream.pipe(createInflateRaw())
    : stream) as AsyncIterable<Buffer>) {
    crc = crc32(chunk, crc);
    end = (end + chunk.subarray(-100).toString('latin1')).slice(-100);
  }
  return { crc, end };
}

const endOfDirectory = Buffer.from('PK\u0005\u0006');

/** Yields the files of a ZIP file by its directory, as APPNOTE 4.3.12 to 4.3.16 defines it. */
function* partsOf(zip: Buffer): Generator<Part> {
  const directory = zip.lastIndexOf(endOfDirectory);
  const count = zip.readUInt16LE(directory + 10);
  let at = zip.readUInt32LE(directory + 16);
  for (let index = 0; index < count; index += 1) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    yield {
      name: zip.toString('utf8', at + 46, nameEnd),
      isDeflated: zip.readUInt16LE(at + 10) === 8,
      crc: zip.readUInt32LE(at + 16),
      data: zip.subarray(start, start + zip.readUInt32LE(at + 20)),
    };
    // After the name come extra fields and a comment.
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}
