import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const clone = mkdtempSync(join(tmpdir(), 'tracked-'));
execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
afterAll(() => rmSync(clone, { recursive: true }));

/** Adds a file to the clone, and returns what the check says of the clone with it. */
function checkWith(path: string, content: string | Buffer) {
  const file = join(clone, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  execFileSync('git', ['add', '--force', path], { cwd: clone });
  const { status, stderr } = check();
  execFileSync('git', ['rm', '--quiet', '--force', path], { cwd: clone });
  return { status, stderr };
}

function check() {
  return spawnSync(process.execPath, [join(root, '.github/check-tracked.ts')], {
    cwd: clone,
    encoding: 'utf8',
  });
}

test('accepts the files of this repository', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['numpy-2.4.6.whl', 'a download', 'the list of the top level'],
  ['out/notes.txt', 'in a folder of its own', 'the list of the top level'],
  ['test/cli/rows.csv', '0'.repeat(400_001), '400001 bytes'],
  ['docs/images/screen.png', Buffer.alloc(400_001), '400001 bytes'],
  ['src/cli/logo.png', Buffer.from([0x89, 0x50, 0]), 'is binary'],
  ['docs/images.zip', Buffer.from([0x50, 0x4b, 0]), 'is binary'],
])('rejects %s', (path, content, problem) => {
  const { status, stderr } = checkWith(path, content);
  expect(status).toBe(1);
  expect(stderr).toContain(`${path}: `);
  expect(stderr).toContain(problem);
});

test.each([
  ['docs/images/small.png', Buffer.from([0x89, 0x50, 0])],
  ['test/cli/reconcile/files/small.xls', Buffer.from([0xd0, 0xcf, 0])],
  ['test/soak/package-lock.json', '0'.repeat(400_001)],
])('accepts %s', (path, content) => {
  expect(checkWith(path, content)).toMatchObject({ status: 0, stderr: '' });
});
