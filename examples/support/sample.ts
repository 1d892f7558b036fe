import { join, relative } from 'node:path';

import { namesService } from './connect.ts';
import { InputError } from './input-error.ts';

/** A file or folder of `data`. For a sandbox only: a real store must not get invented prices, codes or texts. */
export function sample(name: string, option: string): string {
  if (namesService()) throw new InputError(`Give ${option}: the sample data is for the sandbox only`);
  return relative(process.cwd(), join(import.meta.dirname, '../data', name));
}
