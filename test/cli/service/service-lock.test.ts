import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { connect } from '../../../src/cli/service/connection.ts';
import { lockService } from '../../../src/cli/service/service-lock.ts';
import type { CommandError } from '../../../src/cli/terminal/command-error.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'locks-'));
  vi.stubEnv('PUBLISHER_BASE_URL', 'https://commerce.example.com');
  vi.stubEnv('PUBLISHER_TOKEN', 'a-token');
  vi.stubEnv('PUBLISHER_ENVIRONMENT', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function lock() {
  return lockService('prices', connect({}));
}

function failure(): CommandError {
  try {
    lock().release();
  } catch (error) {
    // What it throws, by its declaration.
    return error as CommandError;
  }
  throw new Error('it was locked');
}

/** Lets the folders of state, of the user and of temporary files be these. */
function folders(state: string | undefined, home: string | undefined, temporary: string): void {
  vi.stubEnv('XDG_STATE_HOME', state ?? '');
  vi.stubEnv('TMPDIR', temporary);
  vi.stubEnv('HOME', home ?? '/dev/null/none');
}

const uid = process.getuid?.() ?? 0;

test.each([
  ['$XDG_STATE_HOME', () => folders(join(root, 'state'), root, root), 'state/publisher-commerce'],
  ['~/.local/state', () => folders(undefined, root, root), '.local/state/publisher-commerce'],
  [
    '~/.local/state, if $XDG_STATE_HOME is relative, and would be beside a sheet',
    () => folders('state', root, root),
    '.local/state/publisher-commerce',
  ],
  [
    'the temporary folder, if both are relative',
    () => folders('state', 'home', root),
    `publisher-commerce-${uid}`,
  ],
  [
    'the temporary folder, by the number of the user',
    () => folders(undefined, undefined, root),
    `publisher-commerce-${uid}`,
  ],
  [
    'the temporary folder, if the home cannot be written to',
    () => folders('/dev/null/state', root, root),
    `publisher-commerce-${uid}`,
  ],
])('a lock is made in %s, in a folder of its owner', (_, arrange, folder) => {
  arrange();
  const held = lock();

  expect(readdirSync(join(root, folder))).toHaveLength(1);
  expect(statSync(join(root, folder)).mode & 0o777).toBe(0o700);
  expect(failure()).toMatchObject({ code: 'busy', exit: 4 });
  expect(failure().message).toContain(join(root, folder));
  held.release();
  expect(readdirSync(join(root, folder))).toEqual([]);
  lock().release();
});

/** The place of the lock of a service that was locked once. */
function placeOfLock(): string {
  const held = lock();
  const folder = join(root, 'state/publisher-commerce');
  const [name = ''] = readdirSync(folder);
  held.release();
  return join(folder, name);
}

test.each([
  ['a file', (path: string) => writeFileSync(path, '')],
  ['a link', (path: string) => symlinkSync(root, path)],
])('%s in the place of the lock is a fault with its path, and no other run', (_, put) => {
  folders(join(root, 'state'), root, root);
  const path = placeOfLock();
  put(path);

  expect(failure()).toMatchObject({ code: 'no_lock', exit: 1 });
  expect(failure().message).toContain(path);
});

test('a temporary folder that is relative is no folder for locks', () => {
  folders(undefined, undefined, 'temporary');

  expect(failure()).toMatchObject({ code: 'no_lock', exit: 1 });
  expect(failure().message).toContain('it is relative, and would be beside a sheet');
});

test('without a folder for locks, nothing is sent', () => {
  folders('/dev/null/state', undefined, '/dev/null');

  expect(failure()).toMatchObject({ code: 'no_lock', exit: 1 });
  expect(failure().message).toContain('/dev/null/');
});

// Only root can give a folder away.
test.runIf(uid === 0)('a folder that belongs to another user is not used', () => {
  folders(undefined, undefined, root);
  const foreign = join(root, `publisher-commerce-${uid}`);
  mkdirSync(foreign);
  chownSync(foreign, 65_534, 65_534);
  chmodSync(foreign, 0o777);

  expect(failure()).toMatchObject({ code: 'no_lock' });
  expect(existsSync(foreign)).toBe(true);
  expect(readdirSync(foreign)).toEqual([]);
});
