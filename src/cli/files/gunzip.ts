import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { errorCode } from '../../shared/error-code.ts';
import { reasonOf } from '../terminal/command-error.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** Yields what a gzipped file contains. @throws UnreadableFileError if it is cut off or damaged */
export async function* gunzip(path: string): AsyncGenerator<Buffer, void, undefined> {
  // An error of either is one of what is read.
  const chunks = pipeline(createReadStream(path), createGunzip({ chunkSize: 1 << 20 }), () => undefined);
  try {
    yield* chunks as AsyncIterable<Buffer>;
  } catch (error) {
    if (!errorCode(error)?.startsWith('Z_')) throw error;
    throw new UnreadableFileError(`it cannot be unpacked (gzip): ${reasonOf(error)}`);
  }
}
