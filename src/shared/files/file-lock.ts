import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

import { errorCode } from '../error-code.ts';
import { kindOf } from './file-kind.ts';
import { isRunning, ownedName, ownerOf, type ProcessIdentity } from './process-identity.ts';

/** A claim to a file: an entry in the folder of its lock. */
interface Claim extends ProcessIdentity {
  readonly name: string;
}

/** Thrown if another owner has the lock of a file, or something else is in the place of the lock. */
export class FileLockedError extends Error {
  override readonly name = 'FileLockedError';
  /** Whether another owner has it: then it may be free later. */
  readonly isInUse: boolean;

  constructor(message: string, isInUse: boolean) {
    super(message);
    this.isInUse = isInUse;
  }
}

/** How long to wait for another process to withdraw its claim, or to end after a kill, in milliseconds. */
const claimTimeout = 500;
const held = new Set<FileLock>();

/**
 * Locks a file for one owner, until its process ends.
 *
 * The lock of `FILE` is the folder `FILE.lock`. An owner first adds a claim to it, an empty file whose name identifies
 * the process, and then looks for other claims; without any, it has the lock. Of two owners that try at the same
 * time, at least one sees the other. A claim is removed by its owner, or by anyone once its process has ended. Names
 * are unique, so that the claim of a living process is never removed by mistake; with one file that is replaced, it
 * could be.
 */
export class FileLock {
  readonly #folder: string;
  readonly #name = ownedName();

  /**
   * @param owner For messages: `a sandbox`.
   * @throws FileLockedError if another owner has the lock.
   * @throws Error if the lock cannot be created.
   */
  constructor(path: string, owner: string) {
    this.#folder = `${path}.lock`;
    // A link would have the claims created, and removed, elsewhere.
    const found = lstatSync(this.#folder, { throwIfNoEntry: false, bigint: false });
    if (found?.isDirectory() === false) throw notLockable(path, this.#folder, kindOf(found));
    const deadline = performance.now() + claimTimeout;
    const sightings = new Map<string, number>();
    for (;;) {
      this.#claim();
      const others = this.#others();
      for (const { name } of others) sightings.set(name, (sightings.get(name) ?? 0) + 1);
      // The claims of those that also wait come and go; the owner's was found every time.
      const [other] = others.toSorted((a, b) => (sightings.get(b.name) ?? 0) - (sightings.get(a.name) ?? 0));
      if (!other) break;
      this.#withdraw();
      if (other.pid === process.pid || performance.now() > deadline) throw lockedBy(other, path, owner);
      // A random time, so that two owners that see each other do not collide again.
      pause(5 + Math.random() * 40);
    }
    if (held.size === 0) process.on('exit', releaseAll);
    held.add(this);
  }

  /** Releases the lock; may be called repeatedly. */
  release(): void {
    if (!held.delete(this)) return;
    if (held.size === 0) process.off('exit', releaseAll);
    this.#withdraw();
  }

  #claim(): void {
    for (let attempt = 0; ; attempt += 1) {
      try {
        makeFolder(this.#folder);
        closeSync(openSync(join(this.#folder, this.#name), 'wx'));
        return;
      } catch (error) {
        // Another process withdrew the last claim and removed the folder in between.
        if (errorCode(error) !== 'ENOENT' || attempt === 100) throw error;
      }
    }
  }

  /** The claims of other running processes; removes those of processes that have ended. */
  #others(): Claim[] {
    return readdirSync(this.#folder)
      .filter((name) => name !== this.#name)
      .flatMap((name) => {
        const owner = ownerOf(name);
        if (owner && isRunning(owner)) return [{ ...owner, name }];
        if (owner) quietly(() => unlinkSync(join(this.#folder, name)));
        return [];
      });
  }

  #withdraw(): void {
    quietly(() => unlinkSync(join(this.#folder, this.#name)));
    // Fails while the folder contains other claims.
    quietly(() => rmdirSync(this.#folder));
  }
}

function releaseAll(): void {
  for (const lock of held) lock.release();
}

function notLockable(path: string, folder: string, kind: string): FileLockedError {
  return new FileLockedError(
    `${path} cannot be locked: ${folder} is ${kind}, and must be a folder, or not exist`,
    false,
  );
}

function lockedBy({ pid, name }: Claim, path: string, owner: string): FileLockedError {
  const whose = pid === process.pid ? `this process (pid ${pid})` : `the process with the pid ${pid}`;
  return new FileLockedError(
    `${path} is in use by another ${owner.replace(/^an? /, '')}, in ${whose}: stop it, or choose another file. ` +
      `(If that process is not ${owner}, delete ${join(`${path}.lock`, name)}.)`,
    true,
  );
}

/** Blocks the thread, since a lock is created synchronously. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Another process was faster, or the folder no longer exists.
  }
}

/** Not `recursive`: that would report a read-only disk as a folder that does not exist. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
