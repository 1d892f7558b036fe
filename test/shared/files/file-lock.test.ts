import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { FileLock, FileLockedError } from '../../../src/shared/files/file-lock.ts';
import { ownedName } from '../../../src/shared/files/process-identity.ts';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'file');
}

test('a locked file is locked for every other owner, until it is released', () => {
  const path = newPath();
  const lock = new FileLock(path, 'an export');

  expect(() => new FileLock(path, 'an export')).toThrow(FileLockedError);
  expect(() => new FileLock(path, 'an export')).toThrow(
    `${path} is in use by another export, in this process (pid ${process.pid})`,
  );
  lock.release();
  expect(existsSync(`${path}.lock`)).toBe(false);
  new FileLock(path, 'an export').release();
});

test('a lock is not made where a link leads', () => {
  const path = newPath();
  symlinkSync(tmpdir(), `${path}.lock`);

  expect(() => new FileLock(path, 'a sandbox')).toThrow(FileLockedError);
  expect(() => new FileLock(path, 'a sandbox')).toThrow(
    'is a symbolic link, and must be a folder, or not exist',
  );
});

/** Adds a claim to the lock of a file, as a process with this pid would. */
function claimAs(path: string, pid: number): string {
  // The start of a process is unknown, as on systems without `/proc`: the pid decides.
  const name = ownedName().replace(/^\d+-\d+/, `${pid}-0`);
  mkdirSync(`${path}.lock`, { recursive: true });
  writeFileSync(join(`${path}.lock`, name), '');
  return name;
}

test('the claim of a process that runs is respected, and named with what to delete if it is not the owner', () => {
  const path = newPath();
  const name = claimAs(path, process.ppid);

  expect(() => new FileLock(path, 'an export')).toThrow(
    `in the process with the pid ${process.ppid}: stop it, or choose another file. ` +
      `(If that process is not an export, delete ${join(`${path}.lock`, name)}.)`,
  );
});

test('the claim of a process that has ended is removed, and the file of another program is left alone', () => {
  const path = newPath();
  // Larger than any pid of Linux.
  claimAs(path, 4_194_305);
  writeFileSync(join(`${path}.lock`, 'notes.txt'), '');

  new FileLock(path, 'an export').release();

  expect(readdirSync(`${path}.lock`)).toEqual(['notes.txt']);
});
