import { join } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

import { exportsOf, membersOf, type Named } from './public-surface.ts';

// 'publisher-commerce' is the package as it was built: no `paths` lead to the sources.
const user = join(import.meta.dirname, 'programs/every-entry.ts');
const program = ts.createProgram([user], {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: ['node'],
  module: ts.ModuleKind.NodeNext,
  skipLibCheck: true,
  strict: true,
});
const checker = program.getTypeChecker();
const file = program.getSourceFile(user);
if (file === undefined) throw new Error("the user's file is not in the program");
const exports = exportsOf(file, checker);
const members = membersOf(exports);
function isDocumented({ symbol }: Named): boolean {
  return symbol.getDocumentationComment(checker).length > 0;
}

function hasExample({ symbol }: Named): boolean {
  return symbol.getJsDocTags(checker).some(({ name }) => name === 'example');
}

test('every export has a doc comment', () => {
  expect(exports.length).toBeGreaterThan(100);
  expect(exports.filter((one) => !isDocumented(one)).map(({ path }) => path)).toEqual([]);
});

test('every member of an exported class or interface has a doc comment', () => {
  expect(members.length).toBeGreaterThan(250);
  expect(members.filter((one) => !isDocumented(one)).map(({ path }) => path)).toEqual([]);
});

test('every method of a sub-client has an example', () => {
  const client = exports.find(({ path }) => path === 'PublisherClient');
  const parts = client === undefined ? [] : membersOf([client]);
  const subClients = parts.flatMap(({ path, symbol }) => {
    const type = checker.getTypeOfSymbol(symbol).getSymbol();
    return type === undefined ? [] : [{ path, symbol: type }];
  });
  const methods = membersOf(subClients).filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Method);

  expect(methods.length).toBeGreaterThan(15);
  expect(methods.filter((one) => !hasExample(one)).map(({ path }) => path)).toEqual([]);
});

test('every exported function has an example', () => {
  const functions = exports.filter(({ symbol }) => symbol.flags & ts.SymbolFlags.Function);

  expect(functions.length).toBeGreaterThan(8);
  expect(functions.filter((one) => !hasExample(one)).map(({ path }) => path)).toEqual([]);
});
