import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

import { codeOf, DataFileError } from './data-file-error.ts';
import { isRunning, type ProcessIdentity, thisProcess } from './process-identity.ts';

/** A claim to a file: a name in the folder of its lock. */
interface Claim extends ProcessIdentity {
  readonly name: string;
}

/** How long another process may take to withdraw its claim, or to end after a kill, in milliseconds. */
const patience = 500;
const held = new Set<FileLock>();

/**
 * Keeps a file for one sandbox, as long as its process lives.
 *
 * The lock of `FILE` is the folder `FILE.lock`. Each sandbox that wants the file first puts a claim into it, an empty
 * file whose name tells the process, and then looks for other claims; it has the file when there are none. Of two that
 * come at the same moment, at least one sees the other. A claim is removed by its owner, or by anyone once its process
 * has ended: names are unique, so that nobody can remove the claim of a living process by mistake, as could happen
 * with one file that is replaced.
 */
export class FileLock {
  readonly #folder: string;
  readonly #name: string;

  /** @throws DataFileError when another sandbox has the file. @throws Error when the lock cannot be made. */
  constructor(path: string) {
    this.#folder = `${path}.lock`;
    const { pid, start, realm } = thisProcess();
    this.#name = [pid, start, realm, randomBytes(4).toString('hex')].join('-');
    const deadline = performance.now() + patience;
    for (;;) {
      this.#claim();
      const [other] = this.#others();
      if (!other) break;
      this.#withdraw();
      if (other.pid === process.pid || performance.now() > deadline) throw lockedBy(other, path);
      // At random, so that two that see each other do not meet again.
      pause(5 + Math.random() * 40);
    }
    if (held.size === 0) process.on('exit', releaseAll);
    held.add(this);
  }

  /** Gives the file up; may be repeated. */
  release(): void {
    if (!held.delete(this)) return;
    if (held.size === 0) process.off('exit', releaseAll);
    this.#withdraw();
  }

  #claim(): void {
    for (let attempt = 0; ; attempt += 1) {
      try {
        mkdirSync(this.#folder, { recursive: true });
        closeSync(openSync(join(this.#folder, this.#name), 'wx'));
        return;
      } catch (error) {
        // Another process, which was the last to leave, removed the folder in between.
        if (codeOf(error) !== 'ENOENT' || attempt === 100) throw error;
      }
    }
  }

  /** The claims of others that live; those of the dead are removed. */
  #others(): Claim[] {
    return readdirSync(this.#folder)
      .filter((name) => name !== this.#name)
      .flatMap((name) => {
        const claim = readClaim(name);
        if (claim && isRunning(claim)) return [claim];
        if (claim) quietly(() => unlinkSync(join(this.#folder, name)));
        return [];
      });
  }

  #withdraw(): void {
    quietly(() => unlinkSync(join(this.#folder, this.#name)));
    // Fails while it holds other claims.
    quietly(() => rmdirSync(this.#folder));
  }
}

function releaseAll(): void {
  for (const lock of held) lock.release();
}

function readClaim(name: string): Claim | undefined {
  const [, pid, start = '', realm = ''] = /^(\d+)-(\d+)-([\w.]+)-[\da-f]+$/.exec(name) ?? [];
  return pid === undefined ? undefined : { name, pid: Number(pid), start, realm };
}

function lockedBy({ pid, name }: Claim, path: string): DataFileError {
  const whose = pid === process.pid ? `this process (pid ${pid})` : `the process with the pid ${pid}`;
  return new DataFileError(
    'data_file_locked',
    path,
    `${path} is in use by another sandbox, in ${whose}: stop that one, or name another file. ` +
      `(If that process is not a sandbox, delete ${join(`${path}.lock`, name)}.)`,
  );
}

/** Blocks the thread: a sandbox is opened synchronously. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Somebody else was faster, or the folder is gone.
  }
}
