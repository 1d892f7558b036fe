import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { UsageError } from '../usage-error.ts';

/** The files of an export to `FILE`. */
export interface ExportPaths {
  /** `FILE`, once the export has ended. */
  readonly file: string;
  /** `FILE.part`: the rows so far. */
  readonly part: string;
  /** `FILE.part.json`: where to continue. */
  readonly progress: string;
  /** `FILE.receipt.json`. */
  readonly receipt: string;
}

/**
 * Returns the paths of an export, without symbolic links in the folder, so that two names of one file share a lock.
 *
 * @throws UsageError if the folder does not exist.
 */
export function exportPaths(out: string): ExportPaths {
  const file = join(realFolder('out', out), basename(out));
  return { file, part: `${file}.part`, progress: `${file}.part.json`, receipt: `${file}.receipt.json` };
}

/** Returns the path of another file to write. @throws UsageError if its folder does not exist. */
export function pathOf(flag: string, file: string): string {
  return join(realFolder(flag, file), basename(file));
}

function realFolder(flag: string, file: string): string {
  const folder = dirname(resolve(file));
  try {
    return realpathSync(folder);
  } catch {
    throw new UsageError(`--${flag}: the folder ${folder} does not exist`);
  }
}
