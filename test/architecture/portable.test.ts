import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** What runs beyond Node. */
const entries = ['client/index.ts', 'client/api/schemas.ts', 'callbacks/index.ts', 'ledger/index.ts'];

/** The modules that a file needs at run time, also those it imports later; types need none. */
function modulesOf(file: string): string[] {
  const options = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(readFileSync(join(src, file), 'utf8'), {
    compilerOptions: options,
  });
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName);
}

/** All files and packages that an entry leads to. */
function reachableFrom(start: readonly string[]): { files: string[]; packages: string[] } {
  const [files, packages] = [new Set(start), new Set<string>()];
  for (const file of files) {
    for (const name of modulesOf(file)) {
      if (name.startsWith('.')) files.add(relative(src, join(src, dirname(file), name)));
      else packages.add(name);
    }
  }
  return { files: [...files].sort(), packages: [...packages].sort() };
}

const reachable = reachableFrom(entries);

test('the client, the schemas, the callbacks and the ledger lead to no module of Node', () => {
  expect(reachable.packages).toEqual(['ky', 'leven', 'zod', 'zod/v4/core']);
  expect(reachable.files.length).toBeGreaterThan(50);
});
