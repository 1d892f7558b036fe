import { readdir } from 'node:fs/promises';

/**
 * Returns the names of the regular files in a folder: what a scan may take for its own. A folder, a pipe, which would never
 * end, and a link, which may lead nowhere, are somebody else's.
 */
export async function regularFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
