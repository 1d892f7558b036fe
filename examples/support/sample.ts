import { join, relative } from 'node:path';

import { namesService } from './connect.ts';
import { InputError } from './input-error.ts';

/** Returns the path of sample data. For a sandbox only: never write made-up prices, codes or translations to a real store. */
export function sample(name: string, option: string): string {
  if (namesService()) throw new InputError(`Set ${option}: the sample data is for the sandbox only`);
  return relative(process.cwd(), join(import.meta.dirname, '../data', name));
}
