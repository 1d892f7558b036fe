import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../src');

/** The files of `src`, each with those that it imports: values or types, static or dynamic. */
const graph: ReadonlyMap<string, readonly string[]> = new Map(
  globSync('**/*.ts', { cwd: src }).map((file) => [
    file,
    ts
      .preProcessFile(readFileSync(join(src, file), 'utf8'))
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => relative(src, join(src, dirname(file), fileName))),
  ]),
);

/** The circles that a depth-first search closes, each as a path that ends where it begins. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

// Lint rules keep the folders in their order.
test('no files of src import each other in a circle', () => {
  expect(graph.get('client/http/transport.ts')?.length).toBeGreaterThan(3);
  expect(circlesOf(graph)).toEqual([]);
  expect(
    circlesOf(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b → c → b']);
});
