import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** What runs beyond Node. */
const entries = ['client/index.ts', 'client/api/schemas.ts', 'callbacks/index.ts', 'ledger/index.ts'];

/** The only file for Node alone: it converts requests of `node:http`, and is called with them. */
const forNode = 'callbacks/node-listener.ts';

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

test('the search finds modules of Node where they are used', () => {
  expect(reachableFrom(['cli/run.ts']).packages).toContain('node:fs');
  expect(globSync('**/*.ts', { cwd: src }).length).toBeGreaterThan(reachable.files.length);
});

/** Globals that only Node has, or that Node's types name although others lack them. */
const globalsOfNode =
  /^(?:Buffer|process|global|setImmediate|clearImmediate|require|module|__dirname|__filename)$/;

function nodeGlobalsIn(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(src, file), 'utf8'),
    ts.ScriptTarget.ES2023,
    true,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) && globalsOfNode.test(node.text);
    const isField = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    const isDeclared = ts.isPropertySignature(node.parent) || ts.isPropertyAssignment(node.parent);
    if (isName && !isField && !isDeclared) found.push(`${file}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

test('nothing but the listener for node:http uses a global that only Node has', () => {
  const found = reachable.files.filter((file) => file !== forNode).flatMap(nodeGlobalsIn);

  expect(found).toEqual([]);
  expect(nodeGlobalsIn(forNode)).toContain(`${forNode}: process`);
});
