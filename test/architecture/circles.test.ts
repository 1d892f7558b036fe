import { expect, test } from 'vitest';

import { files, imports } from './imports.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** The files of src, each with the files it imports. */
const graph: Graph = new Map(
  files.map((file) => [file, imports.flatMap((one) => (one.file === file ? (one.target ?? []) : []))]),
);

/** The circles that a depth-first search closes, each as a path that ends where it begins; none if there is none. */
function circlesOf(graph: Graph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

test('no files of src import each other in a circle', () => {
  const code = [...graph.values()].flat().filter((file) => !file.endsWith('.json'));

  expect(code.filter((file) => !graph.has(file))).toEqual([]);
  expect(code.length).toBeGreaterThan(100);
  expect(circlesOf(graph)).toEqual([]);
});

test('dynamic imports and imports of types count', () => {
  expect(graph.get('cli/commands.ts')).toEqual(
    expect.arrayContaining(['cli/export/command.ts', 'cli/command-module.ts']),
  );
});

test('a circle is reported by its path', () => {
  const example = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['d', 'b']],
    ['d', []],
  ]);

  expect(circlesOf(example)).toEqual(['b → c → b']);
});
