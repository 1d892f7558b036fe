import { createHash } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { isRunning, ownedName, ownerOf } from '../files/process-identity.ts';

/** A path for what will become a file, in its folder. Nobody can guess it, and it says whose it is. */
export function temporaryPath(path: string): string {
  return join(dirname(path), prefixOf(path) + ownedName());
}

/** Removes what runs that were killed left of a file. Other names, links and folders are kept. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = prefixOf(path);
  // If this fails, so will writing, with a better message.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.name.startsWith(prefix) || !entry.isFile()) continue;
    const owner = ownerOf(entry.name.slice(prefix.length));
    // Another run may remove it at the same time.
    if (owner && !isRunning(owner)) await unlink(join(folder, entry.name)).catch(() => undefined);
  }
}

/** Of one length, so that a name that is allowed for the file is allowed for this one too. */
function prefixOf(path: string): string {
  const target = createHash('sha256').update(basename(path)).digest('hex').slice(0, 12);
  return `.publisher-commerce-${target}-`;
}
