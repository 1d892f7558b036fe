import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';

const src = join(import.meta.dirname, '../../src');

/** An import in a file of `src`: of values or types, static or dynamic. */
export interface Import {
  readonly file: string;
  /** What is imported, as it is written. */
  readonly from: string;
  /** The file of `src` that it is; `undefined` for a package. */
  readonly target: string | undefined;
}

/** The files of `src`. */
export const files = globSync('**/*.ts', { cwd: src }).sort();

/** The imports of all files of `src`. */
export const imports: readonly Import[] = files.flatMap((file) =>
  ts.preProcessFile(readFileSync(join(src, file), 'utf8')).importedFiles.map(({ fileName: from }) => ({
    file,
    from,
    target: from.startsWith('.') ? relative(src, join(src, dirname(file), from)) : undefined,
  })),
);
