import { stat } from 'node:fs/promises';

import { UsageError } from '../usage-error.ts';

/**
 * Validates that a path on the command line is a file.
 *
 * @throws UsageError naming the path
 */
export async function checkFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`${path}: does not exist`);
  if (!found.isFile()) throw new UsageError(`${path}: must be a file`);
}
