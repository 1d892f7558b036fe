import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { temporaryPath } from './temporary-file.ts';

/** What a file can be written from. */
export type FileContent = string | Uint8Array | Iterable<string>;

/** Replaces a file; after a crash it has either its old content or the new one. */
export async function writeAtomically(path: string, content: FileContent): Promise<void> {
  const temporary = temporaryPath(path);
  // Never opens what exists, such as a link that somebody has put there.
  const file = await open(temporary, 'wx');
  try {
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(temporary, path);
  } catch (error) {
    // A full disk has no space for a file that nobody needs.
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Gives a file its name for good. A link of that name is replaced, and not followed. */
export async function giveName(path: string, name: string): Promise<void> {
  await rename(path, name);
  await syncFolder(dirname(name));
}

/** Makes the names of a folder's files durable. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and needs no sync.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
