import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { FileLock, FileLockedError } from '../../../src/shared/files/file-lock.ts';

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
