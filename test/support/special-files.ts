import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

/** Creates what is not a regular file, by its kind in messages. */
const makers: Readonly<Record<string, (path: string) => void | Promise<void>>> = {
  'a folder': (path) => mkdirSync(path),
  'a named pipe': (path) => void execFileSync('mkfifo', [path]),
  'a socket': async (path) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  },
  // Like /dev/null, which only root may create; nobody else can replace a device either.
  ...(mayMakeDevice() && { 'a device': (path) => void execFileSync('mknod', [path, 'c', '1', '3']) }),
  'a symbolic link': (path) => symlinkSync(`${path}-elsewhere`, path),
};

/** What a path may be besides a regular file. */
export const kinds = Object.keys(makers);

/** Creates a file of a kind. */
export async function make(kind: string, path: string): Promise<void> {
  await makers[kind]?.(path);
}

function mayMakeDevice(): boolean {
  const path = join(tmpdir(), `device-${process.pid}`);
  try {
    execFileSync('mknod', [path, 'c', '1', '3'], { stdio: 'ignore' });
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}
