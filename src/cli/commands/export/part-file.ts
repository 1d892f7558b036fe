import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';

import { modeOf, withPath } from '../../files/atomic-file.ts';
import { ownerOnly } from '../../files/output-file.ts';
import { openRegular } from '../../files/regular-files.ts';
import { syncContent } from '../../files/sync-file.ts';
import { CommandError, isMissing } from '../../terminal/command-error.ts';

/** The beginning of a file: its size, and the SHA-256 of its bytes in hexadecimal. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

const chunkSize = 1024 * 1024;

/** A file that grows, and the hash of its content. */
export class PartFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #hash: Hash;
  #bytes: number;

  private constructor(path: string, file: FileHandle, hash: Hash, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#hash = hash;
    this.#bytes = bytes;
  }

  /** Creates the file, in place of one that exists: its rows have players. */
  static async create(path: string): Promise<PartFile> {
    const mode = (await modeOf(path)) ?? ownerOnly;
    // Emptying it would empty what a link leads to.
    await rm(path, { force: true });
    return new PartFile(path, await open(path, 'wx', mode), createHash('sha256'), 0);
  }

  /**
   * Opens the file and removes what was written after `digest`.
   *
   * @throws CommandError if the beginning of the file is missing or different.
   */
  static async reopen(path: string, digest: FileDigest): Promise<PartFile> {
    const file = await openRegular(path, constants.O_RDWR).catch((error: unknown) => {
      throw isMissing(error) ? changed(path) : error;
    });
    try {
      const hash = await hashOf(file, digest.bytes);
      if (hash.copy().digest('hex') !== digest.sha256) throw changed(path);
      await file.truncate(digest.bytes);
      return new PartFile(path, file, hash, digest.bytes);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Size and hash of what was appended so far. */
  digest(): FileDigest {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.byteLength;) {
      const left = bytes.byteLength - written;
      const { bytesWritten } = await this.#named(
        this.#file.write(bytes, written, left, this.#bytes + written),
      );
      written += bytesWritten;
    }
    this.#hash.update(bytes);
    this.#bytes += bytes.byteLength;
  }

  /**
   * Checks that the path still leads to this file. A lock cannot tell another host from a restart, so that another export
   * may have replaced it.
   *
   * @throws CommandError if it does not
   */
  async checkPath(): Promise<void> {
    const [own, found] = await Promise.all([
      this.#file.stat({ bigint: true }),
      lstat(this.#path, { bigint: true }).catch(() => undefined),
    ]);
    if (found?.dev === own.dev && found.ino === own.ino) return;
    throw new CommandError(
      'file_replaced',
      `${this.#path} was replaced while it was written, perhaps by another export of the same file on another host: this one ends`,
    );
  }

  /** Waits until everything is on the disk. */
  sync(): Promise<void> {
    return this.#named(syncContent(this.#file.fd));
  }

  async #named<Result>(work: Promise<Result>): Promise<Result> {
    return await work.catch((error: unknown) => {
      throw withPath(error, this.#path);
    });
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** The hash of the first bytes; of fewer if the file is shorter. */
async function hashOf(file: FileHandle, bytes: number): Promise<Hash> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkSize);
  for (let at = 0; at < bytes;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(chunkSize, bytes - at), at);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash;
}

function changed(path: string): CommandError {
  return new CommandError(
    'part_changed',
    `${path} is missing, or was changed since the export stopped: restore it, or start again with --force`,
  );
}
