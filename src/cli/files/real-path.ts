import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Returns the path of a file to write without symbolic links in its folder: two names of a file become one. */
export function realPath(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('must not be empty');
  const folder = dirname(resolve(value));
  try {
    return join(realpathSync(folder), basename(value));
  } catch {
    throw new InvalidArgumentError(`the folder ${folder} does not exist`);
  }
}
